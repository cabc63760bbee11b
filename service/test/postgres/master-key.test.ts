import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'vitest';
import { migrate, openPostgres } from '../../src/db/index.js';
import { agreeOnMasterKeys } from '../../src/master-keys/index.js';
import { keySettings } from '../support/keys.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';

describe('processes that start at once on a new database with two master keys', () => {
  it('all take the same one, and those with the other refuse', async () => {
    const [one, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    const databases = Array.from({ length: 8 }, () => openPostgres(url, assert.fail));
    await migrate(databases[0]!);
    for (let round = 0; round < 10; round++) {
      await databases[0]!.db.deleteFrom('data_key').execute();
      const answers = await Promise.allSettled(
        databases.map(({ db }, at) => agreeOnMasterKeys(db, keySettings(at % 2 === 0 ? one! : other!))),
      );
      const taken = answers.map(({ status }) => status === 'fulfilled');
      assert.deepEqual(
        taken,
        answers.map((_, at) => taken[at % 2]),
      );
      assert.notEqual(taken[0], taken[1]);
    }
    await Promise.all(databases.map(({ close }) => close()));
  });
});
