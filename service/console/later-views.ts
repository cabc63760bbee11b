import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { problemMessage } from './pieces/problem-note.js';

type Elements = Readonly<Record<string, CustomElementConstructor>>;

const loadDetails = async (): Promise<Elements> => (await import('./chunks/details.js')).elements;
const loadKeys = async (): Promise<Elements> => (await import('./chunks/keys.js')).elements;

/** The views that are not in the first script, with the elements that they bring. */
const loaders = {
  'console-api-keys': loadKeys,
  'console-audit': async (): Promise<Elements> => (await import('./chunks/audit.js')).elements,
  'console-bulk': async (): Promise<Elements> => (await import('./chunks/bulk.js')).elements,
  'console-deliveries': async (): Promise<Elements> => (await import('./chunks/deliveries.js')).elements,
  'console-links': async (): Promise<Elements> => (await import('./chunks/links.js')).elements,
  'console-link-session': async (): Promise<Elements> => (await import('./chunks/link-session.js')).elements,
  'console-management-keys': loadKeys,
  'console-provider': loadDetails,
  'console-user': loadDetails,
};
type Name = keyof typeof loaders;

/**
 * Loads views when they are first shown. Owns which are being loaded and which could not be. Does not own what is shown once
 * they are there.
 */
export class LaterViews implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #failed = new Set<Name>();
  readonly #loading = new Map<Name, Promise<void>>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  // Lit takes only controllers with a method of theirs.
  hostConnected(): void {}

  /** Resolves when nothing more is being loaded. */
  async settled(): Promise<void> {
    await Promise.all(this.#loading.values());
  }

  /** The view, or that it is being loaded, or that it could not be. */
  show(name: Name, view: TemplateResult): TemplateResult {
    if (customElements.get(name)) return view;
    if (this.#failed.has(name))
      return html`<h1 tabindex="-1">This page did not load</h1>
        ${problemMessage(
          {
            title: 'Part of the console is missing',
            text: 'Check your connection. If the service was updated meanwhile, reload the page and sign in again.',
            reference: null,
          },
          () => this.#load(name),
        )}`;
    if (!this.#loading.has(name)) this.#load(name);
    return html`<p class="loading" role="status">Loading…</p>`;
  }

  #load(name: Name): void {
    this.#failed.delete(name);
    const loading = loaders[name]().then(
      (elements) => {
        for (const [tag, element] of Object.entries(elements))
          if (!customElements.get(tag)) customElements.define(tag, element);
      },
      () => void this.#failed.add(name),
    );
    this.#loading.set(
      name,
      loading.then(() => {
        this.#loading.delete(name);
        this.#host.requestUpdate();
      }),
    );
    this.#host.requestUpdate();
  }
}
