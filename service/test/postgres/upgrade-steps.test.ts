// How migrations run on each engine that a setting may name. The tests run on PostgreSQL, the only one of the engines that the
// service has been run on. They check the rules of each engine, and that a migration that broke off anywhere is continued.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import pg from 'pg';
import {
  engines,
  isDatabaseAway,
  migrate,
  openPostgres,
  sqlState,
  type OpenDatabase,
  type ServerEngine,
} from '../../src/db/index.js';
import { engineOfVersion } from '../../src/db/engines.js';
import { migrations, numberOf } from '../../src/db/migrate.js';
import { startFaultProxy, type FaultOptions } from '../support/fault-proxy.js';

const address = process.env['TEST_DATABASE_URL'] ?? '';
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const admin = new pg.Client(address);
const isLong = process.env['LONG'] !== undefined;
let databases = 0;

/** Makes a database. `template` is the address of a database to copy. */
async function newDatabase(template?: string): Promise<string> {
  const name = `upgrade_${++databases}`;
  const like = template && ` template ${/\/(\w+)\?/.exec(template)?.[1]}`;
  await admin.query(`create database ${name}${like ?? ''}`);
  return address.replace(/\/\w+\?/, `/${name}?`);
}

function open(url: string, engine?: ServerEngine): OpenDatabase {
  const database = openPostgres(url, () => undefined, undefined, engine);
  onTestFinished(() => database.close());
  return database;
}

/** The whole catalog of the tables. */
async function schemaOf({ db }: OpenDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select name from svc_migration
    union all select concat_ws(' ', 'step', name, step) from svc_migration_step
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

/** The transactions of all connections, each a list of statements. */
function transactionsOf(seen: readonly (readonly [string, number])[]): readonly (readonly string[])[] {
  const open = new Map<number, string[]>();
  const all: string[][] = [];
  for (const [text, connection] of seen) {
    const current = open.get(connection);
    if (/^\s*begin/i.test(text)) open.set(connection, []);
    else if (/^\s*(?:commit|rollback)/i.test(text)) {
      if (current) all.push(current);
      open.delete(connection);
    } else if (current) current.push(text);
    else all.push([text]);
  }
  return all;
}

const changesTables = (text: string): boolean => /^\s*(?:create|alter|drop)\b/i.test(text);
const changesRows = (text: string): boolean => /^\s*(?:insert|update|delete|with)\b/i.test(text);
const upTo = (number: number) => migrations.filter((each) => numberOf(each) <= number);

describe(`migrations (SEED=${seed})`, () => {
  let expected: readonly string[];
  let [released, latest] = ['', ''];
  beforeAll(async () => {
    await admin.connect();
    released = await newDatabase();
    const first = openPostgres(released, assert.fail);
    await migrate(first, upTo(42));
    await first.close();
    latest = await newDatabase();
    const database = openPostgres(latest, assert.fail);
    await migrate(database);
    expected = await schemaOf(database);
    await database.close();
  });
  afterAll(() => admin.end());

  async function proxied(options: Partial<FaultOptions>, template?: string) {
    const url = await newDatabase(template);
    const proxy = await startFaultProxy(url, { seed, share: 0, losses: 'all', ...options });
    onTestFinished(() => proxy.close());
    return { url, proxy };
  }

  for (const engine of engines) {
    it(`keep to what ${engine} may do`, async () => {
      const seen: (readonly [string, number])[] = [];
      const watch = (text: string, connection: number) => void seen.push([text, connection]);
      const { proxy } = await proxied({ watch }, released);
      const database = open(proxy.url, engine);
      await migrate(database);
      assert.deepEqual(await schemaOf(database), expected);

      const isDistributed = engine === 'yugabytedb' || engine === 'cockroachdb';
      const texts = seen.map(([text]) => text);
      assert.ok(!texts.some((text) => /advisory/.test(text)));
      assert.equal(
        texts.some((text) => /concurrently/i.test(text)),
        !isDistributed,
      );
      const retention = /^create index (?:concurrently )?link_session_age/;
      for (const texts of transactionsOf(seen)) {
        const tables = texts.filter(changesTables);
        assert.ok(tables.length <= 1, texts.join('; '));
        if (tables.some((text) => retention.test(text))) assert.equal(texts.length, 1);
        if (!isDistributed || tables.length === 0) continue;
        assert.deepEqual(texts, tables, 'beside what changes tables');
      }
      assert.ok(transactionsOf(seen).some((each) => each.some(changesRows)));
    });
  }

  // One engine for each set of rules. All engines, starting without any tables, take long.
  for (const engine of isLong ? engines : (['postgres', 'cockroachdb'] as const))
    it(`are gone on with on ${engine} wherever they broke off`, { timeout: 300_000 }, async () => {
      const { proxy } = await proxied({ share: 0.1 }, isLong ? undefined : released);
      for (let tries = 1; ; tries++) {
        const database = openPostgres(proxy.url, () => undefined, undefined, engine);
        try {
          await migrate(database);
          console.log(`${engine}: ended at the ${tries}th start, ${JSON.stringify(proxy.counts)}`);
          break;
        } catch (error) {
          // A transaction with many statements may meet a conflict at each of its tries.
          if (!isDatabaseAway(error) && !['40001', '40P01'].includes(sqlState(error) ?? '')) throw error;
        } finally {
          await database.close();
        }
      }
      proxy.set({ share: 0 });
      assert.deepEqual(await schemaOf(open(proxy.url)), expected);
    });

  it('build an index anew that a process which was killed has left unfinished', async () => {
    const database = open(await newDatabase(latest));
    const index = { name: '9999-index', statements: [], indexes: ['create index org_names on org (name)'] };
    // A build that broke off leaves an index in this state.
    await sql`insert into org values (gen_random_uuid(), 'twice', now()), (gen_random_uuid(), 'twice', now())`.execute(
      database.db,
    );
    await assert.rejects(
      database.forTables.sendAlone('create unique index concurrently org_names on org (name)'),
      {
        code: '23505',
      },
    );
    assert.deepEqual(await migrate(database, [...migrations, index]), [index.name]);
    const { rows } = await sql<{ valid: boolean; sole: boolean }>`
      select indisvalid as valid, indisunique as sole from pg_index where indexrelid = 'org_names'::regclass`.execute(
      database.db,
    );
    assert.deepEqual(rows, [{ valid: true, sole: false }]);
  });

  it('of which several processes run the same, wait for an index that another one builds', async () => {
    const url = await newDatabase(latest);
    const index = { name: '9999-index', statements: [], indexes: ['create index org_names on org (name)'] };
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query('begin; select from org; insert into org values (gen_random_uuid(), $$one$$, now())');
    const several = Promise.all([1, 2, 3].map(() => migrate(open(url), [...migrations, index])));
    const look = open(url);
    const isBuilding = async (): Promise<boolean> =>
      (await sql`select from pg_stat_progress_create_index`.execute(look.db)).rows.length > 0;
    while (!(await isBuilding()));
    await holder.query('commit');
    await holder.end();
    assert.deepEqual((await several).flat(), [index.name]);
  });

  it('give up after a while on tables in use, say who uses them, and are gone on with later', async () => {
    const url = await newDatabase(latest);
    const database = open(url);
    const next = {
      name: '9999-next',
      statements: ['create table next_thing (id integer)', 'alter table org add column note text'],
    };
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query('begin; select from org');
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Longer than a second, so that the error names the transaction that has been open longest.
    await assert.rejects(
      migrate(database, [...migrations, next], { lockTimeout: 2500 }),
      ({ message }: Error) => {
        assert.match(message, /^the migration 9999-next gets no lock on its tables/);
        assert.match(message, new RegExp(`longest by process ${rows[0]?.pid} of "svc", idle in transaction`));
        assert.match(message, /svc-service migrate/);
        return true;
      },
    );
    await holder.query('rollback');
    await holder.end();
    assert.deepEqual(await migrate(database, [...migrations, next]), [next.name]);
  });
});

describe('a migration', () => {
  it('says of indexes on tables that were there before that they are, and of rows that it changes them', () => {
    for (const { name, statements } of migrations.filter((each) => numberOf(each) >= 43)) {
      const made = statements.flatMap((text) => /^\s*create table (\w+)/i.exec(text)?.[1] ?? []);
      for (const text of statements) {
        const table = /^\s*create (?:unique )?index \w+ on (\w+)/i.exec(text)?.[1];
        assert.ok(table === undefined || made.includes(table), `${name}: ${text} belongs into "indexes"`);
        assert.ok(!changesRows(text), `${name}: ${text} belongs into "data"`);
      }
    }
  });
});

describe('an engine', () => {
  it('is known by what it says of itself', () => {
    for (const [version, engine] of [
      ['PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64-pc-linux-gnu', undefined],
      ['CockroachDB CCL v25.2.1 (x86_64-pc-linux-gnu, built 2025/06/04, go1.23.7)', 'cockroachdb'],
      ['PostgreSQL 15.2-YB-2.25.2.0-b0 on x86_64-pc-linux-gnu, compiled by clang', 'yugabytedb'],
    ] as const)
      assert.equal(engineOfVersion(version), engine);
  });
});
