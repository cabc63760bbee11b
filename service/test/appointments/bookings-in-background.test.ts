import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { progressDue } from '../../src/orders/index.js';
import { placeIn } from '../support/error-type.js';
import { day, labTeam, nobody } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { endWait, endWaits } from './booking-waits.js';

let service: TestService;
let team: ReturnType<typeof labTeam>;
beforeAll(async () => {
  service = await startTestService();
  team = labTeam(service);
  await service.hear();
});
afterAll(() => service.stop());

const inBackground = { async_confirmation: true } as const;

describe('a booking in the background', () => {
  // spec 8.5
  it('returns an appointment that was confirmed in time', async () => {
    const order = await team.order();
    const booking_key = await team.key(order.id, 'prompt');
    const { status, body } = await team.book(order.id, {
      booking_key,
      ...inBackground,
      sync_confirmation_timeout_millisecond: 10_000,
    });
    assert.deepEqual([status, body.status], [200, 'confirmed']);
    endWaits(service);
  });

  // spec 3.1.2, 4.9.2, 8.5
  it('returns a pending appointment, which is confirmed later', async () => {
    const order = await team.order();
    const booking = team.book(order.id, { booking_key: await team.key(order.id, 'late'), ...inBackground });
    await endWait(service, 2500);
    const { status, body } = await booking;
    assert.deepEqual([status, body.status, body.event_status], [200, 'pending', 'pending']);
    await team.advance(5);
    assert.equal((await team.read(order.id)).appointment?.status, 'confirmed');
    await team.advance(3600);
    assert.equal((await team.read(order.id)).appointment?.status, 'confirmed');
  });

  // spec 3.1.3, 8.5, 8.6
  it('is cancelled on time if nobody confirms, by the clock of the service', async () => {
    for (const [partner, timeout] of [
      ['never', undefined],
      ['failing', 60_000],
      ['never', 172_800_000],
    ] as const) {
      const order = await team.order();
      const booking = team.book(order.id, {
        booking_key: await team.key(order.id, partner, 1),
        ...inBackground,
        sync_confirmation_timeout_millisecond: 1000,
        async_confirmation_timeout_millisecond: timeout ?? null,
      });
      await endWait(service, 1000);
      assert.equal((await booking).body.status, 'pending');
      const seconds = (timeout ?? 15 * 60_000) / 1000;
      const asked = (await team.read(order.id)).appointment?.events[0]?.created_on ?? '';
      // The route is not used, because its clock continues to run while it works.
      await progressDue(service.deps, new Date(Date.parse(asked) + seconds * 1000 - 1));
      assert.equal((await team.read(order.id)).appointment?.status, 'pending');
      await team.advance(seconds);
      const { appointment } = await team.read(order.id);
      assert.equal(appointment?.status, 'cancelled');
      const [began, ended] = appointment.events.map(({ created_on }) => Date.parse(created_on));
      assert.equal(ended! - began!, seconds * 1000);
      assert.deepEqual(appointment.event_data, { reason: 'not_confirmed_in_time' });
      assert.deepEqual(await team.events(order.user_id), [
        'order.created received',
        'appointment.updated pending',
        'appointment.updated cancelled',
      ]);
      endWaits(service);
    }
  });

  it('leaves the order its results, counted from the cancellation, however late that is noticed', async () => {
    const order = await team.order();
    const booking_key = await team.key(order.id, 'never');
    const booking = team.book(order.id, { booking_key, ...inBackground });
    await endWait(service, 2500);
    await booking;
    await team.advance(2 * day + 3600);
    assert.equal((await team.read(order.id)).status, 'completed');
    endWaits(service);
  });

  it('keeps a confirmation that came in time, whenever it is read', async () => {
    const order = await team.order();
    const booking = team.book(order.id, {
      booking_key: await team.key(order.id, 'late', 3),
      ...inBackground,
    });
    await endWait(service, 2500);
    await booking;
    await team.advance(3600);
    const { appointment } = await team.read(order.id);
    assert.equal(appointment?.status, 'confirmed');
    const [asked, confirmed] = appointment.events.map(({ created_on }) => Date.parse(created_on));
    assert.equal(confirmed! - asked!, 5000);
  });

  it('ends once, however many look at it at the same time', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => team.order()));
    const bookings = [];
    for (const { id } of orders)
      bookings.push(team.book(id, { booking_key: await team.key(id, 'late'), ...inBackground }));
    while (service.waits.length < orders.length) await turn();
    endWaits(service);
    await Promise.all(bookings);
    // The route is not used, because its clock would continue to run. Here all calls have the same moment.
    const due = new Date(service.clock.now().getTime() + 20 * 60_000);
    await Promise.all(Array.from({ length: 5 }, () => progressDue(service.deps, due)));
    for (const { user_id } of orders)
      assert.deepEqual(await team.events(user_id), [
        'order.created received',
        'appointment.updated pending',
        'appointment.updated confirmed',
      ]);
  });

  // spec 2.10.3, 8.4, 8.5, 8.6
  it('checks its time limits whenever they are sent', async () => {
    const order = await team.order();
    const booking_key = await team.key(order.id, 'prompt');
    for (const [name, values] of [
      ['sync_confirmation_timeout_millisecond', [999, 10_001, 2500.5, '2500', -1]],
      ['async_confirmation_timeout_millisecond', [59_999, 172_800_001, 60_000.5, '60000']],
    ] as const)
      for (const value of values)
        for (const async_confirmation of [true, false]) {
          const body = { booking_key, async_confirmation, [name]: value as number };
          const { status, detail } = await team.book(order.id, body);
          assert.deepEqual([status, placeIn(detail)], [422, ['body', name]], JSON.stringify(body));
        }
    // A valid request ends at the order, which does not exist.
    for (const bounds of [
      { sync_confirmation_timeout_millisecond: 1000, async_confirmation_timeout_millisecond: 60_000 },
      { sync_confirmation_timeout_millisecond: 10_000, async_confirmation_timeout_millisecond: 172_800_000 },
    ])
      assert.equal((await team.book(nobody, { booking_key, ...inBackground, ...bounds })).status, 404);
    const notes = await team.book(order.id, { booking_key, appointment_notes: 'x'.repeat(1001) });
    assert.deepEqual([notes.status, placeIn(notes.detail)], [422, ['body', 'appointment_notes']]);
  });
});
