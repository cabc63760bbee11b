import { createHash } from 'node:crypto';
import { bytesOf, insertRows, type StoredItem, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { sealDay } from '../crypto/index.js';
import type { PulledConnection } from './connection.js';

/** A day of a resource, with something in it. */
export interface PulledDay {
  readonly resource: string;
  readonly date: string;
  readonly items: readonly StoredItem[];
}

/** A day whose items have ids. The ids stay the same when the day is pulled again, even over a later connection. */
export function withIds(
  { provider, user }: PulledConnection,
  resource: string,
  date: string,
  items: readonly object[],
): PulledDay {
  const idOf = (at: number): string => itemId([user.id, provider, resource, date, at].join());
  return { resource, date, items: items.map((item, at) => ({ id: idOf(at), ...item })) };
}

/** An id made from `name`, which must be unique: a UUID of version 8, which may hold any bits (RFC 9562). */
export function itemId(name: string): string {
  const hex = createHash('sha256')
    .update(name)
    .digest()
    .toString('hex', 0, 16)
    .replace(/^(.{12})./, '$18')
    .replace(/^(.{16})./, '$1a');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Stores days of a connection, in place of days that are stored already. */
export async function storeDays(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  connectionId: string,
  days: readonly PulledDay[],
): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map(({ resource, date, items }) => {
    const day = { connection_id: connectionId, resource, date };
    return { ...day, sealed_items: bytesOf(sealDay(secrets, day, items)) };
  });
  await insertRows(tx, 'pulled_day', rows, dayColumns)
    .onConflict((conflict) =>
      conflict
        .columns(['connection_id', 'resource', 'date'])
        .doUpdateSet(({ ref }) => ({ sealed_items: ref('excluded.sealed_items'), unsealed_items: null })),
    )
    .execute();
}

const dayColumns = {
  connection_id: 'uuid',
  resource: 'text',
  date: 'text',
  sealed_items: 'bytea',
} as const;
