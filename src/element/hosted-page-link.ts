import { enFirst } from '../messages/index.js';
import type { LinkHost } from './link-host.js';

/** How long the page has to give its token, in milliseconds, until a further press asks anew. */
const tokenTimeout = 15_000;

/**
 * Stands in for the widget in a browser that is too old for it: what is in its `fallback` slot, or a button that goes to
 * the hosted page in this window. It takes nothing that such a browser may lack, and never puts the token in an address.
 * It has the element's methods, because a page calls them without a look at what the tag is.
 */
export class HostedPageLink extends HTMLElement implements Pick<LinkHost, 'show' | 'close' | 'restart'> {
  #isConnected = false;
  /** Until this page has left for the hosted one, or stays. */
  #leaving: AbortController | null = null;

  connectedCallback(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    // What a server drew makes room for what is in the tag.
    this.shadowRoot?.replaceChildren(...['', 'fallback', 'trigger'].map(slotFor));
    if (this.querySelector(':scope > [slot=fallback]')) return;
    (this.querySelector(':scope > [slot=trigger]') ?? this.#button()).addEventListener('click', () =>
      this.#go(),
    );
  }

  /** Goes to the hosted page. In place there is nothing to open: the person presses the button. */
  show(): void {
    if ((this.#set('mode') ?? 'inline') !== 'inline') this.#go();
  }

  /** Stays, if the page has not given its token yet. */
  close(): void {
    this.#leaving?.abort();
    this.#leaving = null;
  }

  /** Asks the page for its token once more where it was asked, else as `show`. */
  restart(): void {
    const wasLeaving = this.#leaving !== null;
    this.close();
    if (wasLeaving) this.#go();
    else this.show();
  }

  /** There is nothing to load ahead: the browser loads the hosted page when it goes there. */
  preload(): void {}

  /** Once, though the page may call `show()` where the trigger is pressed, too. */
  #go(): void {
    if (this.#leaving) return;
    const leaving = (this.#leaving = new AbortController());
    const timeout = setTimeout(() => this.close(), tokenTimeout);
    const over = (): void => {
      clearTimeout(timeout);
      if (this.#leaving === leaving) this.#leaving = null;
    };
    // The page's own error stays one that nobody handled: its developer reads it in the console.
    void this.leave(leaving.signal).finally(over);
  }

  #button(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    this.append(button);
    // Some set properties right after the tag is in the page, as our component for React does.
    queueMicrotask(() => (button.textContent = this.#set('label') ?? enFirst['common.label']));
    return button;
  }

  /** Goes to the hosted page, unless there is no way to or `signal` came first: whether it does. */
  async leave(signal?: AbortSignal): Promise<boolean> {
    const token = await this.#token();
    const hostedUrl = this.#hostedUrl();
    if (!token || !hostedUrl) return false;
    // The chunk that every other page has it in.
    const { postToHosted } = await import('./later.js');
    if (signal?.aborted) return false;
    postToHosted(window, hostedUrl, '_self', {
      link_token: token,
      display: 'page',
      provider: this.#set('provider'),
      locale: this.#set('locale'),
      return_url: location.href.split('#')[0],
    });
    return true;
  }

  async #token(): Promise<string | undefined> {
    const given = this.#set('linkToken', 'link-token');
    const provider: unknown = Reflect.get(this, 'tokenProvider');
    if (given || typeof provider !== 'function') return given;
    const answer: unknown = await provider.call(this, { reason: 'start' });
    const token: unknown = Object(answer).link_token ?? answer;
    return typeof token === 'string' ? token.trim() : undefined;
  }

  #hostedUrl(): string | null {
    const own = this.#set('hostedUrl', 'hosted-url');
    const base = this.#set('baseUrl', 'base-url');
    try {
      const { protocol, href } = new URL(own ?? `${base?.replace(/\/$/, '')}/link/`, location.href);
      return (own ?? base) && /^https?:$/.test(protocol) ? href : null;
    } catch {
      return null;
    }
  }

  /** A property that the page has set, else the attribute. */
  #set(property: string, attribute = property): string | undefined {
    const value: unknown = Reflect.get(this, property) ?? this.getAttribute(attribute);
    return (typeof value === 'string' && value.trim()) || undefined;
  }
}

function slotFor(name: string): HTMLSlotElement {
  const slot = document.createElement('slot');
  slot.name = name;
  return slot;
}

/** In place of the element, unless something was registered before. */
export function registerStandIn(): void {
  if (!customElements.get('svc-link')) customElements.define('svc-link', HostedPageLink);
}
