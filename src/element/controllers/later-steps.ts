import type { LitElement } from 'lit';
import { importing } from '../../loading/index.js';
import { adoptStyles } from '../adopt-styles.js';

export type LaterSteps = typeof import('../later.js');

const importSteps = importing<LaterSteps>(
  () => import('../later.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);

/** Safari has no idle callback. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
};

/** Owns the loading of the code behind the first screen. Does not own when it is needed. */
export class LaterStepsLoader {
  readonly #host: LitElement;
  readonly #loaded: (steps: LaterSteps) => void;
  #promise: Promise<LaterSteps | null> | undefined;
  #failed = false;

  constructor(host: LitElement, loaded: (steps: LaterSteps) => void) {
    this.#host = host;
    this.#loaded = loaded;
  }

  /** Whether the last try failed: no network, or a deployment that has taken the file away. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Null where the code does not come; the next call tries again. */
  readonly load = (): Promise<LaterSteps | null> =>
    (this.#promise ??= importSteps().then(
      (steps) => {
        this.#failed = false;
        adoptStyles(this.#host.renderRoot, steps.stepsStyles);
        this.#loaded(steps);
        this.#host.requestUpdate();
        return steps;
      },
      () => {
        this.#failed = true;
        this.#promise = undefined;
        this.#host.requestUpdate();
        return null;
      },
    ));

  /** Fetches it ahead. Where that failed, only a person's action tries again. */
  loadWhenIdle(): void {
    if (!this.#promise && !this.#failed) whenIdle(() => void this.load());
  }
}
