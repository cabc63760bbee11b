import { HostedMessage } from './hosted-message.js';
import { protocolVersion } from './protocol.js';
import { readMessage } from './read-message.js';
import type { WidgetMessage } from './widget-message.js';

/** How often the hosted page is asked whether it is there, in milliseconds. */
const pingEvery = 250;
/** The same while the window is at the provider: nobody answers there, and some browsers log each try. */
const pingEveryWhileAway = 1000;
/** A window that is gone this soon after it opened was cut off by the page's own opener policy. */
const severedWithin = 1500;
/** Messages may still arrive after a window looks closed (Firefox, WebKit). */
export const listenAfterClose = 1000;

type Without<T, Key extends string> = T extends unknown ? Omit<T, Key> : never;
/** A message of the page, before it has its version and nonce. */
export type Saying = Without<WidgetMessage, 'v' | 'nonce'>;
/** What the hosted page receives, once. */
export type Handover = Omit<Extract<Saying, { type: 'init' }>, 'type'>;

/** What a conversation needs to know. */
export interface ConversationOptions {
  /** The page the widget stands on. */
  readonly page: Window;
  /** The window or the frame. It is ours only while it shows our own page. */
  readonly target: Window;
  readonly hostedUrl: string;
  /** What to hand over; null if it is not known yet: the hosted page asks again. */
  readonly handover: () => Handover | null;
  readonly received: (message: HostedMessage) => void;
  /**
   * The window looks closed; once. `severed`: it never sent a message, so the page's own opener policy may have cut
   * it off. Messages that still arrive within a second are received.
   */
  readonly gone: (severed: boolean) => void;
}

/** The messages to and from one window or frame, as long as it shows our own page. */
export interface Conversation {
  say(saying: Saying): void;
  stop(): void;
}

/**
 * Exchanges messages with the hosted page: asks until it is there, sends the token once and receives what it says.
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
      // Once, because a page that refused the token would otherwise be sent it again and again.
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
      // The hosted page is not there yet, and some browsers log a message that does not arrive.
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
  // A person who closed the window is back here: the next click should find it closed.
  page.addEventListener('focus', ping, { signal: pinging.signal });
  ask(pingEvery);
  return { say, stop };
}

/** Until the hosted page is there, a window shows an empty one of this page's own origin. */
function isBlank(target: Window): boolean {
  try {
    return target.location.href === 'about:blank';
  } catch {
    return false;
  }
}

// Not randomUUID: a page on plain http may hold the widget while a team tries it out.
function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
