import type { LitElement, ReactiveController } from 'lit';
import type { State } from '../../flow/index.js';

/**
 * Owns where the focus goes when the step changes: to the field that needs the person, or to the step's heading. Inside a page it
 * never takes the focus before the person has done something, nor from another part of that page.
 */
export class StepFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #at: () => string;
  #place: string | null | undefined;
  #here = false;
  /** What had the focus in the widget before the update. */
  #held: Element | null = null;
  #acted: boolean;
  readonly #isOpened: boolean;
  readonly #leftFrom: () => HTMLElement | null;

  /**
   * `at`: the place where the person is. `acted`: whether the person did something before this code was loaded. `isOpened`:
   * whether they opened the page for the widget alone, so that a field which waits for them gets the focus at once. `leftFrom`:
   * where the person goes back to, if that is neither a field nor a heading.
   */
  constructor(
    host: LitElement,
    at: () => string,
    { step }: State,
    acted: boolean,
    isOpened: boolean,
    leftFrom: () => HTMLElement | null,
  ) {
    this.#leftFrom = leftFrom;
    this.#host = host;
    this.#at = at;
    this.#acted = acted;
    this.#isOpened = isOpened;
    // The first screen gets no focus if the person is in it, or has done nothing yet. A step that waited for this code gets it.
    const isThere = !acted || this.active !== null;
    if (isThere && (step === 'loading' || step === 'select-provider')) this.#place = at();
    host.addController(this);
  }

  hostDisconnected(): void {
    // A page that moves the element takes it out and puts it back in.
    queueMicrotask(() => (this.#acted &&= this.#host.isConnected));
  }

  /** The person has done something, so what follows is an answer to it. */
  act(): void {
    this.#acted = true;
  }

  /** What has the focus in the widget. */
  get active(): Element | null {
    // Lit renders into a shadow root.
    return (this.#host.renderRoot as ShadowRoot).activeElement;
  }

  /** The heading of the step; null while it is on its way. */
  get title(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('[part=title]:not(.unseen *)');
  }

  hostUpdate(): void {
    // What is about to be removed still has the focus now.
    const active = document.activeElement;
    this.#held = this.active;
    // Not `:focus-within`, which in Chromium does not see into a modal dialog in a shadow root. The root of an element in a page
    // is one of the two. The root of an element outside has no `activeElement`, which reads as if nothing had the focus.
    const inside = (this.#host.getRootNode() as Document | ShadowRoot).activeElement;
    this.#here = this.#host.contains(inside) || !active || active === document.body;
  }

  hostUpdated(): void {
    const place = this.#at();
    // When a notice goes, its button goes, and the focus with it.
    const isLost = !this.#held?.isConnected && this.#held?.closest('[part=notice]');
    if (place === this.#place && !isLost) return;
    const target =
      this.#leftFrom() ?? this.#host.renderRoot.querySelector<HTMLElement>('[data-focus]') ?? this.title;
    // Null if the step is not drawn yet. Even if it is the same step again, the element that had the focus there is gone.
    this.#place = target && place;
    const isDue = this.#acted || (this.#isOpened && target?.hasAttribute('data-focus'));
    if (!target || !isDue || !this.#here) return;
    target.focus();
    // Why a form came back stands above the field, in a small window out of sight. It is seen from its beginning on.
    // jsdom cannot scroll.
    target.closest('form')?.querySelector('#notice, strong')?.scrollIntoView?.({ block: 'nearest' });
  }
}

/** Changes whenever the person is somewhere else than before. `onPhone`: where they are in the step that waits for a phone. */
export function placeOf(state: State, onPhone: string): string {
  const { run, step, provider } = state;
  switch (state.step) {
    case 'sign-in':
      return `${run} ${step} ${provider} ${state.fieldError}`;
    case 'challenge':
      return `${run} ${step} ${state.round} ${state.tries}`;
    case 'authorize':
      // While a window is open, all phases are one place.
      return `${run} ${step} ${['ready', 'blocked'].indexOf(state.phase)}`;
    case 'handoff':
      return `${run} ${step} ${onPhone}`;
    case 'problem':
      return `${run} ${step} ${state.problem.code} ${state.problem.times}`;
    case 'loading':
    case 'select-provider':
    case 'disconnect':
    case 'connecting':
    case 'done':
    case 'closed':
      return `${run} ${step}`;
    default:
      return state satisfies never;
  }
}
