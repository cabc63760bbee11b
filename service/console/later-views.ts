import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { part } from './part.js';
import { problemMessage } from './pieces/problem-note.js';

interface Chunk {
  readonly elements: Readonly<Record<string, CustomElementConstructor>>;
}

const chunk = part<Chunk>;

const details = chunk(() => import('./chunks/details.js'));
const keys = chunk(() => import('./chunks/keys.js'));

/** The views that are not in the first script, with the chunks that define their elements. */
const chunks = {
  'console-api-keys': keys,
  'console-audit': chunk(() => import('./chunks/audit.js')),
  'console-bulk': chunk(() => import('./chunks/bulk.js')),
  'console-deliveries': chunk(() => import('./chunks/deliveries.js')),
  'console-links': chunk(() => import('./chunks/links.js')),
  'console-link-session': chunk(() => import('./chunks/link-session.js')),
  'console-management-keys': keys,
  'console-provider': details,
  'console-user': details,
};
type Name = keyof typeof chunks;

/**
 * Loads views when they are first shown. Owns which views are being loaded and which failed to load. Does not own a view
 * once it is loaded.
 */
export class LaterViews implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #retried: () => void;
  readonly #failed = new Set<Name>();
  readonly #loading = new Map<Name, Promise<void>>();

  /** `retried`: called when the person asks for a failed view again, because the button that they pressed is gone. */
  constructor(host: ReactiveControllerHost, retried: () => void) {
    this.#host = host;
    this.#retried = retried;
    host.addController(this);
  }

  // Lit accepts only controllers with at least one of its methods.
  hostConnected(): void {}

  /** Resolves when no view is being loaded any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#loading.values());
  }

  /** Returns the view, or a note that it is being loaded or failed to load. */
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
          () => {
            this.#load(name);
            this.#retried();
          },
        )}`;
    if (!this.#loading.has(name)) this.#load(name);
    return html`<p class="loading" role="status">Loading…</p>`;
  }

  #load(name: Name): void {
    this.#failed.delete(name);
    const loading = chunks[name]().then(
      ({ elements }) => {
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
