/** The words of the service's own pages in English. `{p}` is a provider, `{a}` the app, `{name}` a person, `{n}` a number. */
export const en = {
  'unknown.title': 'This address doesn’t work',
  'unknown.text': 'It may be incomplete. Go back to the app and start again.',
  'other-browser.title': 'You started in another browser',
  'other-browser.text':
    'Start and finish in the same browser, with cookies allowed. Go back to the app and start again.',
  'used.title': 'This step is done',
  'used.text': 'Go back to the app to see how it went.',
  'superseded.title': 'You started again',
  'superseded.text': 'Only your latest try counts. You can close this window.',
  'expired.title': 'This took too long',
  'expired.text': 'Go back to the app and start again.',
  'session_elsewhere.title': 'This link only works where you started',
  'session_elsewhere.text':
    'To keep your account safe, it can’t be used in another browser. Go to the app and start there.',
  'invalid_token.title': 'This link doesn’t work',
  'invalid_token.text': 'Go back to the app and start again.',
  'token_expired.title': 'This link has expired',
  'token_expired.text': 'Go back to the app and start again.',
  'token_not_validated.title': 'We couldn’t check this link',
  'token_not_validated.text': 'Go back to the app and start again.',
  'token_consumed.title': 'This link has already been used',
  'token_consumed.text': 'Go back to the app to see how it went.',
  'rate_limited.title': 'Too many tries',
  'rate_limited.text': {
    one: 'Wait 1 minute, then go back to the app and start again.',
    other: 'Wait {n} minutes, then go back to the app and start again.',
  },
  'origin_not_allowed.title': 'This link doesn’t work here',
  'origin_not_allowed.text':
    'The page you came from doesn’t belong to the app. Go to the app and start there.',
  'provider_not_offered.title': 'This can’t be connected here',
  'provider_not_offered.text': 'Go back to the app and choose something else.',
  'going.title': 'Taking you to {p}…',
  'ask.title': 'Connect {p} to {a}',
  'ask.made-for': '{a} made this link for {name}.',
  'ask.made-for-one': '{a} made this link for one person.',
  'ask.caution': 'Continue only if that’s you and you came here from {a} yourself.',
  'ask.next': '{p} will then ask what you want to share.',
  continue: 'Continue',
  cancel: 'Cancel',
  'go-back': 'Go back to {a}',
} as const;

/** A text with a number, in the plural forms of the language. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Every word of a language. */
export type PageWords = {
  readonly [Word in keyof typeof en]: (typeof en)[Word] extends string ? string : PluralText;
};
