// Earlier versions stored health data unencrypted. The first start of this version encrypts it.
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { bytesOf, type Db, rowsOf, transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { sealDay, sealEvent, sealResults, type Secrets } from '../crypto/index.js';
import { regularly } from '../work/index.js';
import { hasDelivery, providerOfEvent } from '../webhooks/index.js';

type Tools = Pick<Deps, 'db' | 'secrets' | 'log'>;

/** How many rows one transaction handles. */
const atOnce = 200;

/**
 * Encrypts all old rows, or until `goOn` returns false. Several processes share the work, and each may be killed at any
 * point. Returns whether nothing is left.
 */
export async function sealOldHealthData({ db, secrets, log }: Tools, goOn = () => true): Promise<boolean> {
  let rows = 0;
  for (const work of [sealEvents, sealDays, sealOrders]) {
    let done = atOnce;
    while (done > 0 && goOn()) {
      done = await transact(db, (tx) => work(tx, secrets));
      rows += done;
      // PGlite answers within one turn of the event loop. Without this extra turn, no request would be answered meanwhile.
      await turn();
    }
  }
  // Other processes may have locked some rows, and may end before these are done.
  if (!goOn() || (await isSomeLeft(db))) return false;
  if (rows > 0) log.info({ rows }, 'what an earlier version stored of health data is encrypted now');
  return true;
}

async function isSomeLeft(db: Db): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`select
    exists (select from event where unsealed_data is not null)
    or exists (select from pulled_day where unsealed_items is not null)
    or exists (select from lab_order where unsealed_results is not null) as left`.execute(db);
  return rows.some(({ left }) => left);
}

/** Events without a delivery have no receiver, so they are deleted. */
async function sealEvents(tx: Tx, secrets: Secrets): Promise<number> {
  const rows = await tx
    .selectFrom('event')
    .select(['id', 'unsealed_data'])
    .select((event) => [providerOfEvent.as('named_provider'), hasDelivery(event).as('received')])
    .where('unsealed_data', 'is not', null)
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  const sealed = rows.flatMap(({ id, unsealed_data, named_provider, received }) =>
    // A null would not count as sealed, so the row would be found again and again.
    received ? [{ id, named_provider, sealed: bytesOf(sealEvent(secrets, id, unsealed_data ?? {})) }] : [],
  );
  if (sealed.length > 0)
    await tx
      .updateTable('event')
      .from(rowsOf(sealed, { id: 'uuid', named_provider: 'text', sealed: 'bytea' }))
      .set(({ ref }) => ({
        unsealed_data: null,
        sealed_data: sql<Uint8Array>`${ref('given.sealed')}`,
        provider: ref('given.named_provider'),
      }))
      .whereRef('event.id', '=', 'given.id')
      .execute();
  const nobodys = rows.flatMap(({ id, received }) => (received ? [] : [id]));
  if (nobodys.length > 0) await tx.deleteFrom('event').where('id', 'in', nobodys).execute();
  return rows.length;
}

async function sealDays(tx: Tx, secrets: Secrets): Promise<number> {
  const rows = await tx
    .selectFrom('pulled_day')
    .select(['connection_id', 'resource', 'date', 'unsealed_items'])
    .where('unsealed_items', 'is not', null)
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return 0;
  const sealed = rows.map(({ unsealed_items, ...day }) => ({
    ...day,
    sealed: bytesOf(sealDay(secrets, day, unsealed_items ?? [])),
  }));
  await tx
    .updateTable('pulled_day as day')
    .from(rowsOf(sealed, { connection_id: 'uuid', resource: 'text', date: 'text', sealed: 'bytea' }))
    .set(({ ref }) => ({ unsealed_items: null, sealed_items: sql<Uint8Array>`${ref('given.sealed')}` }))
    .whereRef('day.connection_id', '=', 'given.connection_id')
    .whereRef('day.resource', '=', 'given.resource')
    .whereRef('day.date', '=', 'given.date')
    .execute();
  return rows.length;
}

async function sealOrders(tx: Tx, secrets: Secrets): Promise<number> {
  const rows = await tx
    .selectFrom('lab_order')
    .select(['id', 'unsealed_results'])
    .where('unsealed_results', 'is not', null)
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, unsealed_results } of rows)
    await tx
      .updateTable('lab_order')
      .set({ unsealed_results: null, sealed_results: sealResults(secrets, id, unsealed_results ?? []) })
      .where('id', '=', id)
      .execute();
  return rows.length;
}

const tryEvery = 10_000;

/** Encrypts at once, and again while rows are left. Returns the function that stops it. */
export function sealOldRegularly(deps: Tools): () => Promise<void> {
  let done = false;
  return regularly(
    tryEvery,
    async (goOn) => {
      done ||= await sealOldHealthData(deps, goOn);
    },
    (err) => deps.log.error({ err }, 'what an earlier version stored could not be encrypted'),
    { atOnce: true },
  );
}
