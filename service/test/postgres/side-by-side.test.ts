// Versions beside each other: an old process on tables that a later version changed, and a new process on old tables.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sql } from 'kysely';
import { createClient } from 'svc-link/client';
import { migrate, openPostgres, type OpenDatabase } from '../../src/db/index.js';
import { type Migration, migrations, numberOf } from '../../src/db/migrate.js';
import { seededTeam } from '../../src/server/seed.js';
import { runCommand, startChild } from '../support/child-service.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const apiKey = `sk_${randomUUID()}`;
const env = {
  ...{ DATABASE_URL: url, SVC_MASTER_KEY: randomBytes(32).toString('hex'), SVC_API_KEY: apiKey },
  ...{ DRAIN_SECONDS: '0', LOG_LEVEL: 'error', SANDBOX_PROVIDERS: '1' },
};

/** What a later version adds. This version works beside it. */
const added: Migration = {
  name: '9998-added',
  statements: [
    `alter table app_user add column later_note text not null default 'none'`,
    'create table later_thing (id integer primary key)',
  ],
};
/** What the version after that removes. Versions that know `added` no longer use it. */
const takenAway: Migration = {
  name: '9999-taken-away',
  statements: ['alter table app_user drop column client_user_id'],
  needs: 9998,
};

describe('versions beside each other', () => {
  let database: OpenDatabase;
  beforeAll(() => {
    database = openPostgres(url, assert.fail);
  });
  afterAll(() => database.close());

  const stored = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ name: string }>`select name from svc_migration order by name`.execute(
      database.db,
    );
    return rows.map(({ name }) => name);
  };
  const listKeys = () => runCommand(['keys', 'list', '--team', seededTeam], env);

  it('a command that only reads refuses old tables, and leaves them as they are', async () => {
    const none = await listKeys();
    assert.match(none.err, /run `svc-service migrate`/);
    await migrate(database, migrations.slice(0, -1));
    const before = await stored();
    const { code, err } = await listKeys();
    assert.equal(code, 1);
    assert.match(err, /^svc-service: the database is not of this version yet.*`svc-service migrate`\n$/);
    assert.deepEqual(await stored(), before);
  });

  it('an old process goes on, and starts anew, on tables to which a later version added', async () => {
    const before = await startChild(env);
    const old = createClient({ baseUrl: before.url, apiKey });
    const ada = await old.createUser({ client_user_id: 'ada' });
    assert.deepEqual(await migrate(database, [...migrations, added]), [added.name]);

    const after = await startChild(env);
    const again = createClient({ baseUrl: after.url, apiKey });
    const bob = await old.createUser({ client_user_id: 'bob' });
    await sql`update app_user set later_note = 'by the new one' where id = ${bob.user_id}`.execute(
      database.db,
    );
    const { link_token } = await again.createLinkToken({ user_id: bob.user_id });
    assert.ok(link_token);
    for (const client of [old, again]) {
      const { users } = await client.listUsers();
      assert.deepEqual(new Set(users.map(({ user_id }) => user_id)), new Set([ada.user_id, bob.user_id]));
    }
    assert.equal((await listKeys()).code, 0);
    assert.equal((await runCommand(['migrate'], env)).out, 'The database is up to date.\n');
    assert.deepEqual([await before.end('SIGTERM'), await after.end('SIGTERM')], [0, 0]);
  });

  it('an old process does not start where what it uses was taken away; one version later it does', async () => {
    assert.deepEqual(await migrate(database, [...migrations, added, takenAway]), [takenAway.name]);
    const before = await stored();
    for (const args of [[], ['migrate'], ['keys', 'list', '--team', seededTeam]]) {
      const { code, err } = await runCommand(args, env);
      assert.equal(code, 1, args.join(' '));
      assert.match(err, /a later version \(9999-taken-away\), beside which this one does not work/);
    }
    // The version between them can work with tables that are newer than it knows.
    assert.deepEqual(await migrate(database, [...migrations, added]), []);
    assert.deepEqual(await stored(), before);
  });
});

describe('a migration', () => {
  it('that takes something away says which one a process has to know', () => {
    const takes = /\b(?:drop (?:table|column)|rename|set not null|alter column \w+ type)\b/i;
    // Versions before this do not start beside any other version.
    for (const migration of migrations.filter((each) => numberOf(each) >= 45))
      if (migration.statements.some((statement) => takes.test(statement)))
        assert.notEqual(migration.needs, undefined, migration.name);
  });
});
