import type { ClassAttributes, HTMLAttributes } from 'react';
import type { SvcLink, SvcLinkTemplateProps } from '../element/index.js';

/** What `<svc-link>` takes in the JSX of React 19: its attributes and properties, and `onsvc-success` and the like. */
export type SvcLinkJsxProps = SvcLinkTemplateProps &
  ClassAttributes<SvcLink> &
  Omit<HTMLAttributes<SvcLink>, keyof SvcLinkTemplateProps> & {
    /** React hands it on as it is; so it does with `className`. */
    readonly class?: string | undefined;
  };

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- it is how React names its elements
  namespace JSX {
    interface IntrinsicElements {
      'svc-link': SvcLinkJsxProps;
    }
  }
}
