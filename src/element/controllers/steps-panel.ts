import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { chosenProvider, hasConnection, hasPicker, type State } from '../../flow/index.js';
import type { LinkProvider } from '../../contract/index.js';
import { enSteps, type MessageOverrides } from '../../messages/index.js';
import { adoptStyles } from '../adopt-styles.js';
import { helpFor } from '../provider-help.js';
import { linkUrl } from '../safe-url.js';
import { laterStep, type LaterState } from '../steps/later-step.js';
import { loading } from '../steps/loading.js';
import { notLoaded } from '../steps/not-loaded.js';
import type { FirstView, Send } from '../steps/step-view.js';
import { stepsStyles } from '../steps.styles.js';
import type { Translate } from '../translate.js';
import { backButton } from '../ui/back-button.js';
import { button } from '../ui/button.js';
import { notices } from '../ui/notices.js';
import { providerAction } from '../ui/provider-action.js';
import { Announcer } from './announcer.js';
import { hintAt } from './developer-hints.js';
import { dropClicksOnWhatCame } from './double-clicks.js';
import { FormChecks } from './form-checks.js';
import { clearSecrets, PageLife } from './page-life.js';
import type { PartLoader } from './part-loader.js';
import { watchPolicy } from './policy-watch.js';
import { ProviderList } from './provider-list.js';
import { rareParts } from './rare-parts.js';
import { disconnectedIn, isMended, statusOf } from './status-text.js';
import type { StepsPanelHost } from './steps-panel-host.js';
import { placeOf, StepFocus } from './step-focus.js';

/** Whether there may be a phone beside this device: it has a mouse, and a screen too wide for a phone's. */
const isDesktop = (): boolean => matchMedia('(pointer: fine)').matches && screen.width >= 800;

/**
 * Owns what the element does only after the first screen is drawn: the search, the later steps, the focus, and what screen
 * readers hear. Does not own the flow.
 */
export class StepsPanel implements ReactiveController {
  readonly #host: StepsPanelHost;
  readonly list: ProviderList;
  readonly #focus: StepFocus;
  readonly #announcer: Announcer;
  readonly #checks: FormChecks;
  readonly #parts: ReturnType<typeof rareParts>;
  /** Whether the person has asked for a phone just now. */
  #asked = false;
  #before: State;
  /** The provider that was just disconnected, as long as the list is shown. */
  #disconnected: LinkProvider | null = null;
  readonly #at: () => string;
  /** Where the person was before. */
  #place: string;

  constructor(host: StepsPanelHost, acted: boolean) {
    this.#host = host;
    // A screen reader has still to hear about what was typed while this code loaded.
    this.#before = { ...host.state(), query: '' };
    const { link } = host;
    this.list = new ProviderList(link);
    this.#announcer = new Announcer(link);
    this.#checks = new FormChecks(link, (text) => this.#announcer.say(text, host.translate().locale));
    this.#parts = rareParts({
      ...host,
      say: (text, locale) => this.#announcer.say(text, locale),
      isAsked: () => {
        const asked = this.#asked;
        this.#asked = false;
        return asked;
      },
    });
    const at = (): string => placeOf(host.state(), this.#parts.phone.part?.place() ?? '');
    this.#at = at;
    this.#place = at();
    this.#focus = new StepFocus(link, at, host.state(), acted, host.isOpened, () => this.#leftFrom());
    adoptStyles(link.renderRoot, stepsStyles);
    new PageLife(link, host.state, host.send);
    watchPolicy(link, host.warn);
    dropClicksOnWhatCame(link);
    link.addController(this);
  }

  /** The person has done something: from now on the focus follows the steps. */
  act(): void {
    this.#focus.act();
  }

  /** The notices that concern every step, shown above it. */
  notices(send: Send, t: Translate): unknown {
    return notices(this.#host.state(), this.#disconnected, send, t);
  }

  /** The way back, if there is one. */
  back(state: State, send: Send, t: Translate): unknown {
    return backButton(state, send, t);
  }

  /** The texts for a connection that exists already, once they have loaded; undefined for a new connection. */
  renewalWords(state: State, known: MessageOverrides): MessageOverrides | undefined {
    const { session, step } = state;
    const chosen = chosenProvider(state);
    // At `done` every connection exists, and a person who ends one needs none of these texts.
    const isThere = chosen && hasConnection(chosen) && step !== 'done' && step !== 'disconnect';
    if (!session || !(session.reconnect || isThere)) return undefined;
    const { renewal } = this.#parts;
    // If they do not load, the usual texts are shown.
    if (!renewal.failed) void renewal.load();
    return renewal.part?.renewalWords(known, session, chosen);
  }

  /** The English words of the parts that have loaded. */
  get words(): MessageOverrides {
    const { question, refusals, renewal } = this.#parts;
    return { ...enSteps, ...question.part?.enDisconnect, ...renewal.part?.enReconnect, ...refusals.part };
  }

  /** Whether a problem's words are still loading. Other languages have all words at once. */
  #waitsForWords(state: LaterState, t: Translate): boolean {
    const { part, failed, load } = this.#parts.refusals;
    const isProblem = state.step === 'problem';
    // A problem on the phone is a notice beside the step, which continues.
    const code = isProblem ? state.problem.code : state.step === 'handoff' && state.lastProblem?.code;
    if (!code || part || failed) return false;
    const isSaid = ['title', 'text', 'action'].every((each) => t.word(`problem.${code}.${each}`));
    if (!isSaid) void load();
    return !isSaid && isProblem;
  }

  step(state: LaterState, send: Send, t: Translate, first: FirstView): unknown {
    const { link } = this.#host;
    const { renewal, choice, question, phone, receipt } = this.#parts;
    const { session, provider } = state;
    if (session?.reconnect && !renewal.part && !renewal.failed) return loading(state, send, t, first);
    // It has no heading, so the focus waits for the heading of the problem.
    if (this.#waitsForWords(state, t))
      return html`<div part="progress" role="progressbar" aria-label=${t.text('step.loading.title')}></div>`;
    const chosen = chosenProvider(state) ?? null;
    return laterStep(state, send, t, {
      ...first,
      chosen,
      help: helpFor(link.help, provider, chosen?.hints),
      appLogo: session?.brand?.logo ?? null,
      // A run in the hosted page has its list there.
      canChooseAnother: hasPicker(state) && state.offered.length > 0,
      // With the same token in the same run, or with another token in the next run.
      canConnectAnother: session?.multiple ? hasPicker(state) : link.withAnother && state.options.canRenew,
      supportUrl: linkUrl(link.supportUrl),
      checks: this.#checks,
      phone: {
        offer: this.#offer(state, send, t),
        step: (...at) =>
          this.#shown(phone, ({ step }) => step(...at, first.headingLevel, this.#checks), ...at, first),
      },
      disconnect: (...at) =>
        this.#shown(question, ({ disconnect }) => disconnect(...at, { ...first, chosen }), ...at, first),
      choice,
      receipt,
    });
  }

  /** What else can be done with a provider of the list. */
  readonly actionsOf = (provider: LinkProvider, send: Send, t: Translate): unknown =>
    this.#host.state().session?.manage ? providerAction(provider, send, t) : nothing;

  /**
   * If the person is back in the list from the question: the button that led to it, or the row if there is no connection to end.
   */
  #leftFrom(): HTMLElement | null {
    const { step, problem, provider } = { problem: null, ...this.#before };
    const { link, state } = this.#host;
    const { step: now, providers, query } = state();
    if (now !== 'select-provider' || (problem?.from ?? step) !== 'disconnect') return null;
    const number = this.list.search(providers, query).findIndex(({ slug }) => slug === provider) + 1;
    return link.renderRoot.querySelector(`[aria-posinset="${number}"] > button:last-child`);
  }

  #offer({ session, confirming }: State, send: Send, t: Translate): unknown {
    if (confirming !== null || !session?.can_hand_off || !this.#host.askHandoff() || !isDesktop())
      return nothing;
    const ask = (): void => {
      this.#asked = true;
      send({ type: 'handoff-requested' });
    };
    return button('secondary-action', ask, t('step.handoff.offer'));
  }

  /** A step whose code is a part of its own, which loads when it is shown. */
  #shown<Module, Part>(
    { part, failed, load }: PartLoader<Module, Part>,
    show: (part: Part) => TemplateResult,
    ...[state, send, t, view]: Parameters<typeof loading>
  ): TemplateResult {
    if (part) return show(part);
    if (failed) return notLoaded({ ...view, hasRetried: false, retry: () => void load() }, t);
    void load();
    return loading(state, send, t, view);
  }

  hostUpdate(): void {
    const { link, send } = this.#host;
    const state = this.#host.state();
    if (state.step !== this.#before.step) this.#disconnected = disconnectedIn(state, this.#before);
    // Read from the field, because a program may fill it in without an event. It is kept for its provider, whatever is drawn
    // next.
    const typed = link.renderRoot.querySelector<HTMLInputElement>('#username')?.value ?? state.username;
    const isKept = (['username', 'typedFor'] as const).every((key) => state[key] === this.#before[key]);
    if (isKept && typed !== state.username) send({ type: 'username-changed', username: typed });
    if (this.#at() === this.#place) return;
    // For another code, or another attempt, the field begins empty. A field that was left empty before no longer counts.
    clearSecrets(link);
    this.#checks.clear();
    // A form never keeps what stood in the form of another provider, even if no other step was drawn between the two.
    if (state.typedFor !== this.#before.typedFor) link.renderRoot.querySelector('form')?.reset();
  }

  hostUpdated(): void {
    const before = this.#before;
    const { link, state, warn } = this.#host;
    this.#before = state();
    hintAt(link, this.#before, warn);
    const place = this.#at();
    // Words about the earlier place would be heard, or found, in the wrong one. The same is true of a warning that has ended.
    if (place !== this.#place || isMended(this.#before, before)) this.#announcer.hush();
    this.#place = place;
    this.#tell(this.#before, before);
  }

  /** Tells a screen reader what changed without moving the focus. */
  #tell(state: State, before: State): void {
    const t = this.#host.translate();
    if (state.step === 'select-provider' && before.step === state.step && state.query !== before.query) {
      const n = this.list.count(state.providers, state.query);
      // Said once the search has loaded.
      if (n === null) this.#before = { ...state, query: before.query };
      else this.#announcer.say(t.text('step.select-provider.count', { n }), t.locale, 'after-typing');
      return;
    }
    const { active, title } = this.#focus;
    // The focus does not go to the step if the person is elsewhere in the page, or has only waited since it was loaded. What was
    // opened is an answer from its first step on.
    const isUnread = state.step !== before.step && (before.ready || this.#host.link.open) && !active;
    const text = statusOf(state, before, t) ?? (isUnread && title?.textContent);
    if (text) this.#announcer.say(text, t.locale);
  }
}
