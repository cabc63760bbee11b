import { applicationOfTeam } from '../../applications/index.js';
import { applicationOf, readCredentials } from '../../credentials/index.js';
import {
  type AtProvider,
  expectGrant,
  findUnnamed,
  forgetUnnamed,
  giveUpUnnamed,
  type Holder,
  isOauth,
  keepUnnamed,
  nameAccount,
  readGranted,
  type Kept,
  redeemCode,
  type Tokens,
  TokensRefused,
} from '../../grants/index.js';
import { transact } from '../../db/index.js';
import { ApiError } from '../../http/index.js';
import { NoAnswer, ProviderFailure } from '../../provider-http/index.js';
import { type ProviderEntry, providerSettingsOf, scopesToAsk } from '../../providers/index.js';
import { sandboxClient } from '../../sandbox-oauth/index.js';
import { type Sharing, sharedIn } from '../consent.js';
import type { OauthDeps } from './attempts.js';
import type { LinkSessionRow } from '../session-row.js';
import { redeemCounted } from './counted-code.js';
import { exchangeCode, ExchangeFailed } from './exchange.js';

/** What a person has allowed at a provider. */
export interface Allowed {
  readonly account: string;
  /** The granted scopes; null if the provider granted all that were asked for. */
  readonly scopes: readonly string[] | null;
  /** JSON. It holds no tokens if a grant keeps them. */
  readonly credentials: string;
  /** The tokens of a real provider. */
  readonly tokens?: Tokens;
  /** The team's own application; null for the service's. */
  readonly application: string | null;
}

export interface Answered {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly callback: URLSearchParams;
  readonly by: Answerer;
}

/** A person who comes back from a provider, or is about to go there. */
export interface Answerer {
  readonly sessionId: string;
  readonly userId: string;
  readonly holder: Holder;
}

/** An application that people sign in to at a provider. The rest of the code does not see how providers differ. */
export interface OauthClient {
  readonly authorizationUrl: string;
  /** The parameters that do not change from one person to the next. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly pkce: boolean;
  /** Turns the code of a callback into what was allowed. Rejects with `LinkFailed`. */
  redeem(answered: Answered): Promise<Allowed>;
  /**
   * Looks for tokens that a person got in this session and browser when the provider could not name the account. Returns a
   * function that asks for the account once more, so that the person need not consent again. That function rejects with
   * `LinkFailed`. Tokens that somebody else got are given up.
   */
  findKept?(by: Answerer): Promise<(() => Promise<Allowed>) | undefined>;
}

/** A provider gave no tokens, or did not name their account. The message contains nothing that the provider sent. */
export class LinkFailed extends Error {
  readonly errorType: string;
  /** Whether the provider refused the application, so that an operator or the team has to fix it. */
  readonly isOurs: boolean;

  constructor(reason: string, { errorType = 'provider_api_error', isOurs = false } = {}) {
    super(reason);
    this.name = 'LinkFailed';
    this.errorType = errorType;
    this.isOurs = isOurs;
  }
}

/** The `iss` that every callback of a provider must contain (RFC 9207); undefined if the provider sends none. */
export const issuerOf = (deps: OauthDeps, provider: ProviderEntry): string | undefined =>
  provider.adapter ? undefined : sandboxClient(deps, provider).issuer;

/**
 * The application that a team's users sign in to. It asks for the resources that the person shares. Undefined if neither the team
 * nor the service has an application.
 */
export async function clientOfTeam(
  deps: OauthDeps,
  provider: ProviderEntry,
  session: Pick<LinkSessionRow, 'team_id'> & Sharing,
): Promise<OauthClient | undefined> {
  const { team_id: teamId } = session;
  const scopes = scopesToAsk(provider, await sharedIn(deps.db, session));
  if (!provider.adapter) return clientAtSandbox(deps, provider, teamId, scopes);
  if (!isOauth(provider.adapter)) return undefined;
  const application = await applicationOfTeam(deps, provider.adapter, teamId);
  return application && clientAtProvider(deps, scopes, application);
}

async function clientAtSandbox(
  deps: OauthDeps,
  provider: ProviderEntry,
  teamId: string,
  asked: readonly string[],
): Promise<OauthClient> {
  const shared = sandboxClient(deps, provider);
  const client = { ...shared, ...(await readCredentials(deps, teamId, provider.slug)) };
  return {
    authorizationUrl: client.authorizationUrl,
    pkce: client.pkce,
    parameters: {
      client_id: client.clientId,
      scope: asked.join(client.scopeSeparator),
      ...(client.responseMode === 'form_post' && { response_mode: 'form_post' }),
    },
    async redeem(answered) {
      try {
        const { account, scopes, accessToken, refreshToken, expiresIn } = await exchangeCode(
          client,
          answered,
          provider.slug,
        );
        const expiresAt = expiresIn === null ? null : deps.clock.now().getTime() + expiresIn * 1000;
        return {
          account,
          scopes,
          credentials: JSON.stringify({ accessToken, refreshToken, expiresAt }),
          application: client.clientId === shared.clientId ? null : applicationOf(client.clientId),
        };
      } catch (error) {
        throw error instanceof ExchangeFailed ? new LinkFailed(error.message) : error;
      }
    },
  };
}

function clientAtProvider(deps: OauthDeps, asked: readonly string[], usable: AtProvider): OauthClient {
  const { providerSettings, db, secrets, budgets } = deps;
  const { adapter, application } = usable;
  const { signIn } = adapter;
  const { where } = providerSettingsOf(providerSettings, adapter.slug);
  const spender = { adapter, application, grant: null };

  async function nameAllowed(kept: Kept, { sessionId, userId }: Answerer): Promise<Allowed> {
    const { redeemed } = kept;
    const { tokens } = redeemed;
    const gate = budgets.gateFor(spender, 'linking');
    try {
      const account = await nameAccount(usable, redeemed, userId, gate);
      const scopes = await readGranted(usable, redeemed, gate);
      const allowed = { account, tokens, application: application.id };
      await transact(db, async (tx) => {
        await forgetUnnamed(tx, kept);
        await expectGrant(tx, secrets, { provider: adapter.slug, ...allowed });
      });
      return { ...allowed, scopes, credentials: '{}' };
    } catch (error) {
      // After a failure of the kind `later` the tokens are still good, and the person need not consent again.
      if (!(error instanceof ProviderFailure && error.failure.kind === 'later'))
        await giveUpUnnamed(db, sessionId, adapter.slug);
      throw linkFailedBy(error);
    }
  }

  return {
    authorizationUrl: application.urls.authorize,
    pkce: signIn.pkce,
    parameters: {
      client_id: application.clientId,
      ...(!signIn.namesNoScopes && { scope: asked.join(signIn.scopeSeparator) }),
      ...signIn.authorizeParameters?.(where),
    },
    async redeem(answered) {
      const { by } = answered;
      let kept: Kept;
      try {
        kept = await redeemCounted(deps, by.sessionId, async () => {
          // The request counts, but it does not wait for the provider's limits: the code would expire before it could be sent.
          const got = await redeemCode(usable, answered, budgets.counterFor(spender, 'linking'));
          return await keepUnnamed(db, secrets, by.sessionId, usable, got, by.holder);
        });
      } catch (error) {
        throw linkFailedBy(error);
      }
      return nameAllowed(kept, by);
    },
    async findKept(by) {
      const kept = await findUnnamed(db, secrets, by.sessionId, usable, by.holder);
      if (kept !== 'of-others') return kept && (() => nameAllowed(kept, by));
      await giveUpUnnamed(db, by.sessionId, adapter.slug);
      return undefined;
    },
  };
}

/** The person sees a reason only if they can do something about it. That others sent too many requests is not their fault. */
function linkFailedBy(error: unknown): unknown {
  if (error instanceof TokensRefused)
    return new LinkFailed(error.message, { isOurs: error.verdict === 'application' });
  if (error instanceof NoAnswer) return new LinkFailed(error.message);
  // Too many codes of this person were refused. The next try says so before it begins.
  if (error instanceof ApiError) return new LinkFailed(error.message);
  if (!(error instanceof ProviderFailure)) return error;
  const { kind, errorType } = error.failure;
  return new LinkFailed(error.message, {
    ...(kind === 'scope' && { errorType }),
    isOurs: kind === 'application',
  });
}
