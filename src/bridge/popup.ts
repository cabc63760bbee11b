import { protocolVersion, readMessage, WidgetMessage, type HostedMessage } from './protocol.js';

/** The page that opened this window: all that is kept of it while the person is with the provider. */
export interface Opener {
  readonly origin: string;
  readonly nonce: string;
}

/** What the widget hands over. `opener.origin` is the browser's word, so it can be checked. */
export interface Handover {
  readonly opener: Opener;
  readonly token: string;
  readonly provider: string;
}

/** What the hosted page can say once it was handed a token. */
export interface Conversation {
  leaving(): void;
  refused(code: string): void;
}

/** What the hosted page hears. */
export interface Listener {
  /** At most once. */
  handedOver?(handover: Handover, conversation: Conversation): void;
  /** The widget has what it needs: this window may close. */
  acknowledged(): void;
  /** The person gave up in the widget. */
  closeRequested(): void;
}

/**
 * Before the provider: tells whoever asks that the page is ready, takes the first token that comes and
 * from then on listens to its sender only. Returns what ends the listening.
 */
export function awaitHandover(page: Window, listener: Listener): () => void {
  let engaged: { source: MessageEventSource; opener: Opener } | null = null;

  return listen(page, (message, source, origin) => {
    const from = { origin, nonce: message.nonce };
    if (engaged && (engaged.source !== source || !same(engaged.opener, from))) return;
    switch (message.type) {
      case 'hello':
        if (!engaged) say(source, from, 'ready');
        return;
      case 'init':
        if (engaged || message.provider === undefined) return;
        engaged = { source, opener: from };
        listener.handedOver?.(
          { opener: from, token: message.token, provider: message.provider },
          {
            leaving: () => say(source, from, 'leaving'),
            refused: (code) => post(source, from, { ...header(from), type: 'refused', code }),
          },
        );
        return;
      case 'ack':
        if (engaged) listener.acknowledged();
        return;
      case 'close':
        if (engaged) listener.closeRequested();
        return;
      case 'token':
        return;
      default:
        message satisfies never;
    }
  });
}

/**
 * After the provider: answers the page that opened this window, and nobody else, that there is an
 * outcome to be read. Returns what ends the listening.
 */
export function announceResult(page: Window, opener: Opener, listener: Listener): () => void {
  return listen(page, (message, source, origin) => {
    if (!same(opener, { origin, nonce: message.nonce })) return;
    if (message.type === 'hello') say(source, opener, 'result');
    else if (message.type === 'ack') listener.acknowledged();
    else if (message.type === 'close') listener.closeRequested();
  });
}

type Heard = (message: WidgetMessage, source: MessageEventSource, origin: string) => void;

function listen(page: Window, heard: Heard): () => void {
  const onMessage = (event: MessageEvent): void => {
    // A sandboxed page or a file has the origin "null", which names nobody.
    if (!event.source || event.source === page || event.origin === 'null') return;
    const message = readMessage(WidgetMessage, event.data);
    if (message) heard(message, event.source, event.origin);
  };
  page.addEventListener('message', onMessage);
  return () => page.removeEventListener('message', onMessage);
}

const same = (one: Opener, other: Opener): boolean =>
  one.origin === other.origin && one.nonce === other.nonce;

const header = (to: Opener) => ({ v: protocolVersion, nonce: to.nonce }) as const;

function say(source: MessageEventSource, to: Opener, type: 'ready' | 'leaving' | 'result'): void {
  post(source, to, { ...header(to), type });
}

function post(source: MessageEventSource, to: Opener, message: HostedMessage): void {
  // The exact origin, so that a page which took the opener's place hears nothing. The option is a
  // window's; ports and workers never send us anything.
  const options: WindowPostMessageOptions = { targetOrigin: to.origin };
  source.postMessage(message, options);
}
