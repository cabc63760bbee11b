// Databases in which some scheduled work cannot be done. The service starts all the same.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { sql } from 'kysely';
import { storeKey } from '../../src/auth/index.js';
import { openEmbedded, type Db } from '../../src/db/index.js';
import { createLog } from '../../src/server/log.js';
import { seededOrg } from '../../src/server/seed.js';
import { prepare, startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { sweep } from '../../src/server/sweeps.js';
import { newDataFolder } from '../support/child-service.js';

const day = 86_400_000;

describe('a data folder', () => {
  let folder: string;
  let settings: ReturnType<typeof readSettings>;
  beforeEach(() => {
    folder = newDataFolder();
    settings = readSettings({
      DATA_DIR: folder,
      PORT: '0',
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Prepares the folder as the service does, changes the database in it, and closes it. */
  const change = async <T>(act: (db: Db) => Promise<T>): Promise<T> => {
    const database = await openEmbedded(folder);
    const { db, jobs } = await prepare(settings, database, createLog('silent'));
    try {
      return await act(db);
    } finally {
      await jobs.stop();
      await database.close();
    }
  };

  /** A team that was deleted longer ago than its days of grace, with rows that were added after its deletion. */
  const addPoisonedTeam = async (db: Db): Promise<string> => {
    const id = randomUUID();
    const now = new Date();
    const row = { name: 'Deleted', region: 'us' as const, flags: '[]', created_on: now };
    await db
      .insertInto('team')
      .values({ ...row, id, org_id: seededOrg, deleted_on: new Date(now.getTime() - 8 * day) })
      .execute();
    await db
      .insertInto('webhook')
      .values({
        ...{ id: randomUUID(), team_id: id, kind: 'webhook', url: 'https://nowhere.invalid/' },
        ...{ events: '[]', routes: '[]', headers: Buffer.of(), secret: Buffer.of() },
        ...{ status: 'enabled', created_on: now },
      })
      .execute();
    await db
      .insertInto('custom_credentials')
      .values({
        ...{ team_id: id, provider: 'cadence_cycle', application: 'late', updated_on: now },
        credentials: Buffer.of(),
      })
      .execute();
    await storeKey(db, { kind: 'team', id }, 'late', `sk_${randomUUID()}`, now);
    await storeKey(db, { kind: 'teams', id: seededOrg }, 'late', `tmk_${id}`, now);
    const { id: key_id } = await db
      .selectFrom('api_key')
      .select('id')
      .where('kind', '=', 'teams')
      .executeTakeFirstOrThrow();
    await db.insertInto('management_key_team').values({ key_id, team_id: id }).execute();
    return id;
  };

  const isReady = async ({ publicUrl }: RunningService): Promise<boolean> =>
    (await fetch(`${publicUrl}/ready`)).status === 200;

  it('with rows that came after their team was deleted starts, and is rid of them', async () => {
    const id = await change(addPoisonedTeam);
    const service = await startService(settings, createLog('silent'));
    assert.ok(await isReady(service));
    await service.stop();
    await change(async (db) => {
      // The first sweep ends what is late, and a later one deletes the team itself.
      for (let sweeps = 0; sweeps < 2; sweeps++) await sweep(db, new Date());
      for (const table of ['webhook', 'custom_credentials', 'api_key'] as const)
        assert.deepEqual(
          await db.selectFrom(table).select('team_id').where('team_id', '=', id).execute(),
          [],
        );
      assert.deepEqual(await db.selectFrom('api_key').select('id').where('kind', '=', 'teams').execute(), []);
      assert.deepEqual(await db.selectFrom('team').select('id').where('id', '=', id).execute(), []);
    });
  });

  it('of which no deleted team can be removed starts, and says what failed', async () => {
    await change(async (db) => {
      await addPoisonedTeam(db);
      await sql`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'not this one'; end $$`.execute(db);
      await sql`create trigger refuse before delete on team for each row execute function refuse()`.execute(
        db,
      );
    });
    const lines = new EventEmitter();
    const said = once(lines, 'line') as Promise<[string]>;
    const service = await startService(
      settings,
      createLog('error', { write: (line) => void lines.emit('line', line) }),
    );
    assert.ok(await isReady(service));
    const [line] = await said;
    assert.match(line, /not done: forgetDeletedTeams".*"sqlState":"P0001".*"sweep failed"/);
    await service.stop();
  });
});
