// The processes that use a database. Each records which keys it has, and a rotation checks these records before it continues.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../db/index.js';
import { regularly } from '../work/index.js';
import type { AgreedKeys } from './agree.js';

/** How often a process looks for new data keys and records which ones it has, in seconds. */
const looksEvery = 10;

/** After how many seconds without a record a process counts as gone. */
const goneAfter = 60;

/** Its row in the database, for as long as it runs. */
interface OwnRow {
  readonly id: string;
  readonly name: string;
}

export const newProcess = (): OwnRow => ({
  id: randomUUID(),
  name: `${hostname()} (process ${process.pid})`,
});

/** Records which keys this process has now. */
export async function tellKeys(db: Db, { id, name }: OwnRow, keys: AgreedKeys): Promise<void> {
  const row = {
    name,
    master_keys: JSON.stringify(keys.keyring.wrappers.map(({ mark }) => mark)),
    data_keys: JSON.stringify(keys.numbers()),
    seen_on: sql<Date>`now()`,
  };
  await db
    .insertInto('service_process')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Looks for new data keys and records which ones this process has, until the returned function stops it. */
export function lookForDataKeys(db: Db, keys: AgreedKeys, log: Pick<Logger, 'error'>): () => Promise<void> {
  const own = newProcess();
  const failed = (err: unknown): void =>
    log.error({ err }, 'new data keys cannot be taken: what they seal cannot be read here');
  const stop = regularly(
    looksEvery * 1000,
    async () => {
      // If this fails, the process still records the keys that it has.
      await keys.look().catch(failed);
      await tellKeys(db, own, keys);
      await db
        .deleteFrom('service_process')
        .where('seen_on', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
    },
    (err) => log.error({ err }, 'this process cannot say which keys it has'),
    { atOnce: true },
  );
  return async () => {
    await stop();
    await db
      .deleteFrom('service_process')
      .where('id', '=', own.id)
      .execute()
      // The process will still count as gone after a while.
      .catch((err: unknown) => log.error({ err }, 'this process cannot say that it stops'));
  };
}

/** A running process does not have a key that it will need. */
export class ProcessWithoutKey extends Error {
  constructor(name: string, seconds: number, key: string, what: string) {
    super(
      `${name}, which said ${Math.round(seconds)} seconds ago that it runs, has not got ${key}: ${what} ` +
        `If it is gone, wait until it has said nothing for ${goneAfter} seconds.`,
    );
    this.name = 'ProcessWithoutKey';
  }
}

interface RunningProcess {
  readonly name: string;
  readonly master_keys: readonly string[];
  readonly data_keys: readonly number[];
  readonly silent: number;
}

/** The processes that are running, as far as is known. */
export const runningProcesses = (db: Db): Promise<RunningProcess[]> =>
  db
    .selectFrom('service_process')
    .select(['name', 'master_keys', 'data_keys'])
    .select(sql<number>`extract(epoch from now() - seen_on)::float8`.as('silent'))
    .where('seen_on', '>', sql<Date>`now() - make_interval(secs => ${goneAfter})`)
    .orderBy('name')
    .execute();
