import { openPopup } from '../../bridge/index.js';
import { kindOf, type ModeKind } from '../attributes.js';
import { hostedUrlOf } from '../configuration.js';
import type { Mode, ModeHost } from '../modes/mode.js';

/**
 * Owns which modes are loaded, and the window that has to open before its mode is. Does not own what a mode
 * does.
 */
export class Modes {
  readonly #host: ModeHost;
  readonly #loaded: Partial<Record<ModeKind, Mode>> = {};
  /** Undefined before anything was opened. */
  #popup: Window | null | undefined;

  constructor(host: Omit<ModeHost, 'popup' | 'address'>) {
    // Pages take what a redirect brought out of their address, and the mode is loaded only after that.
    const address = globalThis.location?.href ?? '';
    this.#host = { ...host, address, popup: () => this.#popup ?? null };
  }

  /** The mode, once it is loaded; none in place. */
  get current(): Mode | undefined {
    const kind = kindOf(this.#host.link.mode);
    return kind && this.#loaded[kind];
  }

  /** Before each update. `set`: whether `open` was set just now. */
  settle(set: boolean): void {
    const { link, address } = this.#host;
    if (link.open || (link.mode === 'redirect' && /[?&]link_session_id=/.test(address))) this.begin();
    for (const mode of Object.values(this.#loaded)) mode.settle(set);
    if (link.open) return;
    if (!this.#loaded.remote) this.#popup?.close();
    this.#popup = undefined;
  }

  /** Opens what has to open inside the click, and loads what is not there yet. */
  begin(): void {
    const { link, warn } = this.#host;
    const kind = kindOf(link.mode);
    if (link.mode === 'window' && this.#popup === undefined) {
      const url = hostedUrlOf(link);
      this.#popup = url && !this.#loaded.remote?.severs ? openPopup(window, url) : null;
    }
    if (!kind || this.#loaded[kind]) return;
    void (kind === 'overlay' ? import('../modes/overlay.js') : import('../modes/remote.js')).then(
      ({ createMode }) => {
        this.#loaded[kind] ??= createMode(this.#host);
        link.requestUpdate();
      },
      () => {
        warn('mode-not-loaded');
        link.open = false;
      },
    );
  }
}
