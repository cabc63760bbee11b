import { bytesOf, insertRows, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { sealDay } from '../crypto/index.js';
import type { DayWindow } from '../adapters/index.js';
import type { PulledDay } from '../pulls/index.js';

/** A day to store. `told`: an event has reported it, or no event will. */
export interface StoredDay extends PulledDay {
  readonly told: boolean;
}

/** A day that no event will report on its own. */
export const asTold = (day: PulledDay): StoredDay => ({ ...day, told: true });

/**
 * Stores the days of a connection's window in place of those that were there. Days that are empty now are deleted. The days of
 * `kept` stay as they are.
 */
export async function replaceDays(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  connectionId: string,
  resource: string,
  { from, until }: DayWindow,
  given: readonly StoredDay[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const days = given.filter(({ date }) => !kept.has(date));
  const stay = [...days.map(({ date }) => date), ...kept];
  await tx
    .deleteFrom('pulled_day')
    .where('connection_id', '=', connectionId)
    .where('resource', '=', resource)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .$if(stay.length > 0, (query) => query.where('date', 'not in', stay))
    .execute();
  if (days.length === 0) return;
  const rows = days.map(({ date, items, told }) => {
    const day = { connection_id: connectionId, resource, date };
    return { ...day, sealed_items: bytesOf(sealDay(secrets, day, items)), told };
  });
  await insertRows(tx, 'pulled_day', rows, columns)
    .onConflict((conflict) =>
      conflict.columns(['connection_id', 'resource', 'date']).doUpdateSet(({ ref }) => ({
        sealed_items: ref('excluded.sealed_items'),
        unsealed_items: null,
        told: ref('excluded.told'),
      })),
    )
    .execute();
}

const columns = {
  connection_id: 'uuid',
  resource: 'text',
  date: 'text',
  sealed_items: 'bytea',
  told: 'boolean',
} as const;

/** All days of a resource, as far as they have ever been stored. */
export const everyDay: DayWindow = { from: '0000-00-00', until: '9999-99-99' };
