import type { HostedMessage } from './hosted-message.js';
import { protocolVersion } from './protocol.js';
import { readWidgetMessage, type WidgetMessage } from './widget-message.js';

/** The page that opened or framed this one, as it is stored while the person is at a provider. */
export interface Opener {
  readonly origin: string;
  readonly nonce: string;
}

type Bare<Message> = Message extends unknown ? Omit<Message, 'v' | 'nonce'> : never;
/** What this page says, without what every message has. */
export type HostedWord = Bare<HostedMessage>;
/** Answers the page that spoke, and no other. */
export type Say = (word: HostedWord) => void;
/** What the widget says to this page. `opener.origin` comes from the browser, so it can be checked. */
export type Receive = (message: WidgetMessage, say: Say, opener: Opener) => void;

/**
 * The side of the hosted page. Tells whoever asks that it is ready, takes the first `init` that comes and from then on
 * listens to its sender only; or listens to the opener that is `known` from before the provider. `only` is the one
 * window that may send messages, if there is one. `greeted`: somebody is there, who may have no token yet. Returns a function
 * that stops listening.
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
    // A sandboxed page or a file has the origin "null", which names nobody.
    if (!source || source === page || origin === 'null' || (engaged && engaged !== source)) return;
    const message = readWidgetMessage(data);
    if (!message) return;
    const { nonce, type } = message;
    const say: Say = (word) => {
      // The exact origin, so that a page which took the opener's place receives nothing. The option is a
      // window's; ports and workers never send us anything.
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
