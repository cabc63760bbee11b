// A chunk of its own: the texts for a connection that exists already, in place of the texts for a new one.
import type { LinkProvider, LinkSession } from '../contract/index.js';
import { enReconnect, type Message, type MessageOverrides } from '../messages/index.js';

export { enReconnect };

/** The texts that replace those of the steps. `known` are all other texts, and the page's own. */
export function renewalWords(
  known: MessageOverrides,
  { reconnect }: LinkSession,
  provider: LinkProvider | undefined,
): MessageOverrides {
  const texts = { ...enReconnect, ...known };
  const unchanged = texts['reconnect.unchanged.text'];
  const kept: MessageOverrides = {
    'problem.user_cancelled.text': unchanged,
    'problem.provider_credential_error.oauth.text': unchanged,
    'problem.unsupported_region.without.text': unchanged,
    'problem.required_scopes_not_granted.text': texts['reconnect.scopes.text'],
    'leave.text': texts['reconnect.leave.text'],
    // The attempt may still succeed in a window or at the service.
    'leave.unfinished': texts['reconnect.unfinished.text'],
  };
  // Without `reconnect`, the person chose a provider that the list shows as connected.
  if (!reconnect) return kept;
  const why = texts[reconnect.broken ? 'reconnect.stopped.text' : 'reconnect.renew.text'];
  const title = texts['reconnect.sign-in.title'];
  return {
    ...kept,
    'step.sign-in.title': title,
    'step.sign-in.text': why,
    'step.sign-in.submit': texts['reconnect.sign-in.submit'],
    'step.authorize.title': title,
    'step.authorize.text': inTurn(why, texts['step.authorize.text']),
    'step.done.title': texts['reconnect.done.title'],
    // A provider may not ask a person who is signed in there already.
    ...(provider?.auth_type === 'oauth' && {
      'problem.account_mismatch.text': texts['reconnect.signed-in.text'],
    }),
  };
}

/** One text after the other. Chinese and Japanese set no space between two sentences. */
function inTurn(...texts: readonly (Message | undefined)[]): string {
  const [first = '', second] = texts.map((text) => (typeof text === 'object' ? text.other : text));
  return `${first}${first.endsWith('。') ? '' : ' '}${second}`;
}
