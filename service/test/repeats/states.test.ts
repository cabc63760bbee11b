// Repeats of work that continues after its transaction: a booking that waits for its partner, a link token, an import.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  bookAppointment,
  bulkImport,
  createLinkToken,
  createOrder,
  createReconnectLink,
  listBulkOperations,
  startLink,
  type BodyOf,
} from 'svc-link/contract';
import { repeatableRoute, route } from '../../src/auth/index.js';
import { pruneOperations } from '../../src/bulk/index.js';
import { transact } from '../../src/db/index.js';
import { usualRetention } from '../../src/retention/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newBulkTeam, provider, recipeFor } from '../support/bulk-service.js';
import { labTeam } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { endWait, endWaits } from '../appointments/booking-waits.js';

const { apiKey } = sandboxKeys;
let service: TestService;
let team: ReturnType<typeof labTeam>;
beforeAll(async () => {
  service = await startTestService();
  team = labTeam(service);
});
afterAll(() => service.stop());

const isRepeat = ({ headers }: { readonly headers: Headers }) => headers.has('idempotent-replayed');

describe('a booking that comes again', () => {
  const book = (order_id: string, key: string, body: BodyOf<typeof bookAppointment>, signal?: AbortSignal) =>
    service.call(bookAppointment, {
      apiKey,
      params: { order_id },
      headers: { 'idempotency-key': key },
      body,
      ...(signal && { signal }),
    });

  it('waits for the partner of the first, which goes on though its caller has left', async () => {
    const [order, key] = [await team.order(), randomUUID()];
    const body = { booking_key: await team.key(order.id, 'late') };
    const leaving = new AbortController();
    const first = book(order.id, key, body, leaving.signal);
    await service.waiting();
    leaving.abort();
    const again = book(order.id, key, body);
    while (service.waits.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await team.advance(5);
    const [one, other] = await Promise.all([first, again]);
    assert.deepEqual([one.status, one.body.status], [200, 'confirmed']);
    assert.deepEqual([other.status, other.body], [200, one.body]);
    assert.deepEqual([isRepeat(one), isRepeat(other)], [false, true]);
    endWaits(service);
  });

  it('is told that nothing is booked if it was not confirmed', async () => {
    const [order, key] = [await team.order(), randomUUID()];
    const body = { booking_key: await team.key(order.id, 'never') };
    const first = book(order.id, key, body);
    await endWait(service, 10_000);
    assert.equal((await first).status, 500);
    const again = await book(order.id, key, body);
    assert.deepEqual([again.status, again.detail], [500, (await first).detail]);
    endWaits(service);
  });
});

describe('a link token that is asked for again', () => {
  it('is the same one, with its session as it stands', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const user_id = await service.newUser();
    const ask = () =>
      service.call(createLinkToken, { apiKey, headers, body: { user_id, include: ['start'] } });
    const { body: first } = await ask();
    await service.call(startLink, { body: { link_token: first.link_token } });
    const again = await ask();
    assert.ok(isRepeat(again));
    assert.deepEqual(
      [again.body.link_token, again.body.link_web_url, again.body.link_session_id, again.body.expires_at],
      [first.link_token, first.link_web_url, first.link_session_id, first.expires_at],
    );
    assert.deepEqual([first.start?.session.state, again.body.start?.session.state], ['created', 'started']);
  });
});

describe('an import that comes again', () => {
  it('waits for the operation of the first', async () => {
    const bulk = await newBulkTeam(service);
    const users = [await service.newUser(bulk.apiKey), randomUUID()];
    const ask = () =>
      service.call(bulkImport, {
        apiKey: bulk.apiKey,
        headers: { 'idempotency-key': 'import-1' },
        body: { provider, connections: users.map((user) => recipes.get(user)!), wait_for_completion: true },
      });
    const recipes = new Map(users.map((user) => [user, recipeFor(user)]));
    const [one, other] = await Promise.all([ask(), ask()]);
    assert.equal(one.status, 200);
    assert.deepEqual([other.status, other.body], [one.status, one.body]);
    assert.deepEqual(one.body, { user_ids_imported: [users[0]], user_ids_failed: [users[1]] });
    assert.equal(one.headers.get('location'), other.headers.get('location'));
    assert.deepEqual([isRepeat(one), isRepeat(other)].sort(), [false, true]);
    endWaits(service);
    // The imported users are soon forgotten, which must not look as if none had been imported.
    const { db, clock } = service.deps;
    const later = new Date(clock.now().getTime() + 61_000);
    await transact(db, (tx) => pruneOperations(tx, later, usualRetention));
    const late = await ask();
    assert.deepEqual([late.status, isRepeat(late)], [202, true]);
    assert.equal(late.headers.get('location'), one.headers.get('location'));
    const { body } = await service.call(listBulkOperations, {
      apiKey: bulk.apiKey,
      query: { id: one.headers.get('location')?.split('=')[1] ?? '' },
    });
    assert.deepEqual(
      body.data?.map(({ status, failed }) => [status, failed]),
      [['success', 1]],
    );
    endWaits(service);
  });
});

describe('the routes', () => {
  it('let no handler make something past the key: the compiler names it', () => {
    const { db } = service.deps;
    // @ts-expect-error -- is repeatable
    route(new Hono(), db, createOrder, () => assert.fail());
    repeatableRoute(
      new Hono(),
      service.deps,
      createReconnectLink,
      // @ts-expect-error -- not what `make` resolves to
      () => Promise.resolve({ link_web_url: '', link_session_id: '', expires_at: '' }),
    );
  });
});
