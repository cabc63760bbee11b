import { setTimeout as pause } from 'node:timers/promises';
import type { Adapter, TokenAnswer } from '../adapters/index.js';
import { type Gate, readResponse, ProviderFailure } from '../provider-http/index.js';
import { isAccountName } from './account-name.js';
import { apiOf, type AtProvider, type How } from './at-provider.js';
import { askServers } from './servers.js';
import { requestTokens, type Watch } from './token-request.js';
import { type Tokens, tokensOf } from './tokens.js';

/** What the provider gave for a code. Plain JSON. */
export interface Redeemed {
  readonly tokens: Tokens;
  readonly token: TokenAnswer;
  /** Null if everything that was asked for was granted. */
  readonly granted: readonly string[] | null;
}

/**
 * Redeems a code at the provider (RFC 6749 4.1.3), before anything else is asked there: some codes live for half a minute.
 * `counter` counts the request. Rejects with `TokensRefused` or `NoAnswer`.
 */
export async function redeemCode(
  at: AtProvider,
  by: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
    /** The query parameters of the callback. */
    readonly callback: URLSearchParams;
  },
  counter?: Gate,
): Promise<Redeemed> {
  const { adapter, application, network } = at;
  const { signIn } = adapter;
  const { clientId, clientSecret } = application;
  const fields = {
    code: by.code,
    redirect_uri: by.redirectUri,
    ...(signIn.pkce && { code_verifier: by.verifier }),
  };
  const issuer = by.callback.get('iss');
  const isNewerCode = issuer !== null && issuer === signIn.newerIssuer;
  const { token, isNewer } = await askServers(
    at,
    isNewerCode ? ['newer', 'usual'] : ['usual', 'newer'],
    (urls) =>
      requestTokens(
        network,
        signIn,
        { clientId, clientSecret, url: urls.token },
        'code',
        fields,
        counter && watchBy(counter, adapter),
      ),
  );
  const granted = signIn.grantedScopes
    ? signIn.grantedScopes({ callback: by.callback, token })
    : (token.scope?.split(signIn.scopeSeparator).filter((scope) => scope !== '') ?? null);
  return { tokens: { ...tokensOf(token, signIn), ...(isNewer && { isNewer }) }, token, granted };
}

const watchBy =
  (gate: Gate, adapter: Adapter): Watch =>
  async (ask) => {
    const response = await gate.through(async () => {
      const incoming = await ask();
      return { ...readResponse(adapter, incoming), incoming };
    });
    return response.incoming;
  };

/** Pauses between the tries to learn the account, in milliseconds. The person sees an empty page meanwhile. */
const waits = [500, 2_000];

/**
 * Returns the provider's id of the account that new tokens belong to. Also does what is needed before data can be read. Retries
 * passing failures a few times. Rejects with `ProviderFailure`; if the failure is a passing one, the tokens are still good.
 */
export async function nameAccount(
  at: AtProvider,
  redeemed: Pick<Redeemed, 'token' | 'tokens'>,
  userId: string,
  gate: Gate,
): Promise<string> {
  const account = await readAccount(at, redeemed, { gate });
  await registerAccount(at, redeemed, account, userId, { gate });
  return account;
}

/**
 * What the person has granted; null if everything that was asked for. Rejects with `ProviderFailure`; if the failure is a
 * passing one, the tokens are still good.
 */
export async function readGranted(
  at: AtProvider,
  { tokens, granted }: Pick<Redeemed, 'tokens' | 'granted'>,
  gate: Gate,
): Promise<readonly string[] | null> {
  const { signIn } = at.adapter;
  const api = apiOf(at, tokens, { gate });
  return trying(async () => signIn.readGranted?.(api) ?? granted, {});
}

/** Does what is needed before an account's data can be read. */
export async function registerAccount(
  at: AtProvider,
  { tokens }: Pick<Redeemed, 'tokens'>,
  account: string,
  userId: string,
  how: How = {},
): Promise<void> {
  const api = apiOf(at, tokens, how);
  await trying(async () => at.adapter.signIn.afterLink?.({ account, userId, api }), how);
}

/**
 * The same as `nameAccount`, but does not register the account. `claimed`: the account that an import names for its token.
 * Rejects with the signal's reason too.
 */
export async function readAccount(
  at: AtProvider,
  redeemed: Pick<Redeemed, 'token' | 'tokens'>,
  how: How = {},
  claimed?: string,
): Promise<string> {
  const api = apiOf(at, redeemed.tokens, how);
  const { signIn } = at.adapter;
  const { token } = redeemed;
  const account = await trying(
    () =>
      claimed !== undefined && signIn.readImportedAccount
        ? signIn.readImportedAccount({ claimed, api })
        : signIn.readAccount({ token, where: at.application.where, api }),
    how,
  );
  if (!isAccountName(account)) throw unusable();
  return account;
}

async function trying<T>(ask: () => Promise<T>, { signal }: How): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof ProviderFailure ? error : unusable();
      const wait = waits[tries];
      const { kind, errorType, retryAt } = failure.failure;
      // A failure that names a time lasts longer than a moment, and a provider that was asked too often must not be asked
      // at once.
      if (kind !== 'later' || retryAt || errorType === 'rate_limited' || wait === undefined) throw failure;
      await pause(wait);
    }
  }
}

/** An adapter throws its schema's errors, which may hold what the provider sent. */
const unusable = (): ProviderFailure =>
  new ProviderFailure({
    kind: 'schema',
    errorType: 'provider_api_error',
    message: 'The provider did not name the account.',
  });
