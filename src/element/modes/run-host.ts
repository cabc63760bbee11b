import type { State } from '../../flow/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';

/** What a run of the hosted page needs. */
export interface RunHost {
  readonly link: LinkHost;
  readonly warn: Warn;
  readonly later: LaterSteps;
  /** The state of the run in this page, which has not begun. */
  readonly idle: State;
  /** Tokens that made a connection. */
  readonly spent: Set<string>;
  /** There is nothing more to show: closes. */
  readonly over: () => void;
}
