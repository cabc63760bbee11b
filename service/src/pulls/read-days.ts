import { sql } from 'kysely';
import { lacking, type Opener } from '../crypto/index.js';
import type { Db } from '../db/index.js';

/** The days of a resource, with the providers that they came from. */
export const daysOf = (db: Db, userId: string, resource: string) =>
  db
    .selectFrom('connection')
    .innerJoin('pulled_day as day', 'day.connection_id', 'connection.id')
    .select(['connection.provider', 'day.connection_id', 'day.resource', 'day.date'])
    .select(['day.sealed_items', 'day.unsealed_items'])
    .where('connection.user_id', '=', userId)
    .where('day.resource', '=', resource);

/** The days of a range, the earliest first. Within a day, the oldest connection comes first. */
export const daysInRange = (
  db: Db,
  userId: string,
  resource: string,
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
) =>
  daysOf(db, userId, resource)
    .where('day.date', '>=', start_date)
    .where('day.date', '<=', end_date)
    .orderBy('day.date')
    .orderBy('connection.created_on')
    .orderBy('connection.provider')
    .execute();

/** How many bytes the days of a range have, sealed. The days themselves are not read. */
export async function sealedLength(
  db: Db,
  userId: string,
  resource: string,
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
): Promise<number> {
  const { length } = await db
    .selectFrom('connection')
    .innerJoin('pulled_day as day', 'day.connection_id', 'connection.id')
    .select(sql<string>`coalesce(sum(octet_length(day.sealed_items)), 0)`.as('length'))
    .where('connection.user_id', '=', userId)
    .where('day.resource', '=', resource)
    .where('day.date', '>=', start_date)
    .where('day.date', '<=', end_date)
    .executeTakeFirstOrThrow();
  return Number(length);
}

export type ReadDay = Awaited<ReturnType<typeof daysInRange>>[number];

/** The end of a JSON answer, after its list. It names the days that could not be read: that is known once all days were. */
export function endOf(opener: Opener): string {
  const rest = JSON.stringify(lacking(opener)).slice(1);
  return rest === '}' ? rest : `,${rest}`;
}
