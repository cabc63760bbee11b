import type { Event, State } from '../../flow/index.js';
import type { LinkHost } from '../link-host.js';
import type { Translate } from '../translate.js';
import type { Warn } from '../warn.js';
import type { AskHandoff } from './phone-panel.js';

/** What the panel needs from the element. */
export interface StepsPanelHost {
  readonly link: LinkHost;
  readonly state: () => State;
  readonly send: (event: Event) => void;
  readonly translate: () => Translate;
  /** Undefined if the run cannot be continued on a phone. */
  readonly askHandoff: () => AskHandoff | undefined;
  readonly warn: Warn;
  /** Whether the page exists for the widget alone, as the hosted page does. */
  readonly isOpened: boolean;
}
