import type { ReactiveControllerHost } from 'lit';
import type { Load } from '../../loading/index.js';

/** Safari has no idle callback. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
};

/** Owns the loading of a part of the element, and what is made from its code. Does not own when the part is needed. */
export class PartLoader<Module, Part> {
  /** What was made from the code, once it has loaded. */
  part: Part | undefined;
  /** Whether the last attempt failed: no network, or a deployment that has removed the file. */
  failed = false;
  readonly #host: ReactiveControllerHost;
  readonly #import: Load<Module>;
  readonly #create: (module: Module) => Part;
  #promise: Promise<Module | null> | undefined;

  constructor(host: ReactiveControllerHost, load: Load<Module>, create: (module: Module) => Part) {
    this.#host = host;
    this.#import = load;
    this.#create = create;
  }

  /** Whether an attempt is under way. */
  get isTrying(): boolean {
    return !this.part && this.#promise !== undefined;
  }

  /** Loads it for something new: an earlier failure no longer counts. */
  begin(): Promise<Module | null> {
    if (!this.#promise) this.failed = false;
    return this.load();
  }

  /** Resolves to null if the code does not load; the next call tries again. */
  readonly load = (): Promise<Module | null> =>
    (this.#promise ??= this.#import().then(
      (module) => {
        this.failed = false;
        this.part = this.#create(module);
        this.#host.requestUpdate();
        return module;
      },
      () => {
        this.failed = true;
        this.#promise = undefined;
        this.#host.requestUpdate();
        return null;
      },
    ));

  /** Loads it ahead. After a failure only a person's action tries again. */
  loadWhenIdle(): void {
    if (!this.#promise && !this.failed) whenIdle(() => void this.load());
  }
}
