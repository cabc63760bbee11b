// What has to hold after hours of use: everything that was acknowledged is there, exactly once.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'svc-link/client';
import type { OpenDatabase } from '../../src/db/index.js';
import type { Listener } from './listeners.js';
import type { Said } from './uses.js';

/** The event that both listeners receive. */
export const created = 'provider.connection.created';

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(250);
}

/** No operation is lost or exists twice, and each has done all of its items. */
export async function checkOperations(client: Client, said: Said): Promise<void> {
  await until(async () => {
    for await (const { status } of client.bulkOperations()) if (status === 'in_progress') return false;
    return true;
  });
  const ids: string[] = [];
  for await (const { id, status, failed } of client.bulkOperations()) {
    ids.push(id);
    assert.deepEqual([status, failed], ['success', 0], `operation ${id}`);
  }
  assert.deepEqual(ids.sort(), [...said.operations].sort(), 'other operations than those that were accepted');
}

/** Every acknowledged user is there, and there are no other users. */
export async function checkUsers(client: Client, said: Said): Promise<void> {
  const known = new Map<string | null, string>();
  let count = 0;
  for await (const { user_id, client_user_id } of client.users()) {
    known.set(client_user_id, user_id);
    count++;
  }
  assert.equal(count, said.users.size, 'other users than those that were acknowledged');
  for (const [client_user_id, user_id] of said.users) assert.equal(known.get(client_user_id), user_id);
}

/** Every acknowledged link is there once. Other links may be there only if their outcome is unknown. Returns all of them. */
export async function checkConnections(
  { db }: Pick<OpenDatabase, 'db'>,
  said: Said,
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('connection').select(['user_id', 'provider']).execute();
  const names = rows.map(({ user_id, provider }) => `${user_id} ${provider}`);
  const there = new Set(names);
  assert.equal(there.size, names.length, 'a connection is there twice');
  const acknowledged = [...said.linked, ...said.imported];
  for (const connection of acknowledged) assert.ok(there.has(connection), `${connection} is lost`);
  const others = [...there].filter(
    (connection) => !said.linked.has(connection) && !said.imported.has(connection),
  );
  for (const connection of others)
    assert.ok(said.unknown.has(connection), `${connection} was made by nobody`);
  return there;
}

/**
 * The listener `all` got one event for each connection and no other
 * events. The listener `some` got them too, or they are still pending.
 */
export async function checkEvents(
  { db }: Pick<OpenDatabase, 'db'>,
  connections: ReadonlySet<string>,
  all: Listener,
  some: { readonly listener: Listener; readonly webhook: string },
): Promise<{ readonly pending: number }> {
  await until(() => all.told.size >= connections.size);
  assert.deepEqual([...all.told.keys()].sort(), [...connections].sort());
  for (const [connection, ids] of all.told) assert.equal(ids.size, 1, `${connection} was told of twice`);

  const deliveries = await db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .select(['event.id', 'delivery.status'])
    .where('delivery.webhook_id', '=', some.webhook)
    .execute();
  assert.equal(deliveries.length, connections.size, 'a delivery is missing, or there twice');
  const heard = new Set([...some.listener.told.values()].flatMap((ids) => [...ids]));
  for (const { id, status } of deliveries)
    assert.ok(heard.has(id) || status === 'pending', `event ${id} is ${status}, and did not arrive`);
  return { pending: deliveries.filter(({ status }) => status === 'pending').length };
}
