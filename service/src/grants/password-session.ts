// Sessions with providers where people sign in with a password: obtained at a link, and renewed later.
import * as z from 'zod/mini';
import type { Answer, Failure, PasswordInput, PasswordTools, Session } from '../adapters/index.js';
import { createApi, type Gate, later, ProviderFailure, tokenBounds } from '../provider-http/index.js';
import { isAccountName } from './account-name.js';
import { type AtPasswordProvider, inRegion, sessionOf } from './at-provider.js';
import type { Tokens } from './tokens.js';

/** How long a sign-in or a renewal may take with all its requests, in milliseconds: as long as a token request. */
const longest = tokenBounds.milliseconds;

export type PasswordAnswer =
  | { readonly type: 'success'; readonly account: string; readonly tokens: Tokens }
  | { readonly type: 'error'; readonly errorType: string };

/**
 * Signs in, in the region that the person has chosen or in the region that the provider then names.
 * Tries once only: providers lock accounts after repeated refusals. Rejects with `ProviderFailure`.
 */
export async function signInWithPassword(
  at: AtPasswordProvider,
  { region, ...by }: PasswordInput & { readonly region: string | null },
  gate?: Gate,
): Promise<PasswordAnswer> {
  const { regions } = at.adapter.signIn;
  if (regions.length === 0)
    return withinTime((signal) => signIn(at, by, null, { signal, ...(gate && { gate }) }));
  // The region becomes part of an address.
  if (region === null || !regions.includes(region)) return unsupportedRegion;
  return withinTime((signal) => signIn(at, by, region, { signal, ...(gate && { gate }) }));
}

interface How {
  readonly signal: AbortSignal;
  readonly gate?: Gate;
}

const unsupportedRegion = { type: 'error', errorType: 'unsupported_region' } as const;

async function signIn(
  at: AtPasswordProvider,
  by: PasswordInput,
  region: string | null,
  how: How,
  isSecond = false,
): Promise<PasswordAnswer> {
  const { regions, renewal, signIn: ask } = at.adapter.signIn;
  const answer = await asking(() => ask(by, toolsFor(at, region, how)));
  if (answer === 'refused') return { type: 'error', errorType: 'provider_credential_error' };
  if (answer.type === 'error') return answer;
  if (answer.type === 'elsewhere')
    return isSecond || !regions.includes(answer.region)
      ? unsupportedRegion
      : signIn(at, by, answer.region, how, true);
  const { account, session } = answer;
  if (!isAccountName(account)) throw unreadable();
  const password = renewal.by === 'password' ? by : undefined;
  return { type: 'success', account, tokens: tokensOfSession(session, region, password) };
}

/**
 * Gets another session for the same account. Rejects with `ProviderFailure`, of the kind `token` if the provider refuses.
 */
export const renewSession = (at: AtPasswordProvider, account: string, tokens: Tokens): Promise<Tokens> =>
  withinTime(async (signal) => {
    const { renewal } = at.adapter.signIn;
    const { region = null, password } = tokens.session ?? {};
    if (renewal.by === 'session') {
      const session = await asking(() =>
        renewal.renew(sessionOf(tokens), toolsFor(at, region, { signal }, tokens)),
      );
      if (session === 'refused') throw refused();
      return tokensOfSession(session, region);
    }
    if (password === undefined) throw refused();
    const answer = await signIn(at, password, region, { signal });
    // The user name may belong to another person now.
    if (answer.type !== 'success' || answer.account !== account) throw refused();
    return answer.tokens;
  });

const tokensOfSession = (
  { token, expiresAt, kept }: Session,
  region: string | null,
  password?: PasswordInput,
): Tokens => ({
  accessToken: token,
  refreshToken: null,
  expiresAt,
  session: { region, kept, ...(password && { password }) },
});

const toolsFor = (
  { adapter, application, network }: AtPasswordProvider,
  region: string | null,
  how: How,
  tokens?: Tokens,
): PasswordTools => ({
  api: createApi(network, {
    adapter: tokens
      ? adapter
      : { ...adapter, classify: (answer) => adapter.classify?.(answer) ?? unclear(answer) },
    urls: inRegion(application.urls, region),
    application,
    person: tokens ? adapter.signIn.authorize(sessionOf(tokens), application) : null,
    ...how,
  }),
  client: application,
  now: Date.now(),
});

/** The adapter recognizes the answer that refuses one person's sign-in. Any other 401 may concern everybody. */
const unclear = ({ status }: Answer): Failure | undefined =>
  status === 401
    ? {
        kind: 'later',
        errorType: 'provider_api_error',
        message: 'The provider refuses the sign-in, and does not say why.',
      }
    : undefined;

const refused = (): ProviderFailure =>
  new ProviderFailure({
    kind: 'token',
    errorType: 'provider_credential_error',
    message: 'The provider refuses the sign-in.',
  });

async function asking<T>(ask: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await ask();
  } catch (error) {
    // The schema's errors may hold what the provider sent.
    if (error instanceof z.core.$ZodError) throw unreadable();
    if (error instanceof ProviderFailure && error.failure.kind === 'token') return 'refused';
    throw error;
  }
}

const unreadable = (): ProviderFailure =>
  later('The provider answered in a way that this version does not understand.');

async function withinTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(longest);
  try {
    return await work(late);
  } catch (error) {
    if (late.aborted && !(error instanceof ProviderFailure))
      throw later('The provider did not answer in time.');
    throw error;
  }
}
