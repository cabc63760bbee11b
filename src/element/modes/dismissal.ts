import type { LinkHost } from '../link-host.js';
import { focused, holdsFocus, isNowhere } from './focus.js';

/** What this needs from an overlay: the frame over the page, and what leaving it does. */
export interface DismissalHost {
  readonly link: LinkHost;
  readonly frame: () => HTMLElement | null;
  /** Whether something would be lost. */
  readonly loses: () => boolean;
  readonly leave: () => void;
}

/** How long, in milliseconds, a press may be the second one of the double click that opened an overlay. */
const doubleClick = 500;

/**
 * Owns the ways to leave an overlay without its buttons: Escape, and a press beside it or on the veil around it. Does not own the
 * question whether to leave.
 */
export class Dismissal {
  readonly #host: DismissalHost;
  #pressed = false;
  /** When the overlay was shown, on the clock of `timeStamp`, in milliseconds. */
  #since = 0;

  constructor(host: DismissalHost) {
    this.#host = host;
  }

  /** `addEventListener` when the overlay is shown, `removeEventListener` after. */
  listen(method: 'addEventListener' | 'removeEventListener'): void {
    this.#since = performance.now();
    const hear = (name: string, listener: (event: never) => void, capture = true): void =>
      // The window calls each listener only with events of its name.
      window[method](name, listener as EventListener, capture);
    hear('keydown', this.onKeydown, false);
    hear('pointerdown', this.#onPointer);
    hear('pointerup', this.#onPointer);
    hear('click', this.#onClick);
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (!holdsFocus(this.#host.link) && !isNowhere(focused())) return;
    event.preventDefault();
    const [field] = event.composedPath();
    if (field instanceof HTMLInputElement && field.type === 'search' && field.value) {
      field.value = '';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else this.#host.leave();
  };

  /** The second click of a double click is meant for what opened the overlay, and not for what stands in its place now. */
  readonly #onClick = (event: MouseEvent): void => {
    const isSecond = event.detail > 1 && this.#isEarly(event);
    if (!isSecond || !event.composedPath().includes(this.#host.link)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /**
   * A press on the veil leaves, but only on its click: if the veil were gone before, the click would go to the page. The second
   * click of a double click does not leave the question that the first click brought.
   */
  readonly onClick = (event: MouseEvent): void => {
    if (this.#pressed && event.detail < 2 && this.#isOnVeil(event)) this.#host.leave();
  };

  /** A press counts if it begins and ends outside: not the end of selecting a text. */
  readonly #onPointer = (event: PointerEvent): void => {
    const outside = this.#isOutside(event);
    if (event.type === 'pointerdown') this.#pressed = outside && !this.#isEarly(event);
    // Beside a popover the page can be used, so a press there leaves only if nothing would be lost.
    else if (outside && this.#pressed && !this.#isOnVeil(event) && !this.#host.loses()) this.#host.leave();
  };

  #isEarly({ timeStamp }: Event): boolean {
    return timeStamp - this.#since <= doubleClick;
  }

  #isOutside(event: PointerEvent): boolean {
    const path = event.composedPath();
    const frame = this.#host.frame();
    if (!frame || event.button !== 0) return false;
    if (frame instanceof HTMLDialogElement || path.includes(frame)) return this.#isOnVeil(event);
    const slot = this.#host.link.renderRoot.querySelector('slot[name=trigger]');
    return !(slot && path.includes(slot));
  }

  /**
   * Whether the event is on the veil. The veil belongs to the frame, so its events, like those on an inert panel, come from the
   * frame.
   */
  #isOnVeil(event: MouseEvent): boolean {
    const frame = this.#host.frame();
    if (!frame || event.composedPath()[0] !== frame) return false;
    const { clientX: x, clientY: y } = event;
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  }
}
