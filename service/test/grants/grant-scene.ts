// Grants at an authorization server with their connections, and token keepers, one for each simulated process.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, transact } from '../../src/db/index.js';
import {
  type AtProvider,
  createTokenKeeper,
  type OauthAdapter,
  storeGrant,
  type TokenKeeper,
} from '../../src/grants/index.js';
import { createBudgets, ProviderFailure } from '../../src/provider-http/index.js';
import { seededTeam } from '../../src/server/seed.js';
import type { AuthorizationServer } from '../support/authorization-server.js';
import { madeUpAdapter, madeUpAt } from '../support/made-up-adapter.js';
import type { TestService } from '../support/test-service.js';

/** The application at the authorization server. */
export function atServer(server: AuthorizationServer, adapter: OauthAdapter = madeUpAdapter()): AtProvider {
  const { urls, clientId, clientSecret } = server;
  const at = madeUpAt(server.url, adapter);
  return { ...at, application: { ...at.application, urls, clientId, clientSecret } };
}

/** A keeper as another process would have it, as far as that is possible in one process. */
export const keeperOf = ({ deps }: TestService, resolve: () => AtProvider | undefined): TokenKeeper =>
  createTokenKeeper({
    ...deps,
    // Each process reserves requests for itself.
    budgets: createBudgets(deps.db),
    resolve: () => Promise.resolve(resolve()),
  });

export interface StoredGrant {
  readonly id: string;
  readonly userId: string;
  readonly account: string;
}

/** A grant with a connection. Its access token expires in `seconds`. */
export async function newGrant(
  { deps, newUser }: Pick<TestService, 'deps' | 'newUser'>,
  server: Pick<AuthorizationServer, 'issue'>,
  {
    account = randomUUID() as string,
    provider = 'made_up',
    seconds = -10,
    status = 'connected' as 'connected' | 'paused',
    refreshable = true,
  } = {},
): Promise<StoredGrant> {
  const { accessToken, refreshToken } = await server.issue(account);
  const userId = await newUser();
  const tokens = {
    accessToken,
    refreshToken: refreshable ? refreshToken : null,
    expiresAt: refreshable ? Date.now() + seconds * 1000 : null,
  };
  const id = await transact(deps.db, async (tx) => {
    const grant = await storeGrant(tx, deps.secrets, {
      ...{ provider, account, application: null, tokens, scopes: ['sleep'] },
    });
    const connection = randomUUID();
    await tx
      .insertInto('connection')
      .values({
        id: connection,
        team_id: seededTeam,
        user_id: userId,
        provider,
        provider_account: account,
        credentials: deps.secrets.seal('connection', connection, '{}'),
        scopes_granted: '["sleep"]',
        scopes_denied: '[]',
        status,
        application: null,
        grant_id: grant.id,
        created_on: new Date(),
      })
      .execute();
    return grant.id;
  });
  return { id, userId, account };
}

export const grantRow = (db: Db, id: string) =>
  db.selectFrom('provider_grant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const connectionOf = (db: Db, { id }: StoredGrant) =>
  db.selectFrom('connection').selectAll().where('grant_id', '=', id).executeTakeFirstOrThrow();

/** Moves everything recorded about grants back by this many seconds. */
export const letPass = (db: Db, seconds: number) =>
  sql`with passed as (select make_interval(secs => ${seconds}) as time)
    update provider_grant set suspected_on = suspected_on - time, refused_on = refused_on - time,
      renewed_on = renewed_on - time from passed`.execute(db);

/** The provider failure that `asked` rejects with. The test fails if it does not reject, or rejects with another error. */
export async function failureOf(asked: Promise<unknown>): Promise<ProviderFailure['failure']> {
  const error: unknown = await asked.then(
    () => assert.fail('it was a success'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFailure)) throw error;
  return error.failure;
}
