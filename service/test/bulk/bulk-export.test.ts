import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { bulkExport, bulkPause, listUserProviders, type BodyOf } from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { newBulkTeam, provider, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let team: BulkTeam;
beforeAll(async () => {
  service = await startTestService();
  team = await newBulkTeam(service);
});
afterAll(() => service.stop());

const exported = (from: BulkTeam, body: Partial<BodyOf<typeof bulkExport>> = {}) =>
  service.call(bulkExport, { apiKey: from.apiKey, body: { provider, ...body } });
const pause = (from: BulkTeam, user_ids: readonly string[]) =>
  service.call(bulkPause, { apiKey: from.apiKey, body: { provider, user_ids: [...user_ids] } });
const statusesOf = async (from: BulkTeam, user_id: string) =>
  (await service.call(listUserProviders, { apiKey: from.apiKey, params: { user_id } })).body.providers.map(
    ({ status }) => status,
  );

describe('POST /v2/link/bulk_export', () => {
  // spec 2.7.1, 4.4.4, 4.4.6
  it('returns what was imported, in a form that another team with its own application can import', async () => {
    const [one, two] = (await team.users(2)).sort();
    const [unnamed] = await team.users(1);
    const recipes = [
      recipeFor(one!, { refresh_token: '', expires_at: 0, oauth_scopes: [] }),
      recipeFor(two!, { oauth_scopes: ['sleep.read', 'a scope of later'] }),
    ];
    await team.import([...recipes, recipeFor(unnamed!)], true);
    const { status, body } = await exported(team, { user_ids: [two!.toUpperCase(), one!, randomUUID()] });
    assert.equal(status, 200);
    assert.deepEqual(body, { data: recipes, next_token: null });

    const other = await newBulkTeam(service);
    const users = (await other.users(2)).sort();
    const moved = body.data.map((recipe, n) => ({ ...recipe, user_id: users[n]! }));
    assert.deepEqual((await other.import(moved, true)).body.user_ids_imported, users);
    assert.deepEqual((await exported(other)).body.data, moved);
  });

  // spec 4.4.3, 4.4.6
  it('returns all connections in pages that stay while connections are added', async () => {
    const own = await newBulkTeam(service);
    const users = await own.users(1100);
    await own.import(
      users.map((user) => recipeFor(user)),
      true,
    );
    for (const user_ids of [undefined, null, users]) {
      const seen: string[] = [];
      let next: string | null | undefined;
      do {
        const { body } = await exported(own, { user_ids, next_token: next });
        seen.push(...body.data.map(({ user_id }) => user_id));
        next = body.next_token;
        const [late] = await own.users(1);
        await own.import([recipeFor(late!)], true);
      } while (next !== null);
      assert.equal(new Set(seen).size, seen.length);
      const missed = users.filter((user) => !seen.includes(user));
      assert.deepEqual(missed, []);
    }
  });

  // spec 4.4.1, 4.4.5
  it('returns only the own team, and is refused if it is off or there is no application', async () => {
    const [user] = await team.users(1);
    await team.import([recipeFor(user!)], true);
    const stranger = await newBulkTeam(service);
    assert.deepEqual((await exported(stranger, { user_ids: [user!] })).body.data, []);

    const off = await service.newTeam();
    // The switch for imports does not count.
    await service.deps.db
      .updateTable('team')
      .set({ flags: '["bulk_import", "management"]' })
      .where('id', '=', off.id)
      .execute();
    const refused = await service.call(bulkExport, { apiKey: off.apiKey, body: { provider } });
    assert.equal(refused.status, 403);
    assert.equal((refused.detail as { error_type: string }).error_type, 'feature_not_enabled');
    const missing = await service.call(bulkExport, {
      apiKey: sandboxKeys.apiKey,
      body: { provider: 'ember_scale' },
    });
    assert.equal(missing.status, 400);
    assert.equal((missing.detail as { error_type: string }).error_type, 'custom_credentials_missing');
    for (const [body, loc] of [
      [{ provider, next_token: 'nothing' }, ['body', 'next_token']],
      [{ provider: 'quartz_scale' }, ['body', 'provider']],
      [{}, ['body', 'provider']],
      [{ provider, user_ids: ['x'] }, ['body', 'user_ids', 0]],
    ] as const) {
      const { status, detail } = await service.call(bulkExport, { apiKey: team.apiKey, body: body as never });
      assert.equal(status, 422);
      assert.deepEqual((detail as { loc: unknown }[])[0]?.loc, loc);
    }
  });
});

describe('POST /v2/link/bulk_pause', () => {
  // spec 4.4.2
  it('pauses connections as an operation, until they are imported again', async () => {
    const [one, two, unconnected] = await team.users(3);
    await team.import([recipeFor(one!), recipeFor(two!)], true);
    const answer = await pause(team, [one!, one!, unconnected!, randomUUID()]);
    assert.equal(answer.status, 202);
    const operation = await team.ended(answer);
    assert.deepEqual(
      [operation.type, operation.status, operation.processed, operation.failed],
      ['bulk_pause', 'success', 4, 3],
    );
    assert.deepEqual(await statusesOf(team, one!), ['paused']);
    assert.deepEqual(await statusesOf(team, two!), ['connected']);
    assert.equal((await exported(team, { user_ids: [one!] })).body.data.length, 1);

    await team.import([recipeFor(one!)], true);
    assert.deepEqual(await statusesOf(team, one!), ['connected']);
  });

  it('reaches no connection of another team', async () => {
    const [user] = await team.users(1);
    await team.import([recipeFor(user!)], true);
    const stranger = await newBulkTeam(service);
    assert.equal((await stranger.ended(await pause(stranger, [user!]))).status, 'failure');
    assert.deepEqual(await statusesOf(team, user!), ['connected']);
  });
});
