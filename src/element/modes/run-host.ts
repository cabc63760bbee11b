import type { LaterSteps } from '../controllers/later-steps.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';

/** What a run of the hosted page needs. */
export interface RunHost {
  readonly link: LinkHost;
  readonly warn: Warn;
  readonly later: LaterSteps;
  /** Closes the widget, because there is nothing more to show. */
  readonly over: () => void;
}
