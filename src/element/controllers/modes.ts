import { importing } from '../../loading/index.js';
import { kindOf, type ModeKind } from '../attributes.js';
import type { Mode, ModeHost } from '../modes/mode.js';

type Loaded = { readonly createMode: (host: ModeHost) => Mode };

const load = {
  overlay: importing<Loaded>(
    () => import('../modes/overlay.js'),
    (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
  ),
  remote: importing<Loaded>(
    () => import('../modes/remote.js'),
    (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
  ),
};

/** Owns which modes are loaded: what the page's mode needs as soon as it is known. Does not own what a mode does. */
export class Modes {
  readonly #host: ModeHost;
  readonly #loading: Partial<Record<ModeKind, Promise<void>>> = {};
  readonly #loaded: Partial<Record<ModeKind, Mode>> = {};
  /** Whose last try failed. Only a person's action tries again. */
  readonly #failed = new Set<ModeKind>();

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

  /** Whether the mode, or what it needs, could not be fetched. */
  get failed(): boolean {
    const kind = kindOf(this.#host.link.mode);
    return kind !== undefined && (this.#failed.has(kind) || this.current?.failed === true);
  }

  /** Before each update. `set`: whether `open` was set just now. */
  settle(set: boolean): void {
    const { link } = this.#host;
    for (const mode of Object.values(this.#loaded)) mode.settle(set);
    const kind = kindOf(link.mode);
    if (kind && (!this.#failed.has(kind) || (set && link.open))) this.#load(kind);
  }

  /** Tries to fetch it again. */
  retry(): void {
    const kind = kindOf(this.#host.link.mode);
    if (this.current) this.current.retry?.();
    else if (kind) this.#load(kind);
  }

  #load(kind: ModeKind): void {
    const { link, warn } = this.#host;
    this.#loading[kind] ??= load[kind]().then(
      ({ createMode }) => {
        this.#failed.delete(kind);
        this.#loaded[kind] = createMode(this.#host);
        link.requestUpdate();
      },
      () => {
        warn('mode-not-loaded');
        this.#failed.add(kind);
        delete this.#loading[kind];
        link.requestUpdate();
      },
    );
  }
}
