import type { KnownProblemCode } from '../contract/index.js';
import { keyed } from './keyed.js';
import type { Message } from './message.js';

/** A problem in words; `action` is its main button. `{p}` is the provider, `{a}` the app. */
export type ProblemWords = Readonly<Record<'title' | 'text' | 'action', Message>>;

const refusals = {
  token_not_validated: {
    title: 'We couldn’t check this link',
    text: 'Try again. If that doesn’t work, go back to {a} and start again.',
    action: 'Try again',
  },
  token_consumed: {
    title: 'This link has already been used',
    text: '{p} may already be connected. Go back to {a} to check.',
    action: 'Go back to {a}',
  },
  provider_password_expired: {
    title: 'Your {p} password has expired',
    text: 'Set a new password with {p}, then come back and connect.',
    action: 'Go to {p}',
  },
  provider_api_error: {
    title: 'We can’t reach {p} right now',
    text: 'Your details aren’t the problem. Try again in a few minutes.',
    action: 'Try again',
  },
  duplicate_connection: {
    title: 'This {p} account is already connected',
    text: 'It’s connected to another {a} user. Use a different {p} account, or disconnect it from that user first.',
    action: 'Use a different account',
  },
  required_scopes_not_granted: {
    title: '{a} needs more access from {p}',
    text: 'When {p} asks, allow everything on the list. Nothing has been shared yet.',
    action: 'Review access',
  },
  user_cancelled: {
    title: 'You didn’t finish connecting {p}',
    text: 'Nothing was shared with {a}.',
    action: 'Try again',
  },
  unauthorized: {
    title: 'We couldn’t check this link',
    text: 'Go back to {a} and start again.',
    action: 'Go back to {a}',
  },
  not_found: {
    title: '{p} isn’t available here',
    text: 'It may have been removed since you opened this page.',
    action: 'Choose something else',
  },
  rate_limited: {
    title: 'Too many tries',
    text: { one: 'Wait 1 minute, then try again.', other: 'Wait {n} minutes, then try again.' },
    action: 'Try again',
  },
  bad_response: {
    title: 'There’s a problem with this service',
    text: 'We got an answer we couldn’t read. Try again in a few minutes.',
    action: 'Try again',
  },
  webview_refused: {
    title: 'Open your browser to continue',
    text: '{p} doesn’t let you sign in inside other apps.',
    action: 'Open in browser',
  },
  origin_not_allowed: {
    title: 'This link can’t be opened from this site',
    text: 'Go back to {a} and start again.',
    action: 'Go back to {a}',
  },
  session_elsewhere: {
    title: '{p} can’t be connected in another browser',
    text: 'To keep your account safe, {a} allows this only where you started. Choose something else, or go back to {a}.',
    action: 'Choose something else',
  },
  not_configured: {
    title: 'Connecting isn’t set up yet',
    text: 'Something is missing on this page. Come back to {a} later.',
    action: 'Go back to {a}',
  },
} as const satisfies Partial<Record<KnownProblemCode, ProblemWords>>;

/** A problem whose words are in this file. */
export type Refusal = keyof typeof refusals;

/**
 * The words of problems that the service reports or that a page causes. Most people never see one, so the words load with the
 * first such problem. If they do not load, the words of `unknown` are shown.
 */
export const enRefusals = keyed('problem', refusals);
