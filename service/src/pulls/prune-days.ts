import { sql } from 'kysely';
import { rowsOf, type Tx } from '../db/index.js';
import { keptFrom, type Retention } from '../retention/index.js';

/**
 * How many connections one transaction looks at, and how many days it deletes. This keeps it short even if one connection
 * has very many days.
 */
const connectionsAtOnce = 100;
const daysAtOnce = 5000;

interface Due {
  readonly id: string;
  /** The first day that is kept. */
  readonly kept_from: string;
}

/** The days before `kept_from`. A profile stays: it describes the person, not a day. */
const isPast = sql`pulled_day.connection_id = given.id and pulled_day.date < given.kept_from
  and pulled_day.resource <> 'profile'`;

/**
 * Deletes days that are older than the retention allows. Each connection is looked at once a day, and again until no such
 * day is left. Returns whether there may be more.
 */
export async function pruneDays(tx: Tx, now: Date, retention: Retention): Promise<boolean> {
  const { rows } = await sql<Due>`
    select connection.id, past.kept_from from connection join (
      select id, max(kept_from) as kept_from from (${keptFrom(retention, now, connectionsAtOnce)}) as found group by id
    ) as past on past.id = connection.id
    order by connection.id limit ${connectionsAtOnce} for update of connection skip locked`.execute(tx);
  if (rows.length === 0) return false;
  const due = rowsOf(rows, { id: 'uuid', kept_from: 'text' });
  const { numAffectedRows } = await sql`
    delete from pulled_day where (connection_id, resource, date) in (
      select pulled_day.connection_id, pulled_day.resource, pulled_day.date from ${due} join pulled_day on ${isPast}
      limit ${daysAtOnce})`.execute(tx);
  const isCut = Number(numAffectedRows ?? 0) === daysAtOnce;
  const isDone = isCut ? sql`not exists (select from pulled_day where ${isPast})` : sql`true`;
  await sql`update connection set kept_from = given.kept_from from ${due}
    where connection.id = given.id and ${isDone}`.execute(tx);
  return isCut || rows.length === connectionsAtOnce;
}
