import type { SvcLinkEventMap, SvcLinkTemplateProps } from 'svc-link';
import type { DefineComponent } from 'vue';

/** In Vue's types `@svc-success` is `onSvcSuccess`. */
type Listeners = {
  readonly [
    Name in keyof SvcLinkEventMap as Name extends `svc-${infer Word}` ? `onSvc${Capitalize<Word>}` : never
  ]?: (event: SvcLinkEventMap[Name]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'svc-link': DefineComponent<SvcLinkTemplateProps & Listeners>;
  }
}
