import type { PersonEvent } from '../../flow/index.js';
import type { Fault } from './fault.js';
import { HostedAccess } from './hosted-access.js';
import { formFieldsOf } from './link-settings.js';
import { withoutResult, wayBack } from './way-back.js';
import { RunReport } from './run-report.js';
import type { RunHost } from './run-host.js';
import type { Run } from './run.js';
import { showFault } from './show-fault.js';

/** Owns the way to the hosted page in this window. Does not own the way back, which another page handles. */
export class RedirectRun implements Run {
  readonly report: RunReport;
  readonly #host: RunHost;
  readonly #access: HostedAccess;

  constructor(host: RunHost) {
    const { link, warn } = host;
    this.#host = host;
    this.report = new RunReport(host);
    this.#access = new HostedAccess(link, warn, {
      ready: () => this.#leave(),
      failed: (fault) => this.#fail(fault),
      replaced() {},
    });
    addEventListener('pageshow', this.#onPageShow);
  }

  follow(): void {
    this.#access.follow();
  }

  /**
   * Goes there again if the person stopped the browser on its way, or the page did not let it go. A problem has its own button.
   */
  show(): void {
    if (!this.report.problem) void this.#access.obtain();
  }

  send({ type }: PersonEvent): void {
    if (type === 'leave-requested') this.#host.link.close();
    if (type !== 'retry-requested') return;
    this.report.problem = null;
    this.#host.link.requestUpdate();
    this.show();
  }

  close(): void {
    removeEventListener('pageshow', this.#onPageShow);
    this.#access.end();
    this.report.close(this.#access);
  }

  #leave(): void {
    const { link, warn, later } = this.#host;
    const { token, hostedUrl } = this.#access;
    wayBack(link).write('out');
    const fields = {
      ...formFieldsOf(link, token, later.localeOf(link, warn)),
      return_url: withoutResult(location.href),
    };
    later.postToHosted(window, hostedUrl, '_self', fields);
  }

  #fail(fault: Fault): void {
    showFault(fault, this.report, this.#host.link);
  }

  /** The page comes out of the back/forward cache: the person has turned back. */
  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#host.over();
  };

  /** Shown until the browser leaves the page, which may take long on a slow network. */
  render(panel: () => unknown): unknown {
    return panel();
  }
}
