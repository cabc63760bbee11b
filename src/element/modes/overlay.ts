import { html, nothing, type ReactiveController } from 'lit';
import { enOverlay } from '../../messages/index.js';
import { adoptStyles } from '../adopt-styles.js';
import { kindOf, type ModeOf } from '../attributes.js';
import type { LinkRun } from '../controllers/link-run.js';
import { emit } from '../emit.js';
import type { LinkHost } from '../link-host.js';
import type { Translate } from '../translate.js';
import { BesideTrigger } from './beside-trigger.js';
import { Dismissal } from './dismissal.js';
import { focused, isNowhere } from './focus.js';
import type { LoadedMode, ModeHost } from './loaded-mode.js';
import { overlayStyles } from './overlay.styles.js';
import { question } from './question.js';
import { triggerOf } from './trigger.js';
import { WithinSheet } from './within-sheet.js';
import { wouldBeLost, type Loss } from './would-be-lost.js';

/** Whether a `<dialog>` holds the panel in each mode. */
const isDialog: Readonly<Record<ModeOf<'overlay'>, boolean>> = { dialog: true, popover: false };

export const createMode = (host: ModeHost): LoadedMode => new Overlay(host);

/**
 * Owns the dialog or popover around the panel: opens and closes it with `open`, asks before it closes if something would be lost,
 * and moves the focus in and back. Does not own the run, nor the steps inside.
 */
class Overlay implements LoadedMode, ReactiveController {
  readonly texts = enOverlay;

  readonly #link: LinkHost;
  readonly #run: LinkRun;
  readonly #beside: BesideTrigger;
  readonly #dismissal: Dismissal;
  readonly #sheet = new WithinSheet(() => this.#frame);
  #open = false;
  /** The session of the last run: when the overlay closes, the run has none any more. */
  #session: string | null = null;
  #shown = false;
  /** The dialog or popover that is shown now. */
  #frame: HTMLElement | null = null;
  /** What had the focus before the overlay opened. */
  #before: HTMLElement | null = null;
  #entered = false;
  #asking = false;
  /** What had the focus when the question was asked. */
  #asked: HTMLElement | null = null;

  constructor({ link, run }: ModeHost) {
    this.#link = link;
    this.#run = run;
    const root = link.renderRoot;
    this.#beside = new BesideTrigger(root, () => link.requestUpdate());
    this.#dismissal = new Dismissal({
      link,
      frame: () => this.#frame,
      loses: () => this.#loss !== null,
      leave: () => this.leave(),
    });
    adoptStyles(root, overlayStyles);
    link.addController(this);
  }

  get runs(): boolean {
    return this.#link.open;
  }

  close(): void {
    if (this.#link.open) this.#run.close();
  }

  /** The next update begins another run. */
  restart(): void {
    this.#run.forget();
    this.#link.requestUpdate();
  }

  /**
   * Makes `open` and the run agree before each update: a closed overlay has no run, and the end of a run closes the overlay.
   * `set`: whether the page or the person set `open` just now.
   */
  settle(set: boolean): void {
    const link = this.#link;
    const was = this.#open;
    this.#session = this.#run.state.session?.link_session_id ?? this.#session;
    const over = kindOf(link.mode) === 'overlay';
    const ended = this.#run.closed;
    if (!link.isConnected || (was && (!over || (ended && !set)))) link.open = false;
    this.#open = over && link.open;
    if (over && ended) this.#run.forget();
    if (!this.#open || was) return;
    this.#before = focused();
    this.#session = null;
    emit(link, { name: 'svc-open', detail: {} });
  }

  /** Leaves; asks first if something would be lost. */
  leave(): void {
    if (this.#asking || !this.#loss) return this.#link.close();
    this.#asking = true;
    this.#asked = focused();
    this.#link.requestUpdate();
  }

  hostConnected(): void {
    // The element was moved in the page, and a moved dialog or popover leaves the top layer.
    if (this.#frame) this.#show(this.#frame);
  }

  hostDisconnected(): void {
    // Frameworks move an element by taking it out and putting it back in.
    queueMicrotask(() => this.#link.requestUpdate());
    this.#listen('removeEventListener');
    this.#beside.letGo();
  }

  hostUpdate(): void {
    if (this.#asking && !this.#loss) this.#asking = false;
    this.#panel?.toggleAttribute('inert', this.#asking);
  }

  hostUpdated(): void {
    const link = this.#link;
    const was = this.#frame;
    const frame = link.isConnected ? link.renderRoot.querySelector<HTMLElement>('.over') : null;
    this.#frame = frame;
    if (this.#shown && !this.#open) this.#hidden();
    this.#shown = this.#open;
    if (!frame) return;
    if (frame !== was) this.#show(frame);
    this.#beside.follow(frame);
    this.#enter();
    const first = this.#asking && frame.querySelector<HTMLElement>('.leaving button');
    if (first && !first.parentElement?.matches(':focus-within')) first.focus();
  }

  get #panel(): HTMLElement | null {
    return this.#frame && this.#frame.querySelector<HTMLElement>('[part=panel]');
  }

  get #loss(): Loss | null {
    return wouldBeLost(this.#run.state, this.#link.renderRoot);
  }

  #show(frame: HTMLElement): void {
    this.#listen('addEventListener');
    const panel = this.#panel;
    // Otherwise the browser would focus the first button, and a screen reader would say that as well.
    if (panel) Object.assign(panel, { tabIndex: -1, autofocus: true });
    if (frame instanceof HTMLDialogElement) {
      frame.open = false;
      frame.showModal();
    } else if (!frame.matches(':popover-open')) frame.showPopover();
    this.#entered = false;
    panel?.focus();
  }

  #hidden(): void {
    this.#listen('removeEventListener');
    this.#beside.letGo();
    this.#asking = false;
    // A person who has gone on to another part of the page stays there.
    if (isNowhere(focused())) {
      const back = isNowhere(this.#before) ? null : this.#before;
      (back?.isConnected ? back : triggerOf(this.#link.renderRoot))?.focus();
    }
    addEventListener('keydown', dropHeld, true);
    emit(this.#link, { name: 'svc-close', detail: { link_session_id: this.#session } });
  }

  #listen(method: 'addEventListener' | 'removeEventListener'): void {
    this.#dismissal.listen(method);
    this.#sheet.listen(method);
  }

  /** Once the first step is shown, with its words, the focus moves from the panel to the step's field or heading. */
  #enter(): void {
    if (this.#entered || this.#link.renderRoot.querySelector('[role=progressbar]')) return;
    this.#entered = true;
    if (focused() === this.#panel) this.#link.focus();
  }

  /** A phone's back gesture closes the dialog without a key. */
  readonly #onCancel = (event: Event): void => {
    event.preventDefault();
    this.leave();
  };

  /** The browser has closed the dialog although `cancel` was prevented. */
  readonly #onClose = (): void => {
    if (this.#link.open) this.#link.close();
  };

  readonly #stay = (): void => {
    this.#asking = false;
    this.#panel?.toggleAttribute('inert', false);
    this.#asked?.focus();
    this.#link.requestUpdate();
  };

  /** The panel in its frame, or nothing while that cannot be shown yet. */
  render(panel: () => unknown, label: string, t: Translate): unknown {
    const loss = this.#asking && this.#loss;
    const asks = loss ? question(loss, this.#stay, () => this.#link.close(), t) : nothing;
    // Only the modes of an overlay are drawn here.
    if (isDialog[this.#link.mode as ModeOf<'overlay'>])
      return html`<dialog
        class="over"
        aria-label=${label}
        lang=${t.locale}
        dir=${t.direction ?? nothing}
        @keydown=${this.#dismissal.onKeydown}
        @click=${this.#dismissal.onClick}
        @cancel=${this.#onCancel}
        @close=${this.#onClose}
      >
        ${panel()}${asks}
      </dialog>`;
    if (!this.#beside.ready) return null;
    return html`<div
      class="over"
      part="popover"
      popover="manual"
      role="dialog"
      aria-label=${label}
      lang=${t.locale}
      dir=${t.direction ?? nothing}
      @keydown=${this.#dismissal.onKeydown}
      @click=${this.#dismissal.onClick}
    >
      ${panel()}${asks}
    </div>`;
  }
}

/** The key that closed an overlay may be held, and would press the trigger, which has the focus again, until another key is pressed. */
function dropHeld(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
  else removeEventListener('keydown', dropHeld, true);
}
