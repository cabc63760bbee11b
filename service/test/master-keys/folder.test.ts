import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { createWebhook } from 'svc-link/contract';
import { openEmbedded, type Db } from '../../src/db/index.js';
import { forgetMasterKey } from '../../src/cli/forget-master-key.js';
import { createLog } from '../../src/server/log.js';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys, startService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { newDataFolder } from '../support/child-service.js';
import { heartHealth } from '../support/lab-service.js';

const log = createLog('silent');
const newKey = (): string => randomBytes(32).toString('hex');

describe('the master key of a folder', () => {
  let folder: string;
  beforeEach(() => (folder = newDataFolder()));
  afterEach(() => rmSync(folder, { recursive: true }));

  const settingsWith = (key?: string) =>
    readSettings({ DATA_DIR: folder, PORT: '0', ...(key && { SVC_MASTER_KEY: key }) });
  const start = (key?: string) => startService(settingsWith(key), log);
  const startAndStop = async (key?: string) => (await start(key)).stop();
  const inDatabase = async <T>(act: (db: Db) => Promise<T>): Promise<T> => {
    const database = await openEmbedded(folder);
    try {
      return await act(database.db);
    } finally {
      await database.close();
    }
  };
  /** Starts the service, makes it seal something, and stops it. */
  const seal = async (key?: string): Promise<void> => {
    const service = await start(key);
    const { status } = await fetch(service.publicUrl + createWebhook.path, {
      method: 'POST',
      headers: { 'x-svc-api-key': sandboxKeys.apiKey },
      body: JSON.stringify({ url: 'https://nowhere.invalid/' }),
    });
    assert.equal(status, 200);
    await service.stop();
  };
  /** Adds an order with results, and the event that reports it. */
  const addSealed = async (db: Db): Promise<void> => {
    const [id, now] = [randomUUID(), new Date()];
    const [user_id, team_id] = [id, seededTeam];
    await db
      .insertInto('app_user')
      .values({ id, team_id, client_user_id: null, created_on: now, deleted_on: null })
      .execute();
    await db
      .insertInto('lab_order')
      .values({
        ...{ id, team_id, user_id, lab_test_id: heartHealth, status: 'completed' },
        ...{ interpretation: 'critical', sealed_results: Buffer.of(1), created_on: now, updated_on: now },
      })
      .execute();
    await db
      .insertInto('event')
      .values({
        ...{ id, team_id, user_id, event_type: 'labtest.result.created', created_on: now },
        sealed_data: Buffer.of(1),
      })
      .execute();
    const tokens = { id, provider: 'oura', account: '1', application: '', credentials: Buffer.of(1) };
    const granted = { scopes: '[]', version: 1, status: 'live', renewed_on: now, created_on: now } as const;
    await db
      .insertInto('provider_grant')
      .values({ ...tokens, ...granted })
      .execute();
    await db
      .insertInto('provider_revocation')
      .values({ ...tokens, next_try: now, tries: 0, ends_on: new Date(Date.now() + 3_600_000) })
      .execute();
    await db
      .insertInto('notice_subscriber')
      .values({
        provider: 'oura',
        application: '',
        sealed: Buffer.of(1),
        address: Buffer.of(1),
        check_at: now,
      })
      .execute();
  };
  const anotherKey = /The data was written with the master key "[^]*master-key forget/;
  const missing =
    /master\.key is missing, but there is data[^]*Put it back, or name the key in SVC_MASTER_KEY/;
  const path = () => join(folder, 'master.key');

  it('is the one of the first start, even if nothing was sealed yet', async () => {
    const key = newKey();
    await startAndStop(key);
    await assert.rejects(start(newKey()), anotherKey);
    await startAndStop(key);
  });

  it('is not made again if it was lost and data exists', async () => {
    await startAndStop();
    const kept = readFileSync(path());
    rmSync(path());
    await assert.rejects(start(), missing);
    assert.ok(!existsSync(path()));
    writeFileSync(path(), kept);
    await startAndStop();
    writeFileSync(path(), `${newKey()}\n`);
    await assert.rejects(
      start(),
      /The data was written with the master key "[\w-]{8}", and .*master\.key has only "/,
    );
  });

  it('can be forgotten if it is lost for good, with everything that it has sealed', async () => {
    await seal(newKey());
    await inDatabase(addSealed);
    const told = await inDatabase((db) => forgetMasterKey(db, { sure: false, alone: true }, new Date()));
    assert.match(
      told.join('\n'),
      /0 connections[^]*1 webhooks[^]*1 events[^]*the results of 1 lab orders[^]*--yes/,
    );
    await assert.rejects(start(newKey()), anotherKey);
    await inDatabase((db) => forgetMasterKey(db, { sure: true, alone: true }, new Date()));
    await seal(newKey());
    await inDatabase(async (db) => {
      assert.equal((await db.selectFrom('webhook').select('id').execute()).length, 1);
      assert.deepEqual(await db.selectFrom('event').select('id').execute(), []);
      for (const table of ['provider_grant', 'provider_revocation', 'notice_subscriber'] as const)
        assert.deepEqual(await db.selectFrom(table).select('provider').execute(), [], table);
      const orders = db.selectFrom('lab_order').select(['status', 'interpretation', 'sealed_results']);
      assert.deepEqual(await orders.execute(), [
        { status: 'completed', interpretation: 'critical', sealed_results: null },
      ]);
    });
  });
});
