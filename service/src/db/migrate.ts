import { sql } from 'kysely';
import { link } from './migrations/0001-link.js';
import { embedding } from './migrations/0002-embedding.js';
import { users } from './migrations/0003-users.js';
import { events } from './migrations/0004-events.js';
import { webhooks } from './migrations/0005-webhooks.js';
import { bulk } from './migrations/0006-bulk.js';
import { data } from './migrations/0007-data.js';
import { management } from './migrations/0008-management.js';
import { labs } from './migrations/0009-labs.js';
import { insurance } from './migrations/0010-insurance.js';
import { linkSteps } from './migrations/0011-link-steps.js';
import { userCount } from './migrations/0012-user-count.js';
import { sqlState, transact, type Db } from './transact.js';

/** Never changed once released; a change of the schema is a new entry. */
const migrations: readonly { readonly name: string; readonly statements: readonly string[] }[] = [
  { name: '0001-link', statements: link },
  { name: '0002-embedding', statements: embedding },
  { name: '0003-users', statements: users },
  { name: '0004-events', statements: events },
  { name: '0005-webhooks', statements: webhooks },
  { name: '0006-bulk', statements: bulk },
  { name: '0007-data', statements: data },
  { name: '0008-management', statements: management },
  { name: '0009-labs', statements: labs },
  { name: '0010-insurance', statements: insurance },
  { name: '0011-link-steps', statements: linkSteps },
  { name: '0012-user-count', statements: userCount },
];

/**
 * Brings the database to this version. Several processes may do it at once: a row is their lock, because
 * distributed engines lack advisory ones.
 */
export async function migrate(db: Db): Promise<readonly string[]> {
  await createOnce(db, 'create table if not exists svc_migration_lock (id integer primary key)');
  await createOnce(
    db,
    'create table if not exists svc_migration (name text primary key, ran_on timestamptz not null default now())',
  );
  await sql`insert into svc_migration_lock (id) values (1) on conflict do nothing`.execute(db);

  return transact(db, async (tx) => {
    await sql`select id from svc_migration_lock where id = 1 for update`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from svc_migration`.execute(tx);
    const known = new Set(migrations.map(({ name }) => name));
    const stranger = rows.find(({ name }) => !known.has(name));
    if (stranger) throw new Error(`the database was made by a later version (${stranger.name})`);

    const done = new Set(rows.map(({ name }) => name));
    const pending = migrations.filter(({ name }) => !done.has(name));
    for (const { name, statements } of pending) {
      for (const statement of statements) await sql.raw(statement).execute(tx);
      await sql`insert into svc_migration (name) values (${name})`.execute(tx);
    }
    return pending.map(({ name }) => name);
  });
}

/** `if not exists` still fails when two create the same table at the same moment. */
async function createOnce(db: Db, statement: string): Promise<void> {
  try {
    await sql.raw(statement).execute(db);
  } catch (error) {
    if (!['23505', '42P07'].includes(sqlState(error) ?? '')) throw error;
  }
}
