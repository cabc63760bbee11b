// Registers <svc-link>.
import { SvcLink } from './element/index.js';

declare global {
  interface HTMLElementTagNameMap {
    'svc-link': SvcLink;
  }
}

// Two copies of the script on one page are one too many, but no reason to throw.
if (!customElements.get('svc-link')) customElements.define('svc-link', SvcLink);

export { SvcLink };
