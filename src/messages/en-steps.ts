import type { KnownProblemCode } from '../contract/index.js';
import type { ProblemWords, Refusal } from './en-refusals.js';
import { keyed } from './keyed.js';
import type { Message } from './message.js';

/**
 * The words of problems that occur without a network or on the way to the service, or that are shown in a form. The problems
 * that the service reports are in `en-refusals.ts`, the problem of links that renew a connection is in `en-reconnect.ts`.
 */
const problems = {
  invalid_token: {
    title: 'This link doesn’t work',
    text: 'Go back to {a} and start again.',
    action: 'Go back to {a}',
  },
  token_expired: {
    title: 'This link has expired',
    text: 'Links stop working after a while to keep your account safe. Start again to get a new one.',
    action: 'Start again',
  },
  provider_credential_error: {
    title: 'Check your {p} sign-in details',
    text: 'The email or password doesn’t match any {p} account. Try again, or reset your {p} password.',
    action: 'Connect {p}',
  },
  unsupported_region: {
    title: '{p} isn’t available in that region',
    text: 'Choose the region where you created your {p} account.',
    action: 'Choose another region',
  },
  incorrect_mfa_code: {
    title: 'That code didn’t work',
    text: 'Enter the newest code from {p}. Codes stop working after a few minutes.',
    action: 'Continue',
  },
  unknown: {
    title: 'We couldn’t connect {p}',
    text: 'Something went wrong. Try again, or go back to {a}.',
    action: 'Try again',
  },
  offline: {
    title: 'You’re offline',
    text: 'Check your internet connection, then try again.',
    action: 'Try again',
  },
  network_failed: {
    title: 'We couldn’t reach this service',
    text: 'Check your internet connection, then try again.',
    action: 'Try again',
  },
  timeout: {
    title: '{p} is taking longer than usual',
    text: 'We’re still waiting for {p}.',
    action: 'Keep waiting',
  },
  service_error: {
    title: 'There’s a problem with this service',
    text: 'Try again in a few minutes.',
    action: 'Try again',
  },
  popup_blocked: {
    title: 'The window didn’t open',
    text: 'Your browser stopped the {p} window from opening.',
    action: 'Continue to {p}',
  },
  popup_closed: {
    title: 'Finish in the {p} window',
    text: 'This page updates by itself when you’re done.',
    action: 'Open the window again',
  },
} as const satisfies Record<
  Exclude<KnownProblemCode, Refusal | 'account_mismatch'> | 'unknown',
  ProblemWords
>;

/** The problems that have other words after OAuth, without a region to choose, or while the first screen loads. */
const variants = {
  'provider_credential_error.oauth': {
    title: '{p} didn’t finish signing you in',
    text: 'Nothing was shared with {a}.',
    action: 'Try again',
  },
  'unsupported_region.without': {
    title: '{p} isn’t available in your region',
    text: 'Nothing was shared with {a}.',
    action: 'Choose something else',
  },
  'timeout.loading': {
    title: 'This is taking longer than usual',
    text: 'Check your internet connection, then try again.',
    action: 'Try again',
  },
} as const satisfies Record<string, ProblemWords>;

/** The words of the steps after the first screen, by step. */
const steps = {
  'sign-in': {
    title: 'Connect {p}',
    text: 'Sign in with your {p} account.',
    username: 'Email',
    'username-phone': 'Phone number',
    'username-name': 'User name',
    'username-member_number': 'Member number',
    password: 'Password',
    show: 'Show',
    'show-password': 'Show password',
    region: 'Region',
    'choose-region': 'Choose a region',
    'missing-username': 'Enter your {p} email',
    'missing-password': 'Enter your {p} password',
    'missing-region': 'Choose a region',
    missing: 'Fill in this field',
    'code-ended': 'That code no longer works. Sign in again to continue.',
    unanswered: 'That didn’t go through. Enter your password again.',
    degraded: 'Other people couldn’t connect {p} in the last few minutes. You can try, or come back later.',
    refused: 'What you entered doesn’t match any {p} account. Try again, or reset your {p} password.',
    submit: 'Connect {p}',
    forgot: 'Forgot your password?',
    reset: 'Reset your {p} password',
    help: 'Get help from {p}',
    consent: '{a} will be able to see your:',
    'consent-all': '{a} will be able to see your {p} data.',
    choose: 'Choose what to share',
    terms: 'Terms',
    privacy: 'Privacy',
  },
  authorize: {
    title: 'Connect {p} to {a}',
    text: 'A new window will open. Sign in to {p} there and choose what to share.',
    submit: 'Continue to {p}',
    cancel: 'Cancel',
    'same-window-text': 'You’ll go to {p} in this window, then come back here.',
  },
  connecting: {
    title: 'Connecting {p}',
    'stage-0': 'This usually takes a few seconds.',
    'stage-1': '{p} is checking your details. Keep this page open.',
    'stage-2': 'Still waiting for {p}. This can take up to a minute.',
    cancel: 'Cancel',
  },
  challenge: {
    title: 'Enter your code',
    'title-again': 'One more code',
    text: '{p} sent you a code.',
    'text-hint': '{p} sent a code to {hint}.',
    'text-sms': '{p} sent you a text message with a code.',
    'text-sms-hint': '{p} sent a text message with a code to {hint}.',
    'text-email': '{p} sent you an email with a code.',
    'text-email-hint': '{p} sent an email with a code to {hint}.',
    'text-method': '{p} needs the code from the {method}.',
    'text-method-hint': '{p} needs the code from the {method} ({hint}).',
    code: 'Code',
    digits: { one: '{n} digit', other: '{n} digits' },
    characters: { one: '{n} character', other: '{n} characters' },
    'missing-code': 'Enter the code from {p}',
    submit: 'Continue',
    checking: 'Checking the code',
    resend: 'Send a new code',
    resending: 'Sending a new code…',
    resent: '{p} sent you a new code.',
    cooling: 'You can get a new code in a moment.',
    restart: 'Start again',
  },
  done: {
    title: '{p} is connected',
    text: '{a} can now see the data you agreed to share.',
    'title-waiting': 'You signed in to {p}',
    'text-waiting': 'The connection is made once {a} confirms it.',
    action: 'Done',
    another: 'Connect another',
    receipt: 'Save a receipt',
  },
  problem: {
    'choose-another': 'Choose something else',
    'start-again': 'Start again',
    'go-back': 'Go back to {a}',
    refuse: 'Don’t connect',
    'password-set': 'I’ve set a new password',
    support: 'Get help',
    reference: 'Reference',
    ready: 'You can try again now.',
  },
} as const satisfies Record<string, Record<string, Message>>;

/** The words of the steps after the first screen; loaded with them. */
export const enSteps = {
  ...keyed('problem', problems),
  ...keyed('problem', variants),

  'region.ap': 'Asia Pacific',
  'region.au': 'Australia',
  'region.ca': 'Canada',
  'region.eu': 'Europe',
  'region.gb': 'United Kingdom',
  'region.la': 'Latin America',
  'region.us': 'United States',

  'common.back': 'Back',
  'common.offline': 'You’re offline. What you entered is still here.',
  'common.expiring': {
    one: 'You have less than a minute left to finish.',
    other: 'You have less than {n} minutes left to finish.',
  },
  'common.stay': 'Get more time',
  'common.not-extended': 'We couldn’t get more time.',
  'common.new-tab': 'opens in a new tab',

  'method.app': 'authenticator app',
  'method.authenticator': 'authenticator app',
  'method.phone': 'phone call',
  'method.push': 'notification',
  'method.totp': 'authenticator app',
  // Shown while a person types, by code that loads with the steps.
  'step.select-provider.count': { one: '{n} result', other: '{n} results' },
  'step.handoff.offer': 'Continue on your phone',
  'step.disconnect.offer': 'Disconnect',
  'step.disconnect.action': 'Disconnect {p}',
  ...keyed('step', steps),
} as const satisfies Record<string, Message>;
