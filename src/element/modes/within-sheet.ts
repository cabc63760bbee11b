/** Whether a popover covers the whole page. The width is the one in `overlay.styles.ts`. */
const isSheet = (): boolean => matchMedia('(max-width: 29.99rem)').matches;

/**
 * Keeps Tab within a popover that covers a narrow page as a sheet, because the page under it can neither be
 * seen nor used. If the popover is beside its trigger, the page can be used, and Tab continues into the page.
 */
export class WithinSheet {
  readonly #frame: () => HTMLElement | null;
  /** Which end of the sheet a Tab that began in the sheet goes to; null while no Tab is pressed. */
  #tab: 'first' | 'last' | null = null;

  constructor(frame: () => HTMLElement | null) {
    this.#frame = frame;
  }

  /** Takes `addEventListener` when the popover opens, and `removeEventListener` when it closes. */
  listen(method: 'addEventListener' | 'removeEventListener'): void {
    // In a dialog the browser keeps Tab inside.
    if (this.#frame() instanceof HTMLDialogElement) return;
    window[method]('keydown', this.#onKeydown, true);
    window[method]('focusin', this.#onFocus);
  }

  // The window calls it only with the events of its name.
  readonly #onKeydown = ((event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !isSheet() || !this.#isWithin(event)) return;
    this.#tab = event.shiftKey ? 'last' : 'first';
    // The browser moves the focus before any timer runs.
    setTimeout(() => (this.#tab = null));
  }) as EventListener;

  readonly #onFocus = (event: Event): void => {
    if (!this.#tab || this.#isWithin(event)) return;
    const stops = this.#frame()?.querySelectorAll<HTMLElement>(
      ':is(button, a[href], input, select):not([inert] *)',
    );
    stops?.[this.#tab === 'first' ? 0 : stops.length - 1]?.focus();
  };

  #isWithin(event: Event): boolean {
    const frame = this.#frame();
    return frame !== null && event.composedPath().includes(frame);
  }
}
