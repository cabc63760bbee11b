import type { ReactiveController } from 'lit';
import { createWindows } from '../../bridge/index.js';
import { chosenProvider, hasPicker, type Event, type State, type Windows } from '../../flow/index.js';
import { localeOf } from '../locale.js';
import { helpFor } from '../provider-help.js';
import { linkUrl } from '../safe-url.js';
import { laterStep, type LaterState } from '../steps/later-step.js';
import type { FirstView, Send } from '../steps/step-view.js';
import type { LinkHost } from '../link-host.js';
import type { Translate } from '../translate.js';
import { backButton } from '../ui/back-button.js';
import { notices } from '../ui/notices.js';
import type { Warn } from '../warn.js';
import { Announcer } from './announcer.js';
import { hintAt } from './developer-hints.js';
import { FormChecks } from './form-checks.js';
import { clearSecrets, PageLife } from './page-life.js';
import { watchPolicy } from './policy-watch.js';
import { statusOf } from './status-text.js';
import { placeOf, StepFocus } from './step-focus.js';

/** What the panel needs of the element. */
export interface StepsPanelHost {
  readonly link: LinkHost;
  readonly state: () => State;
  readonly send: (event: Event) => void;
  readonly translate: () => Translate;
  /** How many providers match the query. */
  readonly found: () => number;
  readonly warn: Warn;
}

/**
 * Owns what the element does only once the first screen stands: the later steps, the focus, what screen
 * readers are told. Does not own the flow.
 */
export class StepsPanel implements ReactiveController {
  readonly #host: StepsPanelHost;
  readonly #focus: StepFocus;
  readonly #announcer: Announcer;
  readonly #checks: FormChecks;
  #before: State;

  constructor(host: StepsPanelHost, acted: boolean) {
    this.#host = host;
    // What was typed while this loaded is still to be told.
    this.#before = { ...host.state(), query: '' };
    const { link } = host;
    this.#focus = new StepFocus(link, host.state, acted);
    this.#announcer = new Announcer(link);
    this.#checks = new FormChecks(link);
    new PageLife(link, host.send);
    watchPolicy(link, host.warn);
    link.addController(this);
  }

  /** The person has done something: from now on the focus follows the steps. */
  act(): void {
    this.#focus.act();
  }

  /** What concerns every step, above it. */
  notices(send: Send, t: Translate): unknown {
    return notices(this.#host.state(), send, t);
  }

  /** The way back, if there is one. */
  back(state: State, send: Send, t: Translate): unknown {
    return backButton(state, send, t);
  }

  step(state: LaterState, send: Send, t: Translate, first: FirstView): unknown {
    const { link } = this.#host;
    const { session, provider } = state;
    return laterStep(state, send, t, {
      ...first,
      chosen: chosenProvider(state) ?? null,
      help: helpFor(link.help, provider),
      appLogo: session?.brand?.logo ?? null,
      canChooseAnother: hasPicker(state),
      canConnectAnother: link.withAnother && state.options.canRenew,
      supportUrl: linkUrl(link.supportUrl),
      checks: this.#checks,
    });
  }

  windows(hostedUrl: string, token: () => string): Windows {
    return createWindows({ hostedUrl, token, locale: localeOf(this.#host.link, this.#host.warn) });
  }

  hostUpdate(): void {
    // A field that was left empty is of no interest in another step.
    const state = this.#host.state();
    if (state.step !== this.#before.step) this.#checks.clear();
    // Another code, or another try: an empty field.
    if (placeOf(state) !== placeOf(this.#before)) clearSecrets(this.#host.link);
  }

  hostUpdated(): void {
    const before = this.#before;
    const { link, state, warn } = this.#host;
    this.#before = state();
    hintAt(link, this.#before, warn);
    this.#tell(this.#before, before);
  }

  /** Tells a screen reader what changed without moving the focus. */
  #tell(state: State, before: State): void {
    const t = this.#host.translate();
    // Words about the place before would be heard, or found, in the wrong one.
    if (placeOf(state) !== placeOf(before)) this.#announcer.hush();
    if (state.step === 'select-provider' && before.step === state.step && state.query !== before.query) {
      const count = t.text('step.select-provider.count', { n: this.#host.found() });
      this.#announcer.say(count, t.locale, 'after-typing');
      return;
    }
    const text = statusOf(state, before, t);
    if (text) this.#announcer.say(text, t.locale);
  }
}
