import type { PersonEvent } from '../../flow/index.js';
import type { Fault } from './fault.js';
import { HostedAccess } from './hosted-access.js';
import { formFieldsOf } from './link-settings.js';
import { withoutResult, wayBack } from './way-back.js';
import { RunReport } from './run-report.js';
import type { RunHost } from './run-host.js';
import type { Run } from './run.js';
import { showFault } from './show-fault.js';

/** Owns the way to the hosted page in this very window. Does not own the way back, which is another page's. */
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

  show(): void {}

  send({ type }: PersonEvent): void {
    if (type === 'leave-requested') this.#host.link.close();
    if (type === 'retry-requested') void this.#access.obtain();
  }

  close(): void {
    removeEventListener('pageshow', this.#onPageShow);
    this.#access.end();
    this.report.close(this.#access);
  }

  #leave(): void {
    const { link, warn, later } = this.#host;
    const { token, hostedUrl } = this.#access;
    this.report.problem = null;
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

  /** Out of the back/forward cache: the person has turned back. */
  readonly #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#host.over();
  };

  render(panel: () => unknown): unknown {
    return this.report.problem ? panel() : null;
  }
}
