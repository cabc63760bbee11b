import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { keptFrom, type Retention } from '../retention/index.js';

/** How many connections one transaction looks at, which keeps transactions short. */
const mostAtOnce = 100;

/**
 * Deletes days that are past their time, of each connection once a day. A profile stays: it says how the person is, not how a day was.
 * Returns whether there may be more.
 */
export async function pruneDays(tx: Tx, now: Date, retention: Retention): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with past as (
      select id, max(kept_from) as kept_from from (${keptFrom(retention, now, mostAtOnce)}) as found group by id
    ), mine as (
      select connection.id, past.kept_from from connection join past on past.id = connection.id
      order by connection.id limit ${mostAtOnce} for update of connection skip locked
    ), gone as (
      delete from pulled_day using mine
      where connection_id = mine.id and date < mine.kept_from and resource <> 'profile'
    )
    update connection set kept_from = mine.kept_from from mine where connection.id = mine.id`.execute(tx);
  return Number(numAffectedRows ?? 0) === mostAtOnce;
}
