import { absolute } from '../configuration.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';

/**
 * Tells the developer what the page's Content Security Policy keeps from the service, while the element is in the page. It
 * loads with the later steps. If the policy has stopped the start, which comes before them, they ask once more on a
 * developer's machine (`inspect-service.ts`), and elsewhere a person's next try shows it.
 */
export function watchPolicy(link: LinkHost, warn: Warn): void {
  const type = 'securitypolicyviolation';
  const report = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    const address = absolute(link.baseUrl);
    if (!address || disposition !== 'enforce') return;
    const { origin } = new URL(address);
    if (URL.canParse(blockedURI) && new URL(blockedURI).origin === origin)
      warn('policy', `${effectiveDirective} ${origin}`);
  };
  link.addController({
    hostConnected: () => document.addEventListener(type, report),
    hostDisconnected: () => document.removeEventListener(type, report),
  });
}
