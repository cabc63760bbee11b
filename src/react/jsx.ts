import type { ClassAttributes, HTMLAttributes } from 'react';
import type { SvcLink, SvcLinkTemplateProps } from '../element/index.js';

/** The props of `<svc-link>` in the JSX of React 19: its attributes and properties, and handlers such as `onsvc-success`. */
export type SvcLinkJsxProps = SvcLinkTemplateProps &
  ClassAttributes<SvcLink> &
  Omit<HTMLAttributes<SvcLink>, keyof SvcLinkTemplateProps> & {
    /** React writes `class` as it is, and also `className`. */
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
