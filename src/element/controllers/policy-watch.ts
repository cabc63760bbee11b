import type { ReactiveController } from 'lit';
import { absolute } from '../configuration.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';

/** Owns the listener for what the page's Content Security Policy keeps from the service. Does not own what follows. */
export class PolicyWatch implements ReactiveController {
  readonly #link: LinkHost;
  readonly #warn: Warn;

  constructor(link: LinkHost, warn: Warn) {
    this.#link = link;
    this.#warn = warn;
    link.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('securitypolicyviolation', this.#hear);
  }

  hostDisconnected(): void {
    document.removeEventListener('securitypolicyviolation', this.#hear);
  }

  readonly #hear = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    const address = absolute(this.#link.baseUrl);
    if (!address || disposition !== 'enforce') return;
    const { origin } = new URL(address);
    if (URL.canParse(blockedURI) && new URL(blockedURI).origin === origin)
      this.#warn('policy', `${effectiveDirective} ${origin}`);
  };
}
