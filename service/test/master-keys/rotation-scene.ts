// A database whose values are sealed, and rotations of its keys.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { rotateMaster } from '../../src/cli/index.js';
import { keyNumberOf } from '../../src/crypto/index.js';
import { migrate, type OpenDatabase } from '../../src/db/index.js';
import { agreeOnMasterKeys } from '../../src/master-keys/index.js';
import { places, readSealed } from '../../src/master-keys/sealed-rows.js';
import { keySettings } from '../support/keys.js';
import { openForTests } from '../support/memory-database.js';
import { sealEverything, storeSealedRows } from '../support/sealed-scene.js';

export const newKey = (): string => randomBytes(32).toString('hex');

/** A database for the tests of a file, emptied before each test. */
export function rotationScene() {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openForTests(assert.fail);
    await migrate(database);
  });
  afterAll(() => database.close());
  afterEach(async () => {
    for (const table of new Set(places.map(({ name }) => name.split('.')[0]!)))
      await sql`truncate ${sql.table(table)} cascade`.execute(database.db);
    await sql`truncate data_key, master_key, service_process`.execute(database.db);
  });

  const scene = {
    get db() {
      return database.db;
    },
    async storeRows(): Promise<void> {
      for (let rows = 0; rows < 3; rows++) await storeSealedRows(database.db);
    },
    /** Stores data that this key has sealed. */
    async startWith(key: string) {
      const keys = await scene.agree(key);
      await scene.storeRows();
      await sealEverything(database.db, keys.secrets);
      return keys;
    },
    agree: (...keys: string[]) => agreeOnMasterKeys(database.db, keySettings(keys.join(','))),
    /** Rotates, and returns the reported lines. */
    async rotate(
      keys: readonly string[],
      options: Parameters<typeof rotateMaster>[2] = {},
      { alone } = { alone: true },
    ) {
      const said: string[] = [];
      await rotateMaster(database.db, keySettings(keys.join(',')), options, {
        alone,
        say: (line) => void said.push(line),
      });
      return said;
    },
    /** The numbers of the data keys that have sealed the current values. */
    async sealedBy(): Promise<readonly (number | undefined)[]> {
      const all = await Promise.all(places.map((place) => readSealed(database.db, place, 1000)));
      return [...new Set(all.flat().map(({ sealed }) => keyNumberOf(sealed)))].sort();
    },
  };
  return scene;
}
