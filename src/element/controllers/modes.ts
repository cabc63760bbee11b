import { kindOf, type ModeKind } from '../attributes.js';
import type { Mode, ModeHost } from '../modes/mode.js';

/** Owns which modes are loaded: what the page's mode needs as soon as it is known. Does not own what a mode does. */
export class Modes {
  readonly #host: ModeHost;
  readonly #loading: Partial<Record<ModeKind, Promise<void>>> = {};
  readonly #loaded: Partial<Record<ModeKind, Mode>> = {};

  constructor(host: Omit<ModeHost, 'address'>) {
    // Pages take what a redirect brought out of their address, and the mode is loaded only after that.
    this.#host = { ...host, address: globalThis.location?.href ?? '' };
  }

  /** The mode, once it is loaded; none in place. */
  get current(): Mode | undefined {
    const kind = kindOf(this.#host.link.mode);
    return kind && this.#loaded[kind];
  }

  /** What `close()` and `restart()` are for: the mode, once it is loaded, or the run in place. */
  get shown(): Pick<Mode, 'close' | 'restart'> | undefined {
    return kindOf(this.#host.link.mode) ? this.current : this.#host.run;
  }

  /** Before each update. `set`: whether `open` was set just now. */
  settle(set: boolean): void {
    const { link, warn } = this.#host;
    for (const mode of Object.values(this.#loaded)) mode.settle(set);
    const kind = kindOf(link.mode);
    if (!kind) return;
    this.#loading[kind] ??= (
      kind === 'overlay' ? import('../modes/overlay.js') : import('../modes/remote.js')
    ).then(
      ({ createMode }) => {
        this.#loaded[kind] = createMode(this.#host);
        link.requestUpdate();
      },
      () => {
        warn('mode-not-loaded');
        link.open = false;
        delete this.#loading[kind];
      },
    );
  }
}
