// Registers <svc-link>.
import { isAble } from './element/baseline.js';
import { SvcLink } from './element/index.js';

declare global {
  interface HTMLElementTagNameMap {
    'svc-link': SvcLink;
  }
}

// Two copies of the script on one page are one too many, but no reason to throw: the first one tells the developer.
const first = customElements.get('svc-link') as typeof SvcLink | undefined;
if (!first && isAble()) customElements.define('svc-link', SvcLink);
else if (!first)
  void import('./element/hosted-page-link.js').then(({ HostedPageLink }) => {
    if (!customElements.get('svc-link')) customElements.define('svc-link', HostedPageLink);
  });
else if (first !== SvcLink) first.second = SvcLink.version;

export { SvcLink };
