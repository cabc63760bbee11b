import { isAble } from './baseline.js';

/**
 * Registers the element at once. In a browser that is too old, registers its stand-in once that has loaded. An earlier
 * registration stays.
 */
export async function register(Link: CustomElementConstructor): Promise<void> {
  if (!isAble()) (await import('./hosted-page-link.js')).registerStandIn();
  else if (!customElements.get('svc-link')) customElements.define('svc-link', Link);
}
