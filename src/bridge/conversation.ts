import { HostedMessage } from './hosted-message.js';
import { protocolVersion } from './protocol.js';
import { readMessage } from './read-message.js';
import type { WidgetMessage } from './widget-message.js';

/** How often to ask whether the hosted page is there, in milliseconds. */
const pingEvery = 250;
/** The same while the window is at the provider: nothing answers there, and some browsers log each message. */
const pingEveryWhileAway = 1000;
/**
 * A window that looks closed this soon after it opened, in milliseconds, and never sent a message, was cut off by the page's own
 * opener policy. That happens when the hosted page is answered, which may take as long as any request.
 */
const severedWithin = 15_000;
/** Messages may still arrive after a window looks closed (Firefox, WebKit). */
export const listenAfterClose = 1000;

type Without<T, Key extends string> = T extends unknown ? Omit<T, Key> : never;
/** A message of the page, without its version and nonce. */
export type Saying = Without<WidgetMessage, 'v' | 'nonce'>;
/** What the hosted page receives, once. */
export type Handover = Omit<Extract<Saying, { type: 'init' }>, 'type'>;

/** The options of `converse`. */
export interface ConversationOptions {
  /** The page that the widget is on. */
  readonly page: Window;
  /** The window or the frame. It is ours only while it shows our own page. */
  readonly target: Window;
  readonly hostedUrl: string;
  /** Returns what to hand over, or null if that is not known yet: the hosted page then asks again. */
  readonly handover: () => Handover | null;
  readonly received: (message: HostedMessage) => void;
  /**
   * Called once, when the window looks closed. `severed` is true if the window never sent a message, so that the page's own
   * opener policy may have cut it off. Messages that arrive within a second after this are still received.
   */
  readonly gone: (severed: boolean) => void;
}

/** The exchange of messages with one window or frame, while it shows our own page. */
export interface Conversation {
  say(saying: Saying): void;
  stop(): void;
}

/**
 * Exchanges messages with the hosted page: asks until it is there, sends the token once and receives its messages.
 * Every message is checked for origin, window, version and nonce.
 */
export function converse({
  page,
  target,
  hostedUrl,
  handover,
  received,
  gone,
}: ConversationOptions): Conversation {
  const { origin } = new URL(hostedUrl);
  const nonce = randomNonce();
  const opened = Date.now();
  let silent = true;
  let sent = false;
  let blank = true;
  const pinging = new AbortController();
  let pings: ReturnType<typeof setInterval> | undefined;
  let last: ReturnType<typeof setTimeout> | undefined;

  const say = (saying: Saying): void => target.postMessage({ v: protocolVersion, nonce, ...saying }, origin);

  const onMessage = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== target) return;
    const message = readMessage(HostedMessage, event.data);
    if (message?.nonce !== nonce) return;
    silent = false;
    if (message.type === 'ready') {
      // Send the token once: otherwise a page that refused it would receive it again and again.
      const given = sent ? null : handover();
      if (!given) return;
      sent = true;
      say({ type: 'init', ...given });
      return;
    }
    if (message.type === 'leaving' || message.type === 'returned')
      ask(message.type === 'leaving' ? pingEveryWhileAway : pingEvery);
    received(message);
  };

  const ping = (): void => {
    if (!target.closed) {
      // While the window is blank the hosted page is not there yet, and some browsers log a message that does not arrive.
      blank &&= isBlank(target);
      if (!blank) say({ type: 'hello' });
      return;
    }
    clearInterval(pings);
    pinging.abort();
    last = setTimeout(stop, listenAfterClose);
    gone(silent && Date.now() - opened < severedWithin);
  };
  const ask = (every: number): void => {
    clearInterval(pings);
    pings = setInterval(ping, every);
  };
  const stop = (): void => {
    clearInterval(pings);
    clearTimeout(last);
    pinging.abort();
    page.removeEventListener('message', onMessage);
  };

  page.addEventListener('message', onMessage);
  // A person who closed the window comes back to this page. The next click should know that the window is closed.
  page.addEventListener('focus', ping, { signal: pinging.signal });
  ask(pingEvery);
  return { say, stop };
}

/** Whether the window still shows the empty page, of this page's own origin, that comes before the hosted page. */
function isBlank(target: Window): boolean {
  try {
    return target.location.href === 'about:blank';
  } catch {
    return false;
  }
}

// Not randomUUID, which a page on plain http does not have: a team may try out the widget on such a page.
function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
