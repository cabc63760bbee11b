import type { State, PersonEvent } from '../../flow/index.js';
import type { Message, MessageKey } from '../../messages/index.js';
import type { LaterSteps } from '../controllers/later-steps.js';
import type { LinkRun } from '../controllers/link-run.js';
import type { LinkHost } from '../link-host.js';
import type { Translate } from '../translate.js';
import type { Warn } from '../warn.js';

/** What a mode needs from the element. */
export interface ModeHost {
  readonly link: LinkHost;
  /** The run in this page. */
  readonly run: LinkRun;
  /** Loads the later steps, whose words and views a mode may use. */
  readonly load: () => Promise<LaterSteps | null>;
  readonly warn: Warn;
  /** The page's address as the element found it. */
  readonly address: string;
}

/** A way to present the widget other than in place, loaded when it is needed. */
export interface LoadedMode {
  /** The mode's own words. */
  readonly texts: Readonly<Partial<Record<MessageKey, Message>>>;
  /** Whether the run in this page may continue. */
  readonly runs: boolean;
  /** Replaces the state of the run in this page, if another run is shown. */
  readonly state?: State | undefined;
  /** The step that the person is in, if it is not the state's. */
  readonly step?: string;
  /** Takes the person's events, if they are not for the run in this page. */
  readonly send?: (event: PersonEvent) => void;
  /**
   * Makes `open` and what is shown agree before each update. `set`: whether the page or the person set
   * `open` just now.
   */
  settle(set: boolean): void;
  /** Whether something that the mode needs did not load. It then shows nothing, and `retry` tries again, inside a click. */
  readonly failed?: boolean;
  retry?(): void;
  /** `show()` is about to open the mode: opens what has to open inside the click, or shows again what is open already. */
  begin?(): void;
  /** The trigger was pressed again. */
  leave(): void;
  /** Ends the run. */
  close(): void;
  /** Ends the run and begins another. */
  restart(): void;
  /** What is shown while it is open; `panel` is the widget's own, around the step or around `body`. */
  render(panel: (body?: unknown) => unknown, label: string, t: Translate): unknown;
}
