// For servers and tests only: nothing here is part of a browser's bundle.

/** What a fictional provider answers to a user name and a password. */
export type SandboxAnswer =
  | { readonly type: 'success' }
  /** The provider asks for these codes (`sandboxCode`), one after the other. */
  | { readonly type: 'challenge'; readonly codes: readonly string[] }
  | { readonly type: 'error'; readonly errorType: string }
  | { readonly type: 'http-status'; readonly status: number; readonly retryAfter?: number }
  /** The sign-in succeeds after this time. */
  | { readonly type: 'slow'; readonly milliseconds: number }
  | { readonly type: 'hang' }
  | { readonly type: 'garbage' };

/** A code that a fictional provider asks for. */
export interface SandboxCode {
  readonly method: string;
  readonly hint: string | null;
  readonly code: string;
}

const codes: Readonly<Record<string, SandboxCode>> = {
  sms: { method: 'sms', hint: '••• 42', code: '123456' },
  email: { method: 'email', hint: 'a•••@example.com', code: '123456' },
  'second-email': { method: 'email', hint: 'a•••@example.com', code: '654321' },
  'carrier-pigeon': { method: 'carrier-pigeon', hint: 'the pigeon on your roof', code: '123456' },
};

/** The code with this name, as `codes` of a `challenge` lists it. */
export const sandboxCode = (name: string): SandboxCode | undefined =>
  Object.hasOwn(codes, name) ? codes[name] : undefined;

/** The answers, by the part of a user name before the `@`. */
const answers: ReadonlyMap<string, SandboxAnswer> = new Map<string, SandboxAnswer>([
  ...['ok', 'pull-retry', 'pull-fail', 'shared'].map((name) => [name, { type: 'success' }] as const),
  ...['sms', 'email', 'carrier-pigeon'].map((code) => [code, { type: 'challenge', codes: [code] }] as const),
  ['twice', { type: 'challenge', codes: ['sms', 'second-email'] }],
  ['slow', { type: 'slow', milliseconds: 20_000 }],
  ['hang', { type: 'hang' }],
  ['garbage', { type: 'garbage' }],
]);

const refused: SandboxAnswer = { type: 'error', errorType: 'provider_credential_error' };

/**
 * What every fictional provider with passwords answers (docs/testing.md): the part of the user name before the `@` decides, and a
 * password is right if it begins with `good`.
 */
export function sandboxAnswer(username: string, password: string): SandboxAnswer {
  const at = username.indexOf('@');
  if (at < 1 || at === username.length - 1 || !password.startsWith('good')) return refused;
  const typed = username.slice(0, at).trim();
  const name = typed.toLowerCase();
  const errorType = /^error-([\w.-]{1,64})$/i.exec(typed)?.[1];
  if (errorType) return { type: 'error', errorType };
  const status = Number(/^status-([45]\d\d)$/.exec(name)?.[1]);
  if (status) return { type: 'http-status', status, ...(status === 429 && { retryAfter: 30 }) };
  return answers.get(name) ?? refused;
}

/**
 * The account behind a user name at a fictional provider, in any case. `shared` is one account for everybody, whatever
 * follows the `@`.
 */
export function sandboxAccount(username: string): string {
  const [name = '', ...domain] = username
    .toLowerCase()
    .split('@')
    .map((part) => part.trim());
  return name === 'shared' ? name : `${name}@${domain.join('@')}`;
}

const regions: Readonly<Record<string, string>> = { xenon_pump: 'eu', yarrow_meter: 'us' };

/** The only region that works at a fictional provider with regions. */
export const sandboxRegion = (slug: string): string | undefined => regions[slug];
