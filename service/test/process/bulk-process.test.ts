import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { BulkOperation } from 'svc-link/contract';
import { migrate, type OpenDatabase } from '../../src/db/index.js';
import { createLog } from '../../src/server/log.js';
import { seed, seededTeam } from '../../src/server/seed.js';
import { openStorage, sandboxKeys } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { provider, recipeFor } from '../support/bulk-service.js';
import { newDataFolder, startChild, type ChildService } from '../support/child-service.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const folder = newDataFolder();
const env = { DATA_DIR: folder };
afterAll(() => rmSync(folder, { recursive: true }));
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const items = process.env['LONG'] ? 20_000 : 4000;

async function withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openStorage(readSettings(env), createLog('silent'));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Users of the seeded team, written to the database while no service
 * runs, because making them over the interface would take long.
 */
const makeUsers = () =>
  withDatabase(async (database) => {
    const { db } = database;
    await migrate(database);
    await seed(db, new Date(), { apiKey: undefined, managementKey: undefined });
    const ids = Array.from({ length: items }, () => randomUUID());
    for (let start = 0; start < items; start += 1000)
      await db
        .insertInto('app_user')
        .values(
          ids.slice(start, start + 1000).map((id) => ({
            id,
            team_id: seededTeam,
            client_user_id: id,
            created_on: new Date(),
            deleted_on: null,
          })),
        )
        .execute();
    return ids;
  });

const ask = (service: ChildService, method: string, path: string, body?: object) =>
  fetch(service.url + path, {
    method,
    headers: { 'x-svc-api-key': sandboxKeys.apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Reads the operation until it is as wanted. */
async function until(service: ChildService, path: string, wanted: (operation: BulkOperation) => boolean) {
  for (;;) {
    const { data } = (await (await ask(service, 'GET', path)).json()) as { data: BulkOperation[] };
    if (wanted(data[0]!)) return data[0]!;
  }
}

describe('an import whose process is killed', () => {
  it('goes on after the restart and does each item once', async () => {
    const users = await makeUsers();
    let service = await startChild(env);
    const credentials = { client_id: 'own', client_secret: 'secret' };
    const told = { url: receiver.url, events: ['provider.connection.created'] };
    assert.equal((await ask(service, 'POST', '/v2/webhook', told)).status, 200);
    await ask(service, 'PUT', `/v2/team/custom_credentials/${provider}`, credentials);
    const connections = users.map((user, n) =>
      recipeFor(user, n % 10 === 0 ? { access_token: 'of-somebody' } : {}),
    );
    const answer = await ask(service, 'POST', '/v2/link/bulk_import', { provider, connections });
    assert.equal(answer.status, 202);
    const path = String(answer.headers.get('location'));
    const half = await until(service, path, ({ processed }) => processed >= items / 3);
    assert.equal(half.status, 'in_progress');
    await service.end('SIGKILL');

    service = await startChild(env);
    const ended = await until(service, path, ({ status }) => status !== 'in_progress');
    assert.equal(await service.end('SIGTERM'), 0);
    assert.deepEqual(
      [ended.status, ended.pending, ended.processed, ended.failed],
      ['success', 0, items, items / 10],
    );

    await withDatabase(async ({ db }) => {
      const connected = await db.selectFrom('connection').select('user_id').execute();
      const told = await db
        .selectFrom('event')
        .select('user_id')
        .where('event_type', '=', 'provider.connection.created')
        .execute();
      const expected = users.filter((_, n) => n % 10 !== 0).sort();
      assert.deepEqual(connected.map(({ user_id }) => user_id).sort(), expected);
      assert.deepEqual(told.map(({ user_id }) => user_id).sort(), expected);
      assert.deepEqual(await db.selectFrom('bulk_chunk').selectAll().execute(), []);
    });
  });
});
