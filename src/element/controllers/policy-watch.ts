import { absolute } from '../configuration.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';

/**
 * Warns the developer of requests to the service that the page's Content Security Policy blocks, while the element is in the
 * page. This code loads with the later steps, so it does not hear that the policy blocks the start. `inspect-service.ts` then
 * sends a request once more on a developer's machine; elsewhere the person's next attempt shows it.
 */
export function watchPolicy(link: LinkHost, warn: Warn): void {
  const type = 'securitypolicyviolation';
  const report = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    const address = absolute(link.baseUrl);
    if (!address || disposition !== 'enforce') return;
    const { origin } = new URL(address);
    if (`${blockedURI}/`.startsWith(`${origin}/`)) warn('policy', `${effectiveDirective} ${origin}`);
  };
  link.addController({
    hostConnected: () => document.addEventListener(type, report),
    hostDisconnected: () => document.removeEventListener(type, report),
  });
}
