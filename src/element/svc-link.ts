import { LitElement, type PropertyValues } from 'lit';
import type { MessageOverrides } from '../messages/index.js';
import { version } from '../version.js';
import type { TokenProvider } from './token-provider.js';
import { adoptStyles } from './adopt-styles.js';
import { kindOf, wordList, type Mode } from './attributes.js';
import { importByProgram } from './controllers/by-program.js';
import { importSteps } from './controllers/later-steps.js';
import { LinkRun, type ChangePorts } from './controllers/link-run.js';
import { LinkView } from './controllers/link-view.js';
import { Modes } from './controllers/modes.js';
import { PartLoader } from './controllers/part-loader.js';
import { firstStyles } from './first-styles.js';
import { glance } from './glance.js';
import { inTurn } from './in-turn.js';
import type { ProviderHelp } from './provider-help.js';
import { describeTrigger, triggerOf } from './modes/trigger.js';
import type { LinkHost } from './link-host.js';
import type { LinkOutcome, OpenOptions } from './open-link.js';
import { setStates } from './states.js';
import { warnOnce } from './warn.js';

/**
 * Connects a person's wearable or health-data provider with a link token. In place it starts when it is in the
 * page and has `base-url` and a token or a `tokenProvider`; in every other mode it starts when it is opened.
 *
 * @tagname svc-link
 * @example <svc-link base-url="https://link.example.com" link-token="…"></svc-link>
 *
 * @slot trigger - Opens the widget in every mode but `inline`; if the slot is empty, a button with the widget's name does.
 * @slot header - Shown in the header, in place of the app's name.
 * @slot footer - Shown below every step.
 * @slot empty - Shown if there is no provider, or if none is found.
 * @slot done - Shown below the heading of the last step, in place of its text.
 * @slot fallback - Shown in browsers that are too old for the widget, and only there.
 * @slot status - Holds the `aria-live` node for screen readers, which the element adds as its own child in the page; leave it alone.
 *
 * @fires {SvcOpenEvent} svc-open - The dialog, popover, frame or window opened.
 * @fires {SvcCloseEvent} svc-close - The dialog, popover, frame or window closed.
 * @fires {SvcReadyEvent} svc-ready - The first screen can be used.
 * @fires {SvcStepEvent} svc-step - The step changed.
 * @fires {SvcSuccessEvent} svc-success - The provider is connected; the detail is the public result.
 * @fires {SvcDisconnectEvent} svc-disconnect - The person ended a connection, which only a token with `manage` lets them do.
 * @fires {SvcErrorEvent} svc-error - A problem is shown, even if the person can fix it.
 * @fires {SvcExpiringEvent} svc-expiring - The token ends in two minutes.
 * @fires {SvcExitEvent} svc-exit - The run ended; sent exactly once for each run.
 * @fires {SvcRedirectEvent} svc-redirect - About to follow the redirect URL; `preventDefault()` keeps the page.
 *
 * @csspart panel - The whole widget; in mode `frame` the box that holds it, in mode `window` what the page shows meanwhile.
 * @csspart header - The bar at the top.
 * @csspart back - The button to the step before.
 * @csspart close - The button that leaves.
 * @csspart body - What the step shows.
 * @csspart footer - The bar at the bottom.
 * @csspart title - A step's heading.
 * @csspart search - The search over the providers.
 * @csspart search-input - The field of the search.
 * @csspart provider-list - The list, which scrolls.
 * @csspart provider - A provider in the list.
 * @csspart provider-logo - A logo, or the letter in its place.
 * @csspart provider-name - A provider's name.
 * @csspart provider-badge - Says that a provider is connected already, that its connection is broken, or that it fails at the moment.
 * @csspart provider-action - The button that ends the connection with a provider.
 * @csspart empty - Says that there is no provider, or that none is found.
 * @csspart consent - What will be shared, and with whom.
 * @csspart form - A form.
 * @csspart field - A label with its input.
 * @csspart label - A field's label.
 * @csspart input - Any input.
 * @csspart username-input - The user name.
 * @csspart password-input - The password.
 * @csspart reveal - The switch that shows the password.
 * @csspart region-select - The region.
 * @csspart code-input - The one-time code.
 * @csspart hint - Help for a field.
 * @csspart field-error - What is wrong with a field.
 * @csspart submit - The button that sends a form.
 * @csspart action - The main button of any other step.
 * @csspart secondary-action - Any other button or link.
 * @csspart notice - A message above the step or the form.
 * @csspart problem - A problem's screen.
 * @csspart reference - The request id on a problem's screen.
 * @csspart spinner - Turns while a code or a number is checked.
 * @csspart progress - Shown while something loads, is being connected, or goes on in a window.
 * @csspart done - The last step.
 * @csspart popover - The frame around the panel of a popover.
 *
 * @cssproperty --svc-link-accent - The brand's colour: buttons, links and focus. As text, border and focus ring it is moved towards black or white until it can be read on the surface. `light-dark(#3156d3, #a9bcff)` by default.
 * @cssproperty --svc-link-on-accent - Text on the accent; black or white by default, whichever can be read.
 * @cssproperty --svc-link-surface - Background, `light-dark(#fff, #17191e)`.
 * @cssproperty --svc-link-subtle - Background of parts that are set apart, such as the search and the consent, `light-dark(#f4f5f8, #20232a)`.
 * @cssproperty --svc-link-text - Text, `light-dark(#14171f, #eef0f4)`.
 * @cssproperty --svc-link-muted - Text that matters less, `light-dark(#59606e, #a6adba)`.
 * @cssproperty --svc-link-border - Hairlines, `light-dark(#e4e7ec, #2d3138)`.
 * @cssproperty --svc-link-control - Outlines of inputs, `light-dark(#858c9a, #767e8c)`.
 * @cssproperty --svc-link-danger - What is wrong, `light-dark(#b3261e, #ffb3ab)`.
 * @cssproperty --svc-link-success - What is done, `light-dark(#14713f, #7fd9a6)`.
 * @cssproperty --svc-link-shadow - The shadow of the panel, a soft one by default; `none` for none.
 * @cssproperty --svc-link-radius - Corners of buttons and inputs, 0.75rem; the panel's are half a rem more.
 * @cssproperty --svc-link-font - Font family, `system-ui, sans-serif`.
 * @cssproperty --svc-link-font-size - Size of the text, 0.9375rem; every other size follows.
 * @cssproperty --svc-link-heading-font - Font family of the headings, the text's by default.
 * @cssproperty --svc-link-space - The unit of white space, 1rem.
 * @cssproperty --svc-link-density - 1 is comfortable, 0.75 compact. No target is ever less than 2.75rem high.
 * @cssproperty --svc-link-motion - How long a step takes to come in, 0.2s; 0s for no motion. There is none if the person asked for reduced motion.
 * @cssproperty --svc-link-width - Greatest width, 27.5rem.
 * @cssproperty --svc-link-height - Least height, 36rem; in a dialog or popover the height, if there is room.
 * @cssproperty --svc-link-backdrop - What a dialog lays over the page, `rgb(10 14 24 / 50%)`.
 *
 * @cssstate busy - The service or the provider is at work.
 * @cssstate loading - A step; so are the following.
 * @cssstate select-provider
 * @cssstate disconnect
 * @cssstate sign-in
 * @cssstate authorize
 * @cssstate handoff
 * @cssstate connecting
 * @cssstate challenge
 * @cssstate done
 * @cssstate problem
 * @cssstate closed
 */
export class SvcLink extends LitElement implements LinkHost {
  /** The version of this package. */
  static readonly version = version;

  /** @internal The version of another copy of this package that wanted to register the element too. */
  declare static second: string | undefined;

  static override properties = {
    linkToken: { attribute: 'link-token' },
    tokenProvider: { attribute: false },
    baseUrl: { attribute: 'base-url' },
    hostedUrl: { attribute: 'hosted-url' },
    mode: { reflect: true, useDefault: true },
    open: { type: Boolean, reflect: true },
    provider: {},
    providers: { converter: wordList },
    locale: {},
    messages: { attribute: false },
    help: { attribute: false },
    redirectOn: { attribute: 'redirect-on', converter: wordList },
    withoutSearch: { type: Boolean, attribute: 'without-search' },
    withAnother: { type: Boolean, attribute: 'with-another' },
    label: {},
    headingLevel: { type: Number, attribute: 'heading-level' },
    supportUrl: { attribute: 'support-url' },
  };

  readonly #internals = this.attachInternals?.();
  readonly #later = new PartLoader(this, importSteps, (steps) => this.#view.createPanel(steps));
  readonly #modes: Modes;
  readonly #run: LinkRun;
  readonly #view: LinkView;
  #isBegun = false;

  /** The link token that your server got. It is never reflected, logged, stored, or put in a URL or an event. */
  declare linkToken: string | null | undefined;
  /** Called for a link token if none is set, and for a new one when the token ends. */
  declare tokenProvider: TokenProvider | undefined;
  /** Address of the service. */
  declare baseUrl: string | null | undefined;
  /** Address of the hosted page, `{base-url}/link/` by default. */
  declare hostedUrl: string | null | undefined;
  /** How the widget is presented: in place, over the page, or by the hosted page in a frame, a window or this tab. */
  declare mode: Mode;
  /** Whether a dialog, popover, frame or window is open; `inline` has none. */
  declare open: boolean;
  /** Slug of the provider to go straight to. */
  declare provider: string | null | undefined;
  /** Slugs of the providers to show, in this order; all of them if it is empty. */
  declare providers: readonly string[] | null;
  /** BCP 47 tag of the language. If it is not set: the nearest `lang`, then the browser's language. */
  declare locale: string | null | undefined;
  /** Texts that replace the widget's own, by key; in a window, only if the token's `allowed_origins` name the page. */
  declare messages: MessageOverrides | undefined;
  /** Instructions, field names, regions and the forgot-password address of providers, by slug. */
  declare help: Readonly<Record<string, ProviderHelp>> | undefined;
  /** When to follow the redirect URL: `success`, `error`, `cancel`; `none` for never. If not set, as the link token says. */
  declare redirectOn: readonly string[] | null;
  /** Leaves out the search box. */
  declare withoutSearch: boolean;
  /** Offers another connection after one is made, by a token from `tokenProvider`; a token with `multiple` does so anyway. */
  declare withAnother: boolean;
  /** The widget's accessible name. */
  declare label: string | null | undefined;
  /** Level of the steps' headings, 1 to 6. */
  declare headingLevel: number;
  /** Address where people get help with a problem that they cannot fix. */
  declare supportUrl: string | null | undefined;

  constructor();
  /** @internal For the hosted page, which changes the ports of each run. */
  constructor(changePorts: ChangePorts);
  constructor(changePorts?: ChangePorts) {
    super();
    const warn = warnOnce();
    const run = (this.#run = new LinkRun(this, {
      later: this.#later,
      words: () => this.#view.words,
      warn,
      changePorts,
      runs: () => this.#shown,
    }));
    const modes = (this.#modes = new Modes({ link: this, run, load: this.#later.load, warn }));
    this.#view = new LinkView({ link: this, run, modes, later: this.#later, warn, isOpened: !!changePorts });
    this.mode = 'inline';
    this.open = false;
    this.providers = null;
    this.redirectOn = null;
    this.withoutSearch = false;
    this.withAnother = false;
    this.headingLevel = 2;
    glance(this, warn);
  }

  /** What a server rendered stays until the element is drawn. */
  protected override createRenderRoot(): ShadowRoot {
    return this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  }

  /** The first update sends the request, and only then reads the styles, which takes a browser longer. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    if (this.#isBegun) return super.scheduleUpdate();
    this.#isBegun = true;
    this.#run.hostUpdate();
    return inTurn(() => {
      for (const sheet of firstStyles) adoptStyles(this.renderRoot, sheet);
      this.renderRoot.replaceChildren();
      void super.scheduleUpdate();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#modes.settle(changed.has('open'));
  }

  protected override updated(): void {
    const { state } = this.#view;
    // Before its first run the flow is `closed`, but the person sees that something loads.
    const local = !this.#shown ? 'closed' : state.run > 0 ? state.step : 'loading';
    const step = this.#modes.current?.step ?? local;
    setStates(this.#internals?.states, step, 'busy' in state && state.busy);
    if (state.ready) this.#later.loadWhenIdle();
    describeTrigger(this.renderRoot, this.mode === 'redirect' ? null : this.open);
  }

  /**
   * Opens a dialog without a tag in the page, and removes it once the person has left. Resolves once, with how it ended. Rejects
   * with a `TypeError` if it is called in a way that cannot work.
   */
  static open(options: OpenOptions): Promise<LinkOutcome> {
    const failed = (): LinkOutcome => ({ outcome: 'error', results: [] });
    return importByProgram().then(({ openLink }) => openLink(this, options), failed);
  }

  /** Opens the dialog, popover, frame or window, or goes to the hosted page; brings it to the front if it is open. In place there is nothing to open. */
  show(): void {
    if (!kindOf(this.mode)) return;
    // First, because some browsers run the page's code while they open a window: nothing may follow from `open` until then.
    this.#modes.current?.begin?.();
    this.open = true;
  }

  /** Ends the run, as `cancelled` if it has not ended. In place the panel is empty until `restart()`. */
  close(): void {
    this.#modes.shown?.close();
    this.open = false;
  }

  /** Ends the run and begins another. Opens the widget if it is closed. */
  restart(): void {
    this.#modes.shown?.restart();
    this.#view.act();
    this.show();
  }

  /** Loads ahead what opening needs, the language too, and connects to the service. Sends the service no request. */
  preload(): void {
    const failed = (): void => {};
    importByProgram().then(({ preloadLink }) => preloadLink(this), failed);
  }

  /** Puts the focus where the person goes on: the field or the heading of the step, or what opens the widget. */
  override focus(options?: FocusOptions): void {
    const root = this.shadowRoot;
    const stop =
      root?.querySelector<HTMLElement>('[data-focus]') ?? root?.querySelector<HTMLElement>('[part=title]');
    (stop ?? (root && triggerOf(root)))?.focus(options);
  }

  /** Whether the run in this page may go on. Until then nothing is fetched. */
  get #shown(): boolean {
    return !kindOf(this.mode) || this.#modes.current?.runs === true;
  }

  protected override render(): unknown {
    return this.#view.render();
  }
}
