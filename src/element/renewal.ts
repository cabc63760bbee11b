// A chunk of its own: what is said where a link renews a connection, in place of the words about a new one.
import type { LinkProvider, LinkSession } from '../contract/index.js';
import { enReconnect, type MessageOverrides } from '../messages/index.js';

/** The texts that replace those of the steps. `known` are all others, and those of the page. */
export function renewalWords(
  known: MessageOverrides,
  session: LinkSession,
  provider: LinkProvider | undefined,
): MessageOverrides {
  const texts = { ...enReconnect, ...known };
  const why = texts[session.reconnect?.broken ? 'reconnect.stopped.text' : 'reconnect.renew.text'];
  const title = texts['reconnect.sign-in.title'];
  const words: MessageOverrides = {
    'step.sign-in.title': title,
    'step.sign-in.text': why,
    'step.sign-in.submit': texts['reconnect.sign-in.submit'],
    'step.authorize.title': title,
    'step.authorize.text': why,
    'step.done.title': texts['reconnect.done.title'],
    // A provider where the person is signed in may not have asked.
    ...(provider?.auth_type === 'oauth' && {
      'problem.account_mismatch.text': texts['reconnect.signed-in.text'],
    }),
  };
  return { ...texts, ...words };
}
