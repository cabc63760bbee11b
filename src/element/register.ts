import { isAble } from './baseline.js';

/**
 * Registers the tag: the element, at once, or in a browser that is too old what stands in for it, when that has come. What
 * was registered before stays.
 */
export async function register(Link: CustomElementConstructor): Promise<void> {
  if (!isAble()) (await import('./hosted-page-link.js')).registerStandIn();
  else if (!customElements.get('svc-link')) customElements.define('svc-link', Link);
}
