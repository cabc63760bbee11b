import { html, nothing, type ReactiveController } from 'lit';
import { enOverlay } from '../../messages/index.js';
import { isOverlay } from '../attributes.js';
import type { LinkRun } from '../controllers/link-run.js';
import { emit } from '../svc-link.events.js';
import type { SvcLink } from '../svc-link.js';
import type { Translate } from '../translate.js';
import { focused, holdsFocus, isNowhere } from './focus.js';
import { overlayStyles } from './overlay.styles.js';
import { question } from './question.js';
import { describeTrigger, triggerOf } from './trigger.js';
import { wouldBeLost } from './would-be-lost.js';

type Anchor = typeof import('./anchor.js').anchor;

/**
 * Owns the dialog or popover around the panel: that it opens and closes with `open`, what closes it and what
 * is asked before, where the focus goes in and back to. Does not own the run, nor the steps inside.
 */
export class Overlay implements ReactiveController {
  readonly texts = enOverlay;

  readonly #link: SvcLink;
  readonly #run: LinkRun;
  #open = false;
  #shown = false;
  /** The page's token when it last made a connection: it can make no other. */
  #spent: string | null | undefined;
  /** What stands over the page now. */
  #frame: HTMLElement | null = null;
  /** What had the focus before. */
  #before: HTMLElement | null = null;
  #entered = false;
  #asking = false;
  /** What had the focus when the question came. */
  #asked: HTMLElement | null = null;
  /** Null where its code did not load: the popover then stands in the middle. */
  #anchor: Anchor | null | undefined;
  #anchored: { readonly trigger: HTMLElement; readonly end: () => void } | null = null;
  #pressed = false;

  constructor(link: SvcLink, run: LinkRun) {
    this.#link = link;
    this.#run = run;
    const root = link.renderRoot;
    // As a sheet, like Lit's own: a strict CSP allows it where it blocks style elements.
    if (root instanceof ShadowRoot && overlayStyles.styleSheet)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, overlayStyles.styleSheet];
    link.addEventListener('svc-success', () => (this.#spent = link.linkToken ?? ''));
    root.addEventListener('slotchange', () => link.requestUpdate());
    link.addController(this);
  }

  /** Ends the run; the next update begins another. */
  restart(): void {
    this.#forget();
    this.#link.requestUpdate();
  }

  /**
   * Keeps `open` and the run together before each update: what is closed runs nothing, and what has ended
   * closes. `set`: whether the page or the person set `open` just now.
   */
  settle(set: boolean): void {
    const link = this.#link;
    const was = this.#open;
    const over = isOverlay(link.mode);
    const { step, run } = this.#run.state;
    const ended = step === 'closed' && run > 0;
    if (!link.isConnected || (was && (!over || (ended && !set)))) link.open = false;
    this.#open = over && link.open;
    if (over && (ended || !link.open)) this.#forget();
    if (!this.#open || was) return;
    this.#before = focused();
    emit(link, 'svc-open', {});
  }

  /** Leaves; asks first where something would be lost. */
  readonly leave = (): void => {
    if (this.#asking || !this.#loses()) return this.#link.close();
    this.#asking = true;
    this.#asked = focused();
    this.#link.requestUpdate();
  };

  hostConnected(): void {
    // It has moved in the page, and what is moved leaves the top layer.
    if (this.#frame) this.#show(this.#frame);
  }

  hostDisconnected(): void {
    // Frameworks move an element by taking it out and putting it back in.
    queueMicrotask(() => this.#link.requestUpdate());
    this.#listen('removeEventListener');
    this.#letGo();
  }

  hostUpdate(): void {
    if (this.#asking && !this.#loses()) this.#asking = false;
    this.#panel?.toggleAttribute('inert', this.#asking);
  }

  hostUpdated(): void {
    const link = this.#link;
    const was = this.#frame;
    const frame = link.isConnected ? link.renderRoot.querySelector<HTMLElement>('.over') : null;
    this.#frame = frame;
    describeTrigger(link.renderRoot, this.#open);
    if (this.#shown && !this.#open) this.#hidden();
    this.#shown = this.#open;
    if (!frame) return;
    if (frame !== was) this.#show(frame);
    this.#follow(frame);
    this.#enter();
    const first = this.#asking && frame.querySelector<HTMLElement>('.leaving button');
    if (first && !first.parentElement?.matches(':focus-within')) first.focus();
  }

  #forget(): void {
    const { linkToken, tokenProvider } = this.#link;
    this.#run.forget(typeof tokenProvider === 'function' && (linkToken ?? '') === this.#spent);
  }

  get #panel(): HTMLElement | null {
    return this.#frame && this.#frame.querySelector<HTMLElement>('[part=panel]');
  }

  #loses(): boolean {
    return wouldBeLost(this.#run.state, this.#link.renderRoot);
  }

  #show(frame: HTMLElement): void {
    this.#listen('addEventListener');
    if (frame instanceof HTMLDialogElement) {
      frame.open = false;
      frame.showModal();
    } else if (!frame.matches(':popover-open')) frame.showPopover();
    this.#entered = false;
    const panel = this.#panel;
    if (!panel) return;
    panel.tabIndex = -1;
    panel.focus();
  }

  #hidden(): void {
    this.#listen('removeEventListener');
    this.#letGo();
    this.#asking = false;
    // Whoever has gone on to another part of the page stays there.
    if (isNowhere(focused())) {
      const back = isNowhere(this.#before) ? null : this.#before;
      (back?.isConnected ? back : triggerOf(this.#link.renderRoot))?.focus();
    }
    emit(this.#link, 'svc-close', {});
  }

  /** Once the first step stands, the focus goes on from the panel to its heading. */
  #enter(): void {
    if (this.#entered || this.#link.renderRoot.querySelector('.skeleton')) return;
    this.#entered = true;
    if (focused() === this.#panel)
      this.#link.renderRoot.querySelector<HTMLElement>('[data-focus], [part=title]')?.focus();
  }

  /** Keeps a popover beside what stands in the `trigger` slot, another element than before too. */
  #follow(frame: HTMLElement): void {
    const found = frame instanceof HTMLDialogElement ? null : triggerOf(this.#link.renderRoot);
    const trigger = found?.getClientRects().length ? found : null;
    if (trigger === (this.#anchored?.trigger ?? null)) return;
    this.#letGo();
    if (trigger && this.#anchor) this.#anchored = { trigger, end: this.#anchor(trigger, frame) };
  }

  #letGo(): void {
    this.#anchored?.end();
    this.#anchored = null;
  }

  #listen(method: 'addEventListener' | 'removeEventListener'): void {
    window[method]('keydown', this.#onKeydown as EventListener);
    window[method]('pointerdown', this.#onPointer as EventListener, true);
    window[method]('pointerup', this.#onPointer as EventListener, true);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (!holdsFocus(this.#link) && !isNowhere(focused())) return;
    event.preventDefault();
    const [field] = event.composedPath();
    if (field instanceof HTMLInputElement && field.type === 'search' && field.value) {
      field.value = '';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else this.leave();
  };

  /** A press counts where it begins and ends outside: not the end of selecting a text. */
  readonly #onPointer = (event: PointerEvent): void => {
    const outside = this.#isOutside(event);
    const pressed = this.#pressed;
    this.#pressed = outside && event.type === 'pointerdown';
    if (event.type === 'pointerdown' || !outside || !pressed) return;
    // Beside a popover the page can be used meanwhile.
    if (this.#frame instanceof HTMLDialogElement || !this.#loses()) this.leave();
  };

  #isOutside(event: PointerEvent): boolean {
    const path = event.composedPath();
    const frame = this.#frame;
    if (!frame || event.button !== 0) return false;
    if (frame instanceof HTMLDialogElement) return path[0] === frame;
    const slot = this.#link.renderRoot.querySelector('slot[name=trigger]');
    return !path.includes(frame) && !(slot && path.includes(slot));
  }

  /** A phone's back gesture comes without a key. */
  readonly #onCancel = (event: Event): void => {
    event.preventDefault();
    this.leave();
  };

  /** The browser insists. */
  readonly #onClose = (): void => {
    if (this.#link.open) this.#link.close();
  };

  readonly #stay = (): void => {
    this.#asking = false;
    this.#panel?.toggleAttribute('inert', false);
    this.#asked?.focus();
    this.#link.requestUpdate();
  };

  async #loadAnchor(): Promise<void> {
    this.#anchor = await import('./anchor.js').then(
      ({ anchor }) => anchor,
      () => null,
    );
    this.#link.requestUpdate();
  }

  /** The panel in its frame, or nothing while that cannot be shown yet. */
  render(panel: unknown, label: string, t: Translate): unknown {
    const asks = this.#asking ? question(this.#stay, () => this.#link.close(), t) : nothing;
    if (this.#link.mode === 'dialog')
      return html`<dialog
        class="over"
        aria-label=${label}
        @keydown=${this.#onKeydown}
        @cancel=${this.#onCancel}
        @close=${this.#onClose}
      >
        ${panel}${asks}
      </dialog>`;
    if (this.#anchor === undefined) {
      void this.#loadAnchor();
      return null;
    }
    return html`<div
      class="over"
      part="popover"
      popover="manual"
      role="dialog"
      aria-label=${label}
      @keydown=${this.#onKeydown}
    >
      ${panel}${asks}
    </div>`;
  }
}
