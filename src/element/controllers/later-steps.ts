import type { LitElement, ReactiveController } from 'lit';

export type LaterSteps = typeof import('../later.js');

/** Safari has no idle callback. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
};

/** Owns the loading of the code behind the first screen. Does not own when a step needs it. */
export class LaterStepsLoader implements ReactiveController {
  readonly #host: LitElement;
  #steps: LaterSteps | null = null;
  #state: 'idle' | 'loading' | 'failed' = 'idle';

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#state === 'failed') this.#state = 'idle';
  }

  get steps(): LaterSteps | null {
    return this.#steps;
  }

  get failed(): boolean {
    return this.#state === 'failed';
  }

  prefetch(): void {
    if (this.#steps || this.#state !== 'idle') return;
    whenIdle(() => this.load());
  }

  load = (): void => {
    if (this.#steps || this.#state === 'loading') return;
    this.#state = 'loading';
    void import('../later.js').then(
      (steps) => {
        this.#steps = steps;
        this.#adopt(steps);
        this.#host.requestUpdate();
      },
      () => {
        this.#state = 'failed';
        this.#host.requestUpdate();
      },
    );
    this.#host.requestUpdate();
  };

  // As a sheet, like Lit's own: a strict CSP allows it where it blocks style elements.
  #adopt({ stepsStyles }: LaterSteps): void {
    const root = this.#host.renderRoot;
    if (root instanceof ShadowRoot && stepsStyles.styleSheet)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, stepsStyles.styleSheet];
  }
}
