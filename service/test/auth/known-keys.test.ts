import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { createKey, type KeyOwner } from '../../src/auth/index.js';
import { forgetKeys, recall } from '../../src/auth/known-keys.js';
import { transact } from '../../src/db/index.js';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const team: KeyOwner = { kind: 'team', id: seededTeam };

describe('a key that was looked up', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  // Keys are remembered by real time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const db = () => service.deps.db;
  const newKey = () => transact(db(), (tx) => createKey(tx, team, 'known', service.deps.clock.now()));
  const statusWith = async (key: string) =>
    (await service.app.request('/v2/user/', { headers: { 'x-svc-api-key': key } })).status;
  /** Deletes a key as another process or the command line does. */
  const deleteElsewhere = (id: string) => db().deleteFrom('api_key').where('id', '=', id).execute();
  const manage = (method: string, path: string, body?: object) =>
    service.app.request(`/v1/org/${seededOrg}/team/${seededTeam}/api_key/${path}`, {
      method,
      headers: { 'x-management-key': sandboxKeys.managementKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('is not looked up again for a second, and then refused if another process has deleted it', async () => {
    const { row, key } = await newKey();
    assert.equal(await statusWith(key), 200);
    await deleteElsewhere(row.id);
    vi.advanceTimersByTime(999);
    assert.equal(await statusWith(key), 200);
    vi.advanceTimersByTime(1);
    assert.equal(await statusWith(key), 401);
  });

  it('is refused at once by the process that deletes it', async () => {
    const { row, key } = await newKey();
    assert.equal(await statusWith(key), 200);
    assert.equal((await manage('DELETE', row.id)).status, 200);
    assert.equal(await statusWith(key), 401);
  });

  it('is refused at once by the process that rotates it without an overlap', async () => {
    const { row, key } = await newKey();
    assert.equal(await statusWith(key), 200);
    assert.equal((await manage('POST', `${row.id}/rotate`, { overlap_seconds: 0 })).status, 200);
    assert.equal(await statusWith(key), 401);
  });

  it('is not remembered if it is deleted while it is looked up', async () => {
    const { row, key } = await newKey();
    const found = await recall(db(), key, () => {
      forgetKeys(db());
      return Promise.resolve({ ...row, isOver: false });
    });
    assert.equal(found?.id, row.id);
    assert.equal(await recall(db(), key, () => Promise.resolve(undefined)), undefined);
  });

  it('is not remembered if it is unknown or expired', async () => {
    const { row, key } = await newKey();
    const unknown = `sk_${randomUUID()}`;
    assert.equal(await recall(db(), unknown, () => Promise.resolve(undefined)), undefined);
    const added = await recall(db(), unknown, () => Promise.resolve({ ...row, isOver: true }));
    assert.equal(added?.isOver, true);
    const again = await recall(db(), unknown, () => Promise.resolve({ ...row, isOver: false }));
    assert.equal(again?.isOver, false);
    assert.equal(await statusWith(key), 200);
  });

  it('is remembered beside 9,999 others, which are all forgotten when one more comes', async () => {
    const { row } = await newKey();
    const looks: string[] = [];
    const look = (name: string) =>
      recall(db(), name, () => {
        looks.push(name);
        return Promise.resolve({ ...row, isOver: false });
      });
    forgetKeys(db());
    for (let n = 0; n < 10_000; n++) await look(`sk_${n}`);
    await look('sk_0');
    assert.equal(looks.length, 10_000);
    await look('sk_more');
    await look('sk_more');
    await look('sk_0');
    assert.deepEqual(looks.slice(10_000), ['sk_more', 'sk_0']);
  });
});
