// Pausing connections with a real provider while their tokens are being renewed.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { bulkExport, bulkImport, listBulkOperations } from 'svc-link/contract';
import { applicationOfTeam } from '../../src/applications/index.js';
import { acceptPause } from '../../src/bulk/accept.js';
import { workOperation } from '../../src/bulk/index.js';
import { transact } from '../../src/db/index.js';
import { isOauth, openTokens } from '../../src/grants/index.js';
import { claimRenewal, renew } from '../../src/grants/renew.js';
import type { JobOptions } from '../../src/jobs/jobs.js';
import { findProvider } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import type { AuthorizationServer } from '../support/authorization-server.js';
import { startWithOwnWahoo } from '../support/own-wahoo.js';
import type { TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
const provider = findProvider('wahoo') ?? assert.fail();
let service: TestService;
let server: AuthorizationServer;
beforeAll(async () => {
  ({ service, server } = await startWithOwnWahoo());
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(() => {
  server.interfere = () => undefined;
  server.data = (account) => ({ status: 200, body: { id: account } });
});

/** Imports a connection, and returns its user. */
async function connect(account: string = randomUUID()): Promise<string> {
  const { accessToken, refreshToken } = await server.issue(account);
  const recipe = {
    user_id: await service.newUser(),
    access_token: accessToken,
    refresh_token: refreshToken,
    provider_id: account,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    oauth_scopes: ['user_read', 'workouts_read'],
  };
  const { body } = await service.call(bulkImport, {
    apiKey,
    body: { provider: provider.slug, connections: [recipe], wait_for_completion: true },
  });
  assert.deepEqual(body.user_ids_imported, [recipe.user_id]);
  return recipe.user_id;
}
const grantOf = (user: string) =>
  service.deps.db
    .selectFrom('provider_grant')
    .innerJoin('connection', 'connection.grant_id', 'provider_grant.id')
    .selectAll('provider_grant')
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
const exported = async (user: string) => {
  const body = { provider: provider.slug, user_ids: [user] };
  return (await service.call(bulkExport, { apiKey, body })).body.data[0];
};
const claim = async (user: string) => {
  const { id, version } = await grantOf(user);
  return (await claimRenewal(service.deps.db, id, version)) ?? assert.fail();
};

/** A pause without jobs: the test does their work. */
async function pause(user: string) {
  const enqueued: (JobOptions | undefined)[] = [];
  const jobs: typeof service.deps.jobs = {
    ...service.deps.jobs,
    enqueue: (_tx, _lane, _data, options) => {
      enqueued.push(options);
      return Promise.resolve();
    },
  };
  const deps = { ...service.deps, jobs };
  const id = await transact(deps.db, (tx) => acceptPause(deps, tx, { teamId: seededTeam, provider }, [user]));
  return async () => {
    enqueued.splice(0);
    await workOperation(deps, { operation_id: id, from: 0 }, new AbortController().signal);
    const { body } = await service.call(listBulkOperations, { apiKey, query: { id } });
    const { status, processed, failed } = body.data[0] ?? assert.fail();
    return { status, processed, failed, again: enqueued[0]?.startAfter };
  };
}
const done = { status: 'success', processed: 1, failed: 0, again: undefined };

describe('a pause', () => {
  // spec 4.4.7
  it('is done once earlier renewals have ended, so that an export has their tokens', async () => {
    const user = await connect();
    assert.ok(provider.adapter && isOauth(provider.adapter));
    const at = await applicationOfTeam(service.deps, provider.adapter, seededTeam);
    let answer = (): void => undefined;
    const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    server.interfere = () => held;
    const renewal = renew(service.deps, at ?? assert.fail(), await claim(user), false);

    const work = await pause(user);
    const waiting = await work();
    assert.deepEqual([waiting.status, waiting.processed], ['in_progress', 0]);
    assert.ok(waiting.again && waiting.again.getTime() - Date.now() <= 2_000);
    answer();
    const renewed = await renewal;
    assert.deepEqual(await work(), done);
    assert.equal((await exported(user))?.refresh_token, renewed?.refreshToken);
    // Nothing renews the grant any more.
    const grant = await grantOf(user);
    assert.equal(openTokens(service.deps.secrets, grant).refreshToken, renewed?.refreshToken);
    assert.equal(await claimRenewal(service.deps.db, grant.id, grant.version), undefined);
  });

  it('is done at once if the lease of a renewal has ended', async () => {
    const user = await connect();
    const { id } = await claim(user);
    await service.deps.db
      .updateTable('provider_grant')
      .set({ lease_until: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    assert.deepEqual(await (await pause(user))(), done);
  });

  it('does not wait if the renewal is for somebody else as well', async () => {
    const account = randomUUID();
    const [one, other] = [await connect(account), await connect(account)];
    await claim(other);
    assert.deepEqual(await (await pause(one))(), done);
    assert.equal((await (await pause(other))()).status, 'in_progress');
  });
});
