// Who pulls a connection. Providers are asked outside of any transaction, so that no lock lasts long enough: a claim does.
import { sql, type Expression } from 'kysely';
import { type Db, repeat } from '../db/index.js';

/** How many connections are claimed at once. */
const atOnce = 10;
/** Real time: what nobody renews for so long is another's to claim. A step takes less. */
const end = sql<Date>`now() + interval '60 seconds'`;
/** One whose work failed is left alone for so long, so that the others come to their turn. */
const afterFailure = sql<Date>`now() + interval '5 minutes'`;

/** Connections that can be pulled and that nobody has claimed; what another process is just claiming is left out. */
export const claimable = (db: Db) =>
  db
    .selectFrom('connection')
    .select('connection.id')
    .where('connection.status', '=', 'connected')
    .where((row) => row.or([row('pull_until', 'is', null), row('pull_until', '<=', sql<Date>`now()`)]))
    .limit(atOnce)
    .forUpdate('connection')
    .skipLocked();

/** Where this process has claims, or is about to. */
const underWay = new Set<Promise<unknown>>();
let givenBack = 0;

/** Claims what was found, and does the work of each, one after the other: it answers whether it succeeded. Answers how many. */
export async function eachClaimed(
  db: Db,
  found: Expression<{ readonly id: string }>,
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  const all = claimAndWork(db, found, work);
  underWay.add(all);
  try {
    return await all;
  } finally {
    underWay.delete(all);
  }
}

async function claimAndWork(
  db: Db,
  found: Expression<{ readonly id: string }>,
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  const rows = await repeat(() =>
    db
      .with('free', () => found)
      .updateTable('connection')
      .from('free')
      .set({ pull_until: end })
      .whereRef('connection.id', '=', 'free.id')
      .returning('connection.id')
      .execute(),
  );
  for (const { id } of rows) {
    let isFailed = false;
    try {
      isFailed = !(await work(id));
    } finally {
      await setEnd(db, id, isFailed ? afterFailure : null);
      givenBack++;
    }
  }
  return rows.length;
}

/** Takes steps of a claimed connection until one says that it was the last, and keeps the claim meanwhile. */
export async function takeSteps(db: Db, id: string, step: () => Promise<boolean>): Promise<void> {
  while (await step()) await setEnd(db, id, end);
}

const setEnd = (db: Db, id: string, until: typeof end | null) =>
  repeat(() => db.updateTable('connection').set({ pull_until: until }).where('id', '=', id).execute());

/** Waits for the claims that this process has now. */
export async function claimsEnded(): Promise<void> {
  await Promise.allSettled(underWay);
}

/** How many connections this process has claimed and given back so far. */
export const claimsGivenBack = (): number => givenBack;

/** For a database that is one process's alone: nobody has the claims of the one before. */
export async function forgetClaims(db: Db): Promise<void> {
  await db.updateTable('connection').set({ pull_until: null }).where('pull_until', 'is not', null).execute();
}
