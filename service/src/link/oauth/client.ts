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
  /** Null if all that was asked for. */
  readonly scopes: readonly string[] | null;
  /** JSON; without tokens if those are a grant's. */
  readonly credentials: string;
  /** Of a real provider. */
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

/** Who comes back from a provider, or is about to go there. */
export interface Answerer {
  readonly sessionId: string;
  readonly userId: string;
  readonly holder: Holder;
}

/** An application that people sign in to at a provider. What differs between providers ends here. */
export interface OauthClient {
  readonly authorizationUrl: string;
  /** The parameters that do not change from one person to the next. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly pkce: boolean;
  /** Turns the code of a callback into what was allowed. Rejects with `LinkFailed`. */
  redeem(answered: Answered): Promise<Allowed>;
  /**
   * What a person has allowed in this session and browser, if the provider could not name the account then: a function that asks for
   * it once more, so that the person need not be asked again. It rejects with `LinkFailed`. What somebody else has allowed is given up.
   */
  findKept?(by: Answerer): Promise<(() => Promise<Allowed>) | undefined>;
}

/** A provider gave no tokens, or did not say whose they are. The message holds nothing that it sent. */
export class LinkFailed extends Error {
  readonly errorType: string;
  /** Whether the application is refused, which somebody has to mend. */
  readonly isOurs: boolean;

  constructor(reason: string, { errorType = 'provider_api_error', isOurs = false } = {}) {
    super(reason);
    this.name = 'LinkFailed';
    this.errorType = errorType;
    this.isOurs = isOurs;
  }
}

/** The `iss` that every callback of a provider must name (RFC 9207); undefined if it sends none. */
export const issuerOf = (deps: OauthDeps, provider: ProviderEntry): string | undefined =>
  provider.adapter ? undefined : sandboxClient(deps, provider).issuer;

/** The application that a team's users sign in to, asked for what the person shares. Undefined if neither the team nor the service has one. */
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
      // Otherwise the tokens are good, and the person need not be asked again.
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
          // Counted, and sent even beyond the provider's limits: the code would expire before there is room again.
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

/** To the person all is the same but what they can do something about: how often others have asked is not their fault. */
function linkFailedBy(error: unknown): unknown {
  if (error instanceof TokensRefused)
    return new LinkFailed(error.message, { isOurs: error.verdict === 'application' });
  if (error instanceof NoAnswer) return new LinkFailed(error.message);
  // Too many of their codes were refused: the next try is told so before it begins.
  if (error instanceof ApiError) return new LinkFailed(error.message);
  if (!(error instanceof ProviderFailure)) return error;
  const { kind, errorType } = error.failure;
  return new LinkFailed(error.message, {
    ...(kind === 'scope' && { errorType }),
    isOurs: kind === 'application',
  });
}
