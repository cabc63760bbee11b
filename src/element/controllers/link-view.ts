import { html, nothing } from 'lit';
import { chosenProvider, type PersonEvent, type State } from '../../flow/index.js';
import { enFirst } from '../../messages/index.js';
import { kindOf } from '../attributes.js';
import type { LinkHost } from '../link-host.js';
import { loading } from '../steps/loading.js';
import { notLoaded } from '../steps/not-loaded.js';
import { selectProvider } from '../steps/select-provider.js';
import type { FirstView } from '../steps/step-view.js';
import { createTranslate, type Translate } from '../translate.js';
import { closeIcon } from '../ui/icons.js';
import { nameOf, nameOfSlug } from '../ui/provider-words.js';
import type { Warn } from '../warn.js';
import type { LaterSteps } from './later-steps.js';
import type { LinkRun } from './link-run.js';
import { Logos } from './logos.js';
import type { Modes } from './modes.js';
import type { PartLoader } from './part-loader.js';
import { SpokenLanguage } from './spoken-language.js';
import type { StepsPanel } from './steps-panel.js';

/** What the view gets from the element. */
export interface LinkViewHost {
  readonly link: LinkHost;
  readonly run: LinkRun;
  readonly modes: Modes;
  readonly later: PartLoader<LaterSteps, StepsPanel>;
  readonly warn: Warn;
  /** Whether the page exists for the widget alone, as the hosted page does. */
  readonly isOpened: boolean;
}

/** Owns what is shown: the trigger, the panel, the step in it, and its words. Does not own the run, nor how it is presented. */
export class LinkView {
  readonly #host: LinkViewHost;
  readonly #logos: Logos;
  readonly #language: SpokenLanguage;
  #acted = false;
  /** Whether the person has tried to load again what did not load. */
  #hasRetried = false;

  constructor(host: LinkViewHost) {
    const { link, warn } = host;
    this.#host = host;
    this.#logos = new Logos(link);
    this.#language = new SpokenLanguage(link, warn);
  }

  /** The state of the run that is shown, in this page or in the hosted one. */
  get state(): State {
    const { run, modes } = this.#host;
    return modes.current?.state ?? run.state;
  }

  /** Resolves once there are words to show. */
  get words(): Promise<void> {
    return this.#language.ready;
  }

  /** Makes the panel of the later steps. */
  createPanel({ StepsPanel }: LaterSteps): StepsPanel {
    const { link, run, warn, isOpened } = this.#host;
    const host = {
      link,
      state: () => this.state,
      send: run.send,
      askHandoff: () => run.service?.handoff,
      translate: () => this.#translate(this.state),
      warn,
      isOpened,
    };
    return new StepsPanel(host, this.#acted);
  }

  /** The person has done something, even if only on the page. If what they pressed goes away, the focus now comes here. */
  act(): void {
    this.#acted = true;
    this.#host.later.part?.act();
  }

  render(): unknown {
    const { link, modes } = this.#host;
    const state = this.state;
    const t = this.#translate(state);
    const label = link.label?.trim?.() || t.text('common.label');
    const kind = kindOf(link.mode);
    if (!kind) return this.#panel(state, t, label);
    const panel = (body?: unknown) => this.#panel(state, t, kind === 'overlay' ? nothing : label, body);
    const shown =
      link.open &&
      (modes.failed
        ? this.#panel(
            state,
            t,
            label,
            this.#notLoaded(() => modes.retry(), modes.isTrying, t),
          )
        : modes.current?.render(panel, label, t));
    /* eslint-disable lit-a11y/click-events-have-key-events -- what stands in the slot is a button */
    return html`
      <slot name="trigger" @click=${this.#press} @slotchange=${() => link.requestUpdate()}
        ><button part="action" type="button"><span>${label}</span></button></slot
      >
      ${shown || status()}
    `;
    /* eslint-enable lit-a11y/click-events-have-key-events */
  }

  readonly #press = ({ detail }: MouseEvent): void => {
    const { link, modes } = this.#host;
    // The second click of a double click shows again a window that the first click opened, but closes nothing.
    if (!link.open) link.show();
    else if (!(detail > 1) || link.mode === 'window') modes.current?.leave();
  };

  readonly #send = (event: PersonEvent): void => {
    const { run, modes, later } = this.#host;
    this.act();
    // A person who tries again sees what failed until the new attempt has ended.
    void (event.type === 'retry-requested' ? later.load() : later.begin());
    (modes.current?.send ?? run.send)(event);
  };

  #translate(state: State): Translate {
    const { link, modes, later } = this.#host;
    const { texts, tag, numbers } = this.#language;
    const { session } = state;
    const chosen = chosenProvider(state);
    const catalogue = { ...enFirst, ...later.part?.words, ...modes.current?.texts, ...texts };
    const overrides = link.messages ?? {};
    return createTranslate({
      catalogue,
      overrides: { ...overrides, ...later.part?.renewalWords(state, { ...catalogue, ...overrides }) },
      locale: tag,
      numbers,
      provider: chosen ? nameOf(chosen) : state.provider && nameOfSlug(state.provider),
      app: session?.app_name?.trim() || session?.brand?.name?.trim() || null,
    });
  }

  /** The panel around the step, or around `body` in its place. */
  #panel(
    state: State,
    t: Translate,
    label: string | typeof nothing,
    body: unknown = this.#step(state, t),
  ): unknown {
    const { link, run, later } = this.#host;
    if (run.closed) return status();
    return html`
      <section part="panel" lang=${t.locale} dir=${t.direction ?? nothing} aria-label=${label}>
        <header part="header">
          ${later.part?.back(state, this.#send, t)}
          <div class="app">
            <slot name="header"><bdi>${t.app}</bdi></slot>
          </div>
          <button
            part="close"
            type="button"
            aria-label=${t.text('common.close')}
            @click=${() => link.close()}
          >
            ${closeIcon}
          </button>
        </header>
        <div part="body">${body}</div>
        <footer part="footer"><slot name="footer"></slot></footer>
      </section>
      ${status()}
    `;
  }

  #step(state: State, t: Translate): unknown {
    const { link, later } = this.#host;
    const { headingLevel, withoutSearch } = link;
    const view: FirstView = {
      headingLevel,
      withoutSearch,
      logos: this.#logos,
      list: later.part?.list,
      actionsOf: later.part?.actionsOf,
    };
    if (this.#language.waits) return loading(state, this.#send, t, view);
    const panel = later.part;
    const top = panel?.notices(this.#send, t);
    switch (state.step) {
      case 'closed':
      case 'loading':
        return loading(state, this.#send, t, view);
      case 'select-provider':
        return html`${top}${selectProvider(state, this.#send, t, view)}`;
      case 'disconnect':
      case 'sign-in':
      case 'authorize':
      case 'handoff':
      case 'connecting':
      case 'challenge':
      case 'done':
      case 'problem':
        if (panel) return html`${top}${panel.step(state, this.#send, t, view)}`;
        if (later.failed)
          return this.#notLoaded(() => this.#send({ type: 'retry-requested' }), later.isTrying, t);
        void later.load();
        return loading(state, this.#send, t, view);
      default:
        return state satisfies never;
    }
  }

  #notLoaded(retry: () => void, isTrying: boolean, t: Translate): unknown {
    const { headingLevel } = this.#host.link;
    const again = (): void => {
      this.#hasRetried = true;
      this.#language.retry();
      retry();
    };
    return notLoaded({ headingLevel, hasRetried: this.#hasRetried && !isTrying, retry: again }, t);
  }
}

const status = () => html`<slot name="status"></slot>`;
