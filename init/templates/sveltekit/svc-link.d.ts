import type { SvcLink, SvcLinkTemplateProps } from 'svc-link';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'svc-link': SvcLinkTemplateProps & HTMLAttributes<SvcLink>;
  }
}
