import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import { type Gate, laterIn, ProviderFailure, type Purpose } from '../provider-http/index.js';
import { apiOf, type AtAnyProvider, isAtOauth } from './at-provider.js';
import { type GrantOrigin, type GrantRow, originOf, readGrant } from './grant-row.js';
import { recordRefusal } from './refusals.js';
import {
  applicationRefused,
  claimRenewal,
  isByPassword,
  reconnect,
  renew,
  type RenewDeps,
  usingConnections,
} from './renew.js';
import { openTokens, type Tokens } from './tokens.js';

/** Current access to a grant's provider. */
export interface Access {
  readonly at: AtAnyProvider;
  readonly grantId: string;
  readonly account: string;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly tokens: Tokens;
  /** The version of the grant's credentials. */
  readonly version: number;
  /** Whether credentials of the grant were refused since they last worked. */
  readonly isSuspected: boolean;
}

export interface KeeperDeps extends RenewDeps, Pick<Deps, 'log' | 'budgets'> {
  /** Finds a grant's provider and application; undefined if they are not known any more. */
  readonly resolve: (origin: GrantOrigin) => Promise<AtAnyProvider | undefined>;
}

/** Hands out the tokens of grants, and renews them in time. */
export interface TokenKeeper {
  /**
   * Runs `use` with a good token. If `use` rejects with a `ProviderFailure` of the kind `token`, renews the token and runs
   * `use`
   * once more. Rejects with `ProviderFailure`: `reconnect` if the grant is dead, `later` if it may live.
   */
  withToken<T>(grantId: string, use: (access: Access) => Promise<T>): Promise<T>;
  /**
   * The same as `withToken`, with the provider's interface within its limits. Rejects with the reason of `stopping` once
   * that is aborted.
   */
  withApi<T>(grantId: string, purpose: Purpose, use: (api: Api, access: Access) => Promise<T>): Promise<T>;
  /**
   * Waits for the renewals in progress, whose tokens would be lost with the process. No new one begins once the service is
   * stopping.
   */
  finish(): Promise<void>;
}

/** How often to check whether another process has renewed the tokens, in milliseconds, give or take a quarter. */
const lookEvery = 250;
/** When a paused grant is tried again, in seconds. Nothing asks for it before it is linked again. */
const pausedFor = 3600;

export function createTokenKeeper(deps: KeeperDeps): TokenKeeper {
  const { db, secrets, stopping } = deps;
  const renewals = new Map<string, Promise<Access>>();

  async function requireProvider(grant: GrantRow): Promise<AtAnyProvider> {
    const at = await deps.resolve({ ...originOf(grant), grantId: grant.id });
    if (at) return at;
    deps.log.warn({ provider: grant.provider }, 'a grant has no application any more');
    throw applicationRefused();
  }

  async function readLive(grantId: string): Promise<GrantRow> {
    const grant = await readGrant(db, grantId);
    if (grant?.status !== 'live') throw reconnect();
    return grant;
  }

  /** Returns a good token that is not of the version `refused`. */
  async function getAccess(grantId: string, refused: number | null): Promise<Access> {
    const grant = await readLive(grantId);
    const at = await requireProvider(grant);
    if (grant.version !== refused && !isDue(grant, at))
      return accessOf(grant, at, openTokens(secrets, grant));
    for (;;) {
      const got = await renewTogether(grantId, refused);
      // A renewal that was in progress may have begun before the refusal.
      if (got.version !== refused) return got;
    }
  }

  /** Shares one renewal of a grant between all callers in this process. */
  function renewTogether(grantId: string, refused: number | null): Promise<Access> {
    const running = renewals.get(grantId);
    if (running) return running;
    const renewal = renewUntilGood(grantId, refused).finally(() => renewals.delete(grantId));
    renewals.set(grantId, renewal);
    return renewal;
  }

  /** Renews the token, or waits for another process that renews it. */
  async function renewUntilGood(grantId: string, refused: number | null): Promise<Access> {
    for (;;) {
      const grant = await readLive(grantId);
      const at = await requireProvider(grant);
      const isForced = grant.version === refused;
      if (!isForced && !isDue(grant, at)) return accessOf(grant, at, openTokens(secrets, grant));
      if (isLasting(at)) return await keepOrRefuse(grant, at, isForced);
      stopping.throwIfAborted();
      const claimed = await claimRenewal(db, grantId, grant.version);
      if (claimed) {
        const tokens = await renewOrKeep(at, claimed, isForced);
        if (tokens) return tokens;
      } else if (await usingConnections(db, grantId).limit(1).executeTakeFirst()) {
        await pause(lookEvery * (0.75 + Math.random() / 2));
      } else {
        throw laterIn(pausedFor, 'The connections are paused.');
      }
    }
  }

  /** Renews the claimed credentials. If that fails for now, uses the old token while it is good. */
  async function renewOrKeep(
    at: AtAnyProvider,
    claimed: GrantRow,
    isForced: boolean,
  ): Promise<Access | undefined> {
    try {
      const tokens = await renew(deps, at, claimed, isForced);
      return tokens && accessOf({ ...claimed, version: claimed.version + 1 }, at, tokens);
    } catch (error) {
      const isPassing = error instanceof ProviderFailure && error.failure.kind === 'later';
      if (isForced || !isPassing || isOver(claimed)) throw error;
      // A refused password stays under suspicion, although the old token still works.
      const kept = isByPassword(at) ? { ...claimed, suspected_on: null } : claimed;
      return accessOf(kept, at, openTokens(secrets, claimed));
    }
  }

  /** Returns access that cannot be renewed. It is good until the provider refuses it. */
  async function keepOrRefuse(grant: GrantRow, at: AtAnyProvider, isRefused: boolean): Promise<Access> {
    if (!isRefused) return accessOf(grant, at, openTokens(secrets, grant));
    return refuse(grant, at, grant.version);
  }

  /** Handles data that was refused although the token is as fresh as it can be. */
  async function refuse(
    grant: Pick<GrantRow, 'id' | 'provider'>,
    at: AtAnyProvider,
    version: number,
  ): Promise<never> {
    const { id } = grant;
    const evidence = isLasting(at) ? 'lasting' : 'dead';
    const refusal = await recordRefusal(db, deps, { id, version, lease: null }, evidence);
    if (refusal !== 'replaced') deps.activity.count(grant, 'refused');
    if (refusal === 'dead') throw reconnect();
    const seconds = refusal === 'replaced' ? 1 : refusal.againIn;
    throw laterIn(seconds, 'The provider refuses the access.', 'provider_credential_error');
  }

  const withToken: TokenKeeper['withToken'] = async (grantId, use) => {
    const first = await getAccess(grantId, null);
    try {
      return await useAndClear(first, use);
    } catch (error) {
      const kind = error instanceof ProviderFailure ? error.failure.kind : undefined;
      if (kind === 'reconnect') await refuse(namedBy(first), first.at, first.version);
      if (kind !== 'token') throw error;
    }
    const second = await getAccess(grantId, first.version);
    try {
      return await useAndClear(second, use);
    } catch (error) {
      const kind = error instanceof ProviderFailure ? error.failure.kind : undefined;
      if (kind === 'token' || kind === 'reconnect') await refuse(namedBy(second), second.at, second.version);
      throw error;
    }
  };

  /** Counts the requests that pass the gate. */
  const counted = (gate: Gate, access: Access): Gate => ({
    through: (send) =>
      gate.through(() => {
        deps.activity.count(namedBy(access), 'request');
        return send();
      }),
  });

  /** Runs `use`. A success proves that the grant lives, so it clears the suspicion. */
  async function useAndClear<T>(given: Access, use: (access: Access) => Promise<T>): Promise<T> {
    const result = await use(given);
    if (!given.isSuspected) return result;
    await db
      .updateTable('provider_grant')
      .set({ suspected_on: null, refused_on: null })
      .where('id', '=', given.grantId)
      .where('version', '=', given.version)
      .execute();
    return result;
  }

  return {
    withToken,
    withApi: (grantId, purpose, use) =>
      withToken(grantId, (given) => {
        const { at } = given;
        const gate = deps.budgets.gateFor(
          { adapter: at.adapter, application: at.application, grant: grantId },
          purpose,
        );
        return use(apiOf(at, given.tokens, { gate: counted(gate, given), signal: stopping }), given);
      }),
    async finish() {
      await Promise.allSettled(renewals.values());
    },
  };
}

const namedBy = ({ grantId, at }: Access) => ({ id: grantId, provider: at.adapter.slug });

const accessOf = (
  { id, account, scopes, version, suspected_on }: GrantRow,
  at: AtAnyProvider,
  tokens: Tokens,
): Access => ({
  at,
  grantId: id,
  account,
  scopes,
  version,
  isSuspected: suspected_on !== null,
  accessToken: tokens.accessToken,
  tokens,
});

/** Whether the token can never be renewed. */
const isLasting = (at: AtAnyProvider): boolean => isAtOauth(at) && at.adapter.signIn.refresh === null;

/** Whether the token must be renewed before it is used. */
const isDue = (grant: GrantRow, { adapter: { signIn } }: AtAnyProvider): boolean =>
  isOver(grant, signIn.type === 'oauth' ? signIn.refresh?.aheadSeconds : signIn.renewal.aheadSeconds);

const isOver = ({ access_until }: GrantRow, aheadSeconds = 0): boolean =>
  access_until !== null && access_until.getTime() - Date.now() <= aheadSeconds * 1000;
