import { enFirst } from '../messages/index.js';
import type { LinkHost } from './link-host.js';

/** How long the page has to give its token, in milliseconds. After that, another press asks again. */
const tokenTimeout = 15_000;

/**
 * Replaces the widget in a browser that is too old for it: shows its `fallback` slot, or a button that goes to the hosted page in
 * this window. It uses nothing that such a browser may lack, and never puts the token in an address. It has the element's
 * methods, because a page calls them without checking what the tag is.
 */
export class HostedPageLink extends HTMLElement implements Pick<LinkHost, 'show' | 'close' | 'restart'> {
  #isConnected = false;
  /** Set from the press until this page has left for the hosted page, or stays. */
  #leaving: AbortController | null = null;

  connectedCallback(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    // The children of the tag replace what a server drew.
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

  /** Stays on this page, if it has not given its token yet. */
  close(): void {
    this.#leaving?.abort();
    this.#leaving = null;
  }

  /** Asks the page for its token again if it is being asked now; else the same as `show`. */
  restart(): void {
    const wasLeaving = this.#leaving !== null;
    this.close();
    if (wasLeaving) this.#go();
    else this.show();
  }

  /** There is nothing to load ahead: the browser loads the hosted page when it goes there. */
  preload(): void {}

  /** Goes once, even if the page also calls `show()` when the trigger is pressed. */
  #go(): void {
    if (this.#leaving) return;
    const leaving = (this.#leaving = new AbortController());
    const timeout = setTimeout(() => this.close(), tokenTimeout);
    const over = (): void => {
      clearTimeout(timeout);
      if (this.#leaving === leaving) this.#leaving = null;
    };
    // An error of the page's own function stays unhandled, so that its developer reads it in the console.
    void this.leave(leaving.signal).finally(over);
  }

  #button(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    this.append(button);
    // Some code sets properties right after the tag is in the page: our component for React does.
    queueMicrotask(() => (button.textContent = this.#set('label') ?? enFirst['common.label']));
    return button;
  }

  /** Goes to the hosted page, unless it cannot or `signal` aborts first. Resolves to whether it goes. */
  async leave(signal = new AbortController().signal): Promise<boolean> {
    const token = await this.#token(signal);
    const hostedUrl = this.#hostedUrl();
    if (!token || !hostedUrl) return false;
    // Every other page has `postToHosted` in this chunk too, so it needs no other chunk.
    const { postToHosted } = await import('./later.js');
    if (signal.aborted) return false;
    postToHosted(window, hostedUrl, '_self', {
      link_token: token,
      display: 'page',
      provider: this.#set('provider'),
      locale: this.#set('locale'),
      return_url: location.href.split('#')[0],
    });
    return true;
  }

  async #token(signal: AbortSignal): Promise<string | undefined> {
    const given = this.#set('linkToken', 'link-token');
    const provider: unknown = Reflect.get(this, 'tokenProvider');
    if (given || typeof provider !== 'function') return given;
    const answer: unknown = await provider.call(this, { reason: 'start', signal });
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

/** Registers this class in place of the element, unless the name is registered already. */
export function registerStandIn(): void {
  if (!customElements.get('svc-link')) customElements.define('svc-link', HostedPageLink);
}
