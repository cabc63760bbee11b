// Runs a migration statement by statement, while a service uses the tables. Each finished step is noted. If a process breaks off
// or is killed, the next one continues after the last finished step.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildIndex } from './build-index.js';
import { rulesOf } from './engines.js';
import { withoutLimits } from './limits.js';
import type { TableDatabase } from './open.js';
import { repeat } from './repeat.js';
import { sqlState } from './sql-state.js';
import { TablesRefused } from './tables-refused.js';
import { type Db, transact, type Tx } from './transact.js';

export interface Step {
  /** What the step changes. An index is built alone, while others write. */
  readonly of: 'tables' | 'rows' | 'index';
  readonly text: string;
}

interface Parts {
  readonly statements: readonly string[];
  readonly indexes?: readonly string[];
  readonly data?: readonly string[];
}

/** Earlier migrations mix both kinds of statements. */
const changesRows = (text: string): boolean => /^\s*(?:insert|update|delete|with|select)\b/i.test(text);

export const stepsOf = ({ statements, indexes = [], data = [] }: Parts): readonly Step[] => [
  ...[...statements].map((text): Step => ({ of: changesRows(text) ? 'rows' : 'tables', text })),
  ...indexes.map((text): Step => ({ of: 'index', text })),
  ...data.map((text): Step => ({ of: 'rows', text })),
];

/** Runs the steps that are not done yet. `end` is when to stop trying to get locks, by `performance.now()`. */
export async function runSteps(
  database: TableDatabase,
  name: string,
  steps: readonly Step[],
  end: number,
): Promise<void> {
  const { rows } = await sql<{ step: number; done: boolean }>`
    select step, done from svc_migration_step where name = ${name}`.execute(database.db);
  const begun = new Map(rows.map(({ step, done }) => [Number(step), done]));
  for (const [number, step] of steps.entries()) {
    if (begun.get(number)) continue;
    const place: Place = { name, number, isBegun: begun.has(number) };
    await untilUnlocked(database.db, name, end, () => run(database, place, step));
  }
}

interface Place {
  readonly name: string;
  readonly number: number;
  /** Whether a process began the step and broke off. Then nobody knows whether the step was done. */
  readonly isBegun: boolean;
}

async function run(database: TableDatabase, place: Place, { of, text }: Step): Promise<void> {
  const { engine, db } = database;
  if (of === 'index') {
    await buildIndex(database, text);
    return transact(db, (tx) => note(tx, place, true));
  }
  if (of === 'rows' || rulesOf[engine].tablesInTransactions) return inTransaction(database, place, text);
  await transact(db, (tx) => note(tx, place, false));
  try {
    // A conflict has undone the statement, so it is sent again.
    await repeat(() => database.sendAlone(text));
  } catch (error) {
    if (!place.isBegun || !saysDone.has(sqlState(error) ?? '')) throw error;
  }
  await transact(db, (tx) => note(tx, place, true));
}

/** Errors that say that a thing to create exists already (a table, an object, a column, a function), or one to drop does not. */
const saysDone = new Set(['42P07', '42710', '42701', '42723', '42P01', '42704', '42703', '42883']);

/**
 * How long a statement waits for its lock. While it waits for an exclusive lock, all statements after it wait as well. So the
 * wait is short, and the statement is tried often.
 */
const lockMilliseconds = 500;

const inTransaction = ({ engine, db }: TableDatabase, place: Place, text: string): Promise<void> =>
  withoutLimits(() =>
    transact(db, async (tx) => {
      const { lockTimeout } = rulesOf[engine];
      await sql`select set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('lock_timeout', ${String(lockTimeout ? lockMilliseconds : 0)}, true)`.execute(tx);
      await sql.raw(text).execute(tx);
      await note(tx, place, true);
    }),
  );

async function note(tx: Tx, { name, number }: Place, done: boolean): Promise<void> {
  await sql`insert into svc_migration_step (name, step, done) values (${name}, ${number}, ${done})
    on conflict (name, step) do update set done = excluded.done`.execute(tx);
}

const lockNotAvailable = '55P03';
const longestWait = 8000;

/**
 * Tries work again while others have locks on its tables. The pauses grow, so that the service is not blocked again and again.
 */
async function untilUnlocked(db: Db, name: string, end: number, work: () => Promise<void>): Promise<void> {
  for (let pause = 250; ; pause = Math.min(longestWait, pause * 2)) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
      const left = end - performance.now();
      if (left <= 0) throw new TablesRefused(inUse(name, await longestOpen(db)));
      await wait(Math.min(left, pause * (0.75 + Math.random() / 2)));
    }
  }
}

const inUse = (name: string, longest: string): string =>
  `the migration ${name} gets no lock on its tables: they are in use without a pause${longest}. End what has a transaction open for long (a report, a dump, a forgotten psql), or run \`svc-service migrate\` at a quiet hour. Nothing is lost: what was done stays, processes of the version before go on, and the next start continues here`;

/** Describes the transaction that has been open longest. Leaves out its statement, which may contain data. */
async function longestOpen(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{
      pid: number;
      seconds: number;
      state: string | null;
      usename: string | null;
    }>`
      select pid, extract(epoch from now() - xact_start)::integer as seconds, state, usename
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'
      order by xact_start limit 1`.execute(db);
    return rows
      .map(
        ({ pid, seconds, state, usename }) =>
          ` (longest by process ${pid} of "${usename ?? 'unknown'}", ${state ?? 'active'}, for ${seconds} s: \`select pg_terminate_backend(${pid})\` ends it)`,
      )
      .join('');
  } catch {
    // The engine has no such view, or the account may not read it.
    return '';
  }
}
