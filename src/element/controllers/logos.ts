import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { imageUrl } from '../safe-url.js';

/** Owns which logos did not load. Does not own what is shown in their place. */
export class Logos implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #failed = new Set<string>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // A page that comes back may have its network back.
    this.#failed.clear();
  }

  /** The address to show, or null if there is none or it failed before. */
  usable(logo: string | null | undefined): string | null {
    const url = imageUrl(logo);
    return url && !this.#failed.has(url) ? url : null;
  }

  fail(url: string): void {
    this.#failed.add(url);
    this.#host.requestUpdate();
  }
}
