/** Whether a popover lies over the whole page, as `overlay.styles.ts` has it. */
const isSheet = (): boolean => matchMedia('(max-width: 29.99rem)').matches;

/**
 * Owns that Tab goes round in a popover that lies over a narrow page as a sheet: what is under it can neither be seen nor used.
 * Beside its trigger, where the page can be used meanwhile, Tab leads on into the page.
 */
export class WithinSheet {
  readonly #frame: () => HTMLElement | null;
  /** Where Tab goes just now, if it began in the sheet. */
  #tab: 'first' | 'last' | null = null;

  constructor(frame: () => HTMLElement | null) {
    this.#frame = frame;
  }

  /** `addEventListener` while it stands, `removeEventListener` after. */
  listen(method: 'addEventListener' | 'removeEventListener'): void {
    // A dialog's Tab is the browser's.
    if (this.#frame() instanceof HTMLDialogElement) return;
    window[method]('keydown', this.#onKeydown, true);
    window[method]('focusin', this.#onFocus);
  }

  // The window calls it with the events of its name.
  readonly #onKeydown = ((event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !isSheet() || !this.#isWithin(event)) return;
    this.#tab = event.shiftKey ? 'last' : 'first';
    // The browser moves the focus before anything that waits its turn.
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
