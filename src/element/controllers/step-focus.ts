import type { LitElement, ReactiveController } from 'lit';
import type { State } from '../../flow/index.js';

/**
 * Owns where the focus goes when the step changes: to the field that needs the person, or to the step's
 * heading. Never takes it before the person has done something, nor from another part of the page.
 */
export class StepFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #state: () => State;
  #place: string | undefined;
  #here = false;
  /** What has the focus in the widget. */
  #held: Element | null = null;
  #acted: boolean;

  /** `acted`: whether the person has done something before this was loaded. */
  constructor(host: LitElement, state: () => State, acted: boolean) {
    this.#host = host;
    this.#state = state;
    this.#acted = acted;
    const now = state();
    // The first screen stands already; a step that waits for its code does not.
    if (now.step === 'loading' || now.step === 'select-provider') this.#place = placeOf(now);
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#acted = false;
  }

  /** The person has done something, so what follows is an answer to it. */
  act(): void {
    this.#acted = true;
  }

  hostUpdate(): void {
    // What is about to be removed still has the focus now.
    const active = document.activeElement;
    this.#held = (this.#host.renderRoot as ShadowRoot).activeElement;
    // Not `:focus-within`, which in Chromium does not see into a modal dialog in a shadow root.
    const inside = (this.#host.getRootNode() as Document | ShadowRoot).activeElement;
    this.#here = this.#host.contains(inside) || active === null || active === document.body;
  }

  hostUpdated(): void {
    const place = placeOf(this.#state());
    // With a notice its button goes, and the focus with it.
    const isLost = !this.#held?.isConnected && this.#held?.closest('[part=notice]');
    if (place === this.#place && !isLost) return;
    const root = this.#host.renderRoot;
    // The step may still be on its way.
    const target =
      root.querySelector<HTMLElement>('[data-focus]') ?? root.querySelector<HTMLElement>('[part=title]');
    if (!target) return;
    this.#place = place;
    if (this.#acted && this.#here) target.focus();
  }
}

/** Changes whenever the person is somewhere else than before. */
export function placeOf(state: State): string {
  const { run, step } = state;
  switch (state.step) {
    case 'sign-in':
      return `${run} ${step} ${state.fieldError}`;
    case 'challenge':
      return `${run} ${step} ${state.round} ${state.tries}`;
    case 'authorize':
      // While a window is out, all is one place.
      return `${run} ${step} ${['ready', 'blocked'].indexOf(state.phase)}`;
    case 'problem':
      return `${run} ${step} ${state.problem.code} ${state.problem.times}`;
    case 'loading':
    case 'select-provider':
    case 'connecting':
    case 'done':
    case 'closed':
      return `${run} ${step}`;
    default:
      return state satisfies never;
  }
}
