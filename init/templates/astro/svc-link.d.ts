import type { SvcLinkAttributes } from 'svc-link';

declare global {
  namespace astroHTML.JSX {
    interface IntrinsicElements {
      'svc-link': SvcLinkAttributes & HTMLAttributes;
    }
  }
}
