import { importing } from '../../loading/index.js';
import { kindOf, type ModeKind } from '../attributes.js';
import type { LoadedMode, ModeHost } from '../modes/loaded-mode.js';
import { PartLoader } from './part-loader.js';

type ModeModule = { readonly createMode: (host: ModeHost) => LoadedMode };
type ModeLoader = PartLoader<ModeModule, LoadedMode>;

/** The code of each kind of mode. */
export const importMode = {
  overlay: importing<ModeModule>(
    () => import('../modes/overlay.js'),
    (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
  ),
  remote: importing<ModeModule>(
    () => import('../modes/remote.js'),
    (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
  ),
};

/** Owns which modes are loaded: the code of the page's mode, as soon as that is known. Does not own what a mode does. */
export class Modes {
  readonly #host: ModeHost;
  readonly #loaders: Readonly<Record<ModeKind, ModeLoader>>;

  constructor(given: Omit<ModeHost, 'address'>) {
    // Read now, because a page may remove a redirect's result from its address before the mode has loaded.
    const host: ModeHost = { ...given, address: globalThis.location?.href ?? '' };
    const loaderOf = (kind: ModeKind): ModeLoader =>
      new PartLoader(host.link, importMode[kind], ({ createMode }) => createMode(host));
    this.#host = host;
    this.#loaders = { overlay: loaderOf('overlay'), remote: loaderOf('remote') };
  }

  get #loader(): ModeLoader | undefined {
    const kind = kindOf(this.#host.link.mode);
    return kind && this.#loaders[kind];
  }

  /** The mode, once it is loaded; none in place. */
  get current(): LoadedMode | undefined {
    return this.#loader?.part;
  }

  /** What `close()` and `restart()` act on: the mode, once it is loaded, or the run in place. */
  get shown(): Pick<LoadedMode, 'close' | 'restart'> | undefined {
    return this.#loader ? this.current : this.#host.run;
  }

  /** Whether the mode, or what it needs, could not be fetched. */
  get failed(): boolean {
    return this.#loader?.failed === true || this.current?.failed === true;
  }

  /** Whether the mode is being fetched. */
  get isTrying(): boolean {
    return this.#loader?.isTrying === true;
  }

  /** Runs before each update. `set`: whether `open` was set just now. */
  settle(set: boolean): void {
    for (const { part } of Object.values(this.#loaders)) part?.settle(set);
    const loader = this.#loader;
    // After a failure only a person's action tries again.
    const opened = set && this.#host.link.open;
    if (loader && (!loader.failed || opened)) this.#warned(opened ? loader.begin() : loader.load());
  }

  /** Tries to load the mode again. */
  retry(): void {
    if (this.current) this.current.retry?.();
    else if (this.#loader) this.#warned(this.#loader.load());
  }

  #warned(loaded: Promise<ModeModule | null>): void {
    void loaded.then((module) => module ?? this.#host.warn('mode-not-loaded'));
  }
}
