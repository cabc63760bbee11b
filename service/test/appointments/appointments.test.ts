import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deleteUser, isTimeZone, type Appointment } from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType, placeIn } from '../support/error-type.js';
import { day, labTeam, nobody } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { endWait, endWaits } from './booking-waits.js';

const { apiKey } = sandboxKeys;

let service: TestService;
let team: ReturnType<typeof labTeam>;
beforeAll(async () => {
  service = await startTestService();
  team = labTeam(service);
  await service.hear();
});
afterAll(() => service.stop());

const inBackground = { async_confirmation: true } as const;

/** The fields of the specification that an appointment does not have. */
function fieldsMissing({ address, location, ...rest }: Appointment): string[] {
  const missing = (value: object, names: string) => names.split(' ').filter((name) => !(name in value));
  return [
    ...missing(
      rest,
      'id user_id order_id start_at end_at type provider status event_status provider_id can_reschedule events iana_timezone appointment_notes event_data',
    ),
    ...missing(address, 'first_line second_line city state zip_code unit access_notes'),
    ...missing(location, 'lng lat'),
  ];
}

describe('a booking that waits', () => {
  // spec 2.10.1, 2.10.2, 2.10.3, 2.10.5, 3.1.1, 8.4
  it('returns the confirmed appointment', async () => {
    const order = await team.order();
    const { body: offer } = await team.slots(order.id);
    const slot = offer.slots.find(({ partner }) => partner === 'prompt')!;
    const { status, body } = await team.book(order.id, {
      booking_key: slot.booking_key,
      appointment_notes: '\u{1FA78}'.repeat(1000),
    });
    assert.equal(status, 200);
    assert.deepEqual(fieldsMissing(body), []);
    assert.deepEqual(
      [body.status, body.event_status, body.provider, body.type, body.start_at, body.end_at],
      ['confirmed', 'scheduled', 'prompt', 'phlebotomy', slot.start, slot.end],
    );
    assert.deepEqual([body.user_id, body.order_id], [order.user_id, order.id]);
    assert.ok(isTimeZone(String(body.iana_timezone)));
    assert.deepEqual(
      [body.iana_timezone, body.appointment_notes],
      [offer.timezone, '\u{1FA78}'.repeat(1000)],
    );
    assert.deepEqual(
      body.events.map((event) => event.status),
      ['pending', 'confirmed'],
    );
    assert.match(body.address.zip_code, /^\d{5}$/);
    assert.ok([body.start_at, body.end_at].every((moment) => moment?.endsWith('Z')));
    assert.deepEqual((await team.read(order.id)).appointment, body);
    endWaits(service);
  });

  it('waits for a partner that is late', async () => {
    const order = await team.order();
    const booking = team.book(order.id, { booking_key: await team.key(order.id, 'late') });
    await service.waiting();
    await team.advance(5);
    const { status, body } = await booking;
    assert.deepEqual([status, body.status], [200, 'confirmed']);
    endWaits(service);
  });

  // spec 4.9.3, 4.9.4, 4.9.5, 7.3
  it('is a 500 if the partner fails or does not answer for 10 seconds, and leaves nothing booked', async () => {
    for (const partner of ['failing', 'never'] as const) {
      const order = await team.order();
      const booking = team.book(order.id, {
        booking_key: await team.key(order.id, partner),
        // Only an asynchronous booking uses this limit.
        sync_confirmation_timeout_millisecond: 1000,
        async_confirmation_timeout_millisecond: 60_000,
      });
      if (partner === 'never') await endWait(service, 10_000);
      const { status, detail, headers } = await booking;
      assert.equal(status, 500);
      assert.match(String(headers.get('content-type')), /json/);
      assert.equal(errorType(detail), 'appointment_not_confirmed');
      const { appointment } = await team.read(order.id);
      assert.equal(appointment?.status, 'cancelled');
      assert.deepEqual(appointment.event_data, {
        reason: partner === 'never' ? 'not_confirmed_in_time' : 'refused',
      });
      const again = await team.book(order.id, { booking_key: await team.key(order.id, 'prompt') });
      assert.equal(again.status, 200);
      endWaits(service);
    }
  });

  // spec 4.9.5
  it('leaves nothing booked if the caller disconnects, or the process ends', async () => {
    const order = await team.order();
    const leaving = new AbortController();
    const booking = team.book(order.id, { booking_key: await team.key(order.id, 'never') }, leaving.signal);
    await service.waiting();
    leaving.abort();
    assert.equal((await booking).status, 500);
    assert.equal((await team.read(order.id)).appointment?.status, 'cancelled');
    endWaits(service);

    // The row that a process leaves behind if it is killed while it waits.
    const left = await team.order();
    const cut = team.book(left.id, {
      booking_key: await team.key(left.id, 'never'),
      // Only an asynchronous booking uses this limit.
      async_confirmation_timeout_millisecond: 60_000,
    });
    await service.waiting();
    await team.advance(11);
    assert.equal((await team.read(left.id)).appointment?.status, 'cancelled');
    assert.equal((await cut).status, 500);
    endWaits(service);
  });
});

describe('a booking is refused', () => {
  it('if the order has an appointment, or its key was used', async () => {
    const order = await team.order();
    const booking_key = await team.key(order.id, 'failing');
    assert.equal((await team.book(order.id, { booking_key })).status, 500);
    const used = await team.book(order.id, { booking_key });
    assert.deepEqual([used.status, errorType(used.detail)], [409, 'booking_key_used']);
    // Decoded, it would be the same key.
    const padded = await team.book(order.id, { booking_key: `${booking_key}=` });
    assert.deepEqual([padded.status, placeIn(padded.detail)], [422, ['body', 'booking_key']]);

    // The waits of the earlier bookings.
    endWaits(service);
    const pending = team.book(order.id, { booking_key: await team.key(order.id, 'late'), ...inBackground });
    await service.waiting();
    const prompt = await team.key(order.id, 'prompt');
    const second = await team.book(order.id, { booking_key: prompt });
    assert.deepEqual([second.status, errorType(second.detail)], [409, 'appointment_exists']);
    endWaits(service);
    const { body } = await pending;
    assert.equal((second.detail as { appointment_id: string }).appointment_id, body.id);
    await team.advance(5);
    assert.equal((await team.book(order.id, { booking_key: prompt })).status, 409);
  });

  it('if another one for the same order came at the same moment', async () => {
    const order = await team.order();
    const keys = await Promise.all([0, 1, 2, 3].map((nth) => team.key(order.id, 'prompt', nth)));
    const answers = await Promise.all(
      [...keys, ...keys].map((booking_key) => team.book(order.id, { booking_key })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
    endWaits(service);
  });

  // spec 4.9.1
  it('without a key, and with a key of another order or an invented one', async () => {
    const [order, other] = [await team.order(), await team.order()];
    for (const booking_key of [await team.key(other.id, 'prompt'), 'of-a-slot', '', undefined, null]) {
      const { status, detail } = await team.book(order.id, { booking_key } as never);
      assert.deepEqual([status, placeIn(detail)], [422, ['body', 'booking_key']]);
    }
    assert.equal((await team.book(nobody, { booking_key: 'x' })).status, 404);
  });

  it('once the slot has begun, and once the order has its results', async () => {
    const order = await team.order(undefined, '00000000-0000-4000-8000-000000000110');
    const booking_key = await team.key(order.id, 'prompt');
    await team.advance(3 * day);
    const late = await team.book(order.id, { booking_key });
    assert.deepEqual([late.status, errorType(late.detail)], [409, 'slot_over']);
    await team.advance(2 * day);
    const done = await team.book(order.id, { booking_key: await team.key(order.id, 'prompt') });
    assert.deepEqual([done.status, errorType(done.detail)], [409, 'order_not_bookable']);
  });
});

describe('a visit', () => {
  it('takes the sample, and the results follow', async () => {
    const order = await team.order(await team.newUser('lab-normal'));
    const { body } = await team.book(order.id, { booking_key: await team.key(order.id, 'prompt', 12) });
    const until = (moment: string | null) =>
      (Date.parse(String(moment)) - service.clock.now().getTime()) / 1000;
    await team.advance(Math.ceil(until(body.start_at)));
    assert.equal((await team.read(order.id)).appointment?.status, 'in_progress');
    await team.advance(Math.ceil(until(body.end_at)));
    const over = await team.read(order.id);
    assert.deepEqual(
      [over.status, over.appointment?.status, over.interpretation],
      ['sample_collected', 'completed', null],
    );
    await team.advance(2 * day);
    const done = await team.read(order.id);
    assert.deepEqual([done.status, done.interpretation], ['completed', 'normal']);
    assert.deepEqual((await team.events(order.user_id)).sort(), [
      'appointment.updated completed',
      'appointment.updated confirmed',
      'appointment.updated in_progress',
      'appointment.updated pending',
      'order.created received',
      'order.updated completed',
      'order.updated sample_collected',
      'result.created normal',
    ]);
    endWaits(service);
  });

  it('is cancelled with its user', async () => {
    const order = await team.order();
    await team.book(order.id, { booking_key: await team.key(order.id, 'prompt') });
    await service.call(deleteUser, { apiKey, params: { user_id: order.user_id } });
    assert.deepEqual((await team.events(order.user_id)).at(-1), 'appointment.updated cancelled');
    const [row] = await service.deps.db
      .selectFrom('appointment')
      .select(['status', 'reason', 'due_at'])
      .where('order_id', '=', order.id)
      .execute();
    assert.deepEqual(row, { status: 'cancelled', reason: 'user_deleted', due_at: null });
    endWaits(service);
  });
});
