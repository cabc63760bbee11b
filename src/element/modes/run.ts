import type { PersonEvent, State } from '../../flow/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import type { SvcLink } from '../svc-link.js';
import type { Translate } from '../translate.js';
import type { Warn } from '../warn.js';
import type { RunReport } from './run-report.js';

/** What a run of the hosted page needs. */
export interface RunHost {
  readonly link: SvcLink;
  readonly warn: Warn;
  readonly later: LaterSteps;
  /** The state of the run in this page, which has not begun. */
  readonly idle: State;
  /** Tokens that made a connection. */
  readonly spent: Set<string>;
  /** There is nothing more to show: closes. */
  readonly over: () => void;
}

/** One run of the widget in the hosted page, as this page sees it. */
export interface Run {
  readonly report: RunReport;
  /** Follows the properties, on each update. */
  follow(): void;
  /** Brings it before the person. */
  show(): void;
  /** What the person does on this side. */
  send(event: PersonEvent): void;
  /** Ends it; safe at any time. */
  close(): void;
  /** What stands in the page for it. */
  render(panel: (body?: unknown) => unknown, label: string, t: Translate): unknown;
}
