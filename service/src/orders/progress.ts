import { sql } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { type Db, transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll } from '../webhooks/index.js';
import { sealResults } from '../crypto/index.js';
import { findLabTest, offeredTests } from '../lab-tests/index.js';
import { regularly } from '../work/index.js';
import { batchOf } from './batch.js';
import { parkDeleted } from './parked.js';
import { interpretationOf, resultsOf } from './report.js';
import { toOrders, type OrderRow } from './rows.js';
import { lockVisits, nextStep, takeSteps, userOf, type Visit } from './settle.js';

type Tools = Pick<Deps, 'clock' | 'db' | 'jobs' | 'log' | 'secrets' | 'providerSettings'>;

/** How many appointments or orders one transaction handles. */
const atOnce = 50;

/**
 * Takes all steps of appointments and results that were due at `now`, or until `goOn` returns false. Several processes may
 * do this at once and be killed at any point: each transaction takes rows that no other has locked.
 */
export const progressDue = (deps: Tools, now: Date, goOn = () => true): Promise<void> =>
  progress(deps, now, goOn, 'skip');

/** The same as `progressDue`, but also waits for the steps that others were taking when it began. */
export const progressAll = (deps: Tools, now: Date): Promise<void> => progress(deps, now, () => true, 'wait');

/** What to do with rows that another transaction has locked. */
type Locked = 'skip' | 'wait';

async function progress(deps: Tools, now: Date, goOn: () => boolean, locked: Locked): Promise<void> {
  if (!(await isDue(deps.db, now))) return;
  // Only fictional laboratories bring results.
  const works =
    deps.providerSettings.fictional.size > 0
      ? [stepVisits(locked), parkDeleted, bringResults(locked)]
      : [stepVisits(locked)];
  for (const work of works) {
    // PGlite answers within one turn of the event loop. Without this extra turn, no request would be answered meanwhile.
    while (goOn() && (await work(deps, now, goOn)) > 0) await turn();
  }
}

/** Whether anything is due. One cheap query on two indexes, because it runs all the time and mostly finds nothing. */
async function isDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select
    exists (select from appointment where due_at <= ${now})
    or exists (select from lab_order where results_due_at <= ${now}) as due`.execute(db);
  return rows.some(({ due }) => due);
}

/**
 * The handler of the job lane: stores the answer of a partner that answers at once. Leaves later answers to `progressDue`.
 */
export async function stepAppointment(
  deps: Tools,
  { appointment_id }: { readonly appointment_id: string },
): Promise<void> {
  const now = deps.clock.now();
  await transact(deps.db, async (tx) =>
    stepAll(tx, deps, await dueVisits('skip')(tx, now, appointment_id), now),
  );
}

const dueVisits =
  (locked: Locked) =>
  (tx: Tx, now: Date, only?: string): Promise<Visit[]> =>
    lockVisits(tx)
      .$if(locked === 'skip', (query) => query.skipLocked())
      .where('appointment.due_at', '<=', now)
      .$if(only !== undefined, (query) => query.where('appointment.id', '=', only ?? ''))
      .orderBy('appointment.due_at')
      .limit(atOnce)
      .execute();

const stepAll = (tx: Tx, deps: Tools, visits: readonly Visit[], now: Date): Promise<void> =>
  takeSteps(tx, deps, visits.map(nextStep), now);

/** Takes the next step of appointments that are due. */
const stepVisits = (locked: Locked) =>
  batchOf({
    find: dueVisits(locked),
    act: stepAll,
    postpone: (tx, id, now, due_at) =>
      tx.updateTable('appointment').set({ due_at }).where('id', '=', id).where('due_at', '<=', now).execute(),
  });

interface DueOrder extends OrderRow {
  readonly client_user_id: string | null;
}

const dueOrders =
  (locked: Locked) =>
  (tx: Tx, now: Date, only?: string): Promise<DueOrder[]> =>
    tx
      .selectFrom('lab_order')
      .innerJoin('app_user', 'app_user.id', 'lab_order.user_id')
      .selectAll('lab_order')
      .select('app_user.client_user_id')
      .where('results_due_at', '<=', now)
      .$if(only !== undefined, (query) => query.where('lab_order.id', '=', only ?? ''))
      .where('app_user.deleted_on', 'is', null)
      // Orders of tests that only another version offers wait for that version.
      .where('lab_test_id', 'in', offeredTests)
      .orderBy('results_due_at')
      .limit(atOnce)
      // Locks the user too. Otherwise the user could be deleted before the event with the results is stored, and the event
      // would come after the deletion.
      .modifyEnd(
        locked === 'skip'
          ? sql`for update of lab_order skip locked for share of app_user skip locked`
          : sql`for update of lab_order for share of app_user`,
      )
      .execute();

/** Stores results that are due. */
const bringResults = (locked: Locked) =>
  batchOf({
    find: dueOrders(locked),
    act: bringAll,
    postpone: (tx, id, now, results_due_at) =>
      tx
        .updateTable('lab_order')
        .set({ results_due_at })
        .where('id', '=', id)
        .where('results_due_at', '<=', now)
        .execute(),
  });

async function bringAll(tx: Tx, deps: Tools, rows: readonly DueOrder[], now: Date): Promise<void> {
  const reported = [];
  for (const row of rows) {
    const results = resultsOf(
      { id: row.user_id, client_user_id: row.client_user_id },
      findLabTest(row.lab_test_id),
    );
    const interpretation = interpretationOf(results);
    const change = {
      status: 'completed' as const,
      interpretation,
      results_due_at: null,
      results_on: now,
      updated_on: now,
      sealed_results: sealResults(deps.secrets, row.id, results),
    };
    await tx
      .updateTable('lab_order')
      .set({ ...change, results_place: sql<string>`nextval('lab_order_results_place')` })
      .where('id', '=', row.id)
      .execute();
    reported.push({ ...row, ...change, results });
  }
  const orders = await toOrders(tx, deps, reported);
  await emitAll(
    deps,
    tx,
    reported.flatMap((row, at) => {
      const { id: order_id, user_id, interpretation, results } = row;
      const data = { order_id, user_id, interpretation, results };
      const order = orders[at];
      return [
        { type: 'labtest.result.created', user: userOf(row), data },
        ...(order ? [{ type: 'labtest.order.updated', user: userOf(row), data: order }] : []),
      ];
    }),
  );
}

/** How often to look, in milliseconds; short enough that a booking is cancelled within a second of its timeout. */
const lookEvery = 500;

/** Runs `progressDue` regularly. Returns the function that stops it. */
export const progressRegularly = (deps: Tools): (() => Promise<void>) =>
  regularly(
    lookEvery,
    (goOn) => progressDue(deps, deps.clock.now(), goOn),
    (err) => deps.log.error({ err }, 'appointments and orders could not go on'),
  );
