import type { PersonEvent } from '../../flow/index.js';
import type { Translate } from '../translate.js';
import type { RunReport } from './run-report.js';

/** One run of the widget in the hosted page, as this page sees it. */
export interface Run {
  readonly report: RunReport;
  /** Follows the properties, on each update. */
  follow(): void;
  /** Brings it to the front. */
  show(): void;
  /** Takes what the person does on this side. */
  send(event: PersonEvent): void;
  /** Ends it; safe at any time. */
  close(): void;
  /** What the page shows for it. */
  render(panel: (body?: unknown) => unknown, label: string, t: Translate): unknown;
}
