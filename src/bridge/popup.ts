import type { HostedMessage } from './hosted-message.js';
import { protocolVersion } from './protocol.js';
import { readWidgetMessage, type WidgetMessage } from './widget-message.js';

/** The page that opened or framed this one, as it is stored while the person is at a provider. */
export interface Opener {
  readonly origin: string;
  readonly nonce: string;
}

type Bare<Message> = Message extends unknown ? Omit<Message, 'v' | 'nonce'> : never;
/** A message of this page, without its version and nonce. */
export type HostedWord = Bare<HostedMessage>;
/** Answers the page that sent the message, and no other. */
export type Say = (word: HostedWord) => void;
/** Called with each message of the widget. `opener.origin` comes from the browser, so it can be trusted. */
export type Receive = (message: WidgetMessage, say: Say, opener: Opener) => void;

/**
 * The hosted page's side. It tells every page that asks that it is ready, accepts the first `init`, and from then on listens
 * only to its sender. If an opener is `known` from before the visit to the provider, it listens only to that opener. `only` is
 * the only window that may send messages, if there is one. `greeted` is called when a page asks, which may have no token yet.
 * Returns a function that stops listening.
 */
export function receiveFromWidget(
  page: Window,
  known: Opener | null,
  receive: Receive,
  only?: Window,
  greeted?: () => void,
): () => void {
  let opener = known;
  let engaged: MessageEventSource | undefined = only;

  const onMessage = ({ source, origin, data }: MessageEvent): void => {
    // A sandboxed page or a file has the origin "null", which identifies no page.
    if (!source || source === page || origin === 'null' || (engaged && engaged !== source)) return;
    const message = readWidgetMessage(data);
    if (!message) return;
    const { nonce, type } = message;
    const say: Say = (word) => {
      // The exact origin, so that a page that replaced the opener receives nothing. Only windows take this option; ports and
      // workers never send us anything.
      const options: WindowPostMessageOptions = { targetOrigin: origin };
      source.postMessage({ v: protocolVersion, nonce, ...word } satisfies HostedMessage, options);
    };
    if (!opener) {
      if (type === 'hello') {
        say({ type: 'ready' });
        greeted?.();
      }
      if (type !== 'init' || !(message.provider ?? message.link)) return;
      opener = { origin, nonce };
    } else if (type === 'init' || opener.origin !== origin || opener.nonce !== nonce) return;
    engaged = source;
    receive(message, say, opener);
  };
  page.addEventListener('message', onMessage);
  return () => page.removeEventListener('message', onMessage);
}
