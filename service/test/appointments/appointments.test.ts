import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { deleteUser, isTimeZone, type Appointment, type AppointmentSlot } from 'svc-link/contract';
import { placeOf } from '../../src/appointments/index.js';
import { dateIn } from '../../src/appointments/local-time.js';
import { addDays } from '../../src/work/calendar.js';
import { progressDue } from '../../src/orders/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { day, labTeam, nobody } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

let service: TestService;
let team: ReturnType<typeof labTeam>;
before(async () => {
  service = await startTestService();
  team = labTeam(service);
  await service.hear();
});
after(() => service.stop());

const placeIn = (detail: unknown) => (detail as { loc: unknown }[])[0]?.loc;
/** The wait of the booking that was asked for last is over. */
const endWait = async (milliseconds: number) => {
  await service.waiting();
  const wait = service.waits.at(-1);
  assert.equal(wait?.milliseconds, milliseconds);
  wait.finish();
};
const endWaits = () => service.waits.splice(0).forEach(({ finish }) => finish());
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

describe('the slots of an order', () => {
  it('are a week of working hours where the patient lives, without Sundays', async () => {
    const order = await team.order();
    const { status, body } = await team.slots(order.id);
    assert.equal(status, 200);
    assert.ok(isTimeZone(body.timezone));
    assert.equal(body.timezone, placeOf(order.user_id).timeZone);
    const wall = (slot: AppointmentSlot) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: body.timezone,
        weekday: 'short',
        timeStyle: undefined,
        hour: '2-digit',
        hour12: false,
      }).formatToParts(new Date(slot.start));
    const days = new Set<string>();
    for (const slot of body.slots) {
      const parts = Object.fromEntries(wall(slot).map(({ type, value }) => [type, value]));
      days.add(String(parts['weekday']));
      const hour = Number(parts['hour']);
      assert.ok(hour >= 7 && hour < 17, slot.start);
      assert.equal(Date.parse(slot.end) - Date.parse(slot.start), 30 * 60_000);
      assert.ok(Date.parse(slot.start) > service.clock.now().getTime());
    }
    assert.deepEqual([...days].sort(), ['Fri', 'Mon', 'Sat', 'Thu', 'Tue', 'Wed']);
    assert.deepEqual([...new Set(body.slots.map(({ partner }) => partner))].sort(), [
      'failing',
      'late',
      'never',
      'prompt',
    ]);
    const starts = body.slots.map(({ start }) => start);
    assert.deepEqual(starts, [...starts].sort());
    assert.equal(new Set(body.slots.map(({ booking_key }) => booking_key)).size, body.slots.length);
  });

  it('begin at a day that is neither over nor far ahead', async () => {
    const order = await team.order();
    const today = dateIn(placeOf(order.user_id).timeZone, service.clock.now());
    const later = await team.slots(order.id, addDays(today, 10));
    const zone = later.body.timezone;
    assert.ok(later.body.slots.every(({ start }) => dateIn(zone, new Date(start)) >= addDays(today, 10)));
    assert.equal((await team.slots(order.id, today)).status, 200);
    for (const date of [addDays(today, -1), addDays(today, 61), '2026-02-30', 'tomorrow']) {
      const { status, detail } = await team.slots(order.id, date);
      assert.deepEqual([status, placeIn(detail)], [422, ['body', 'start_date']], date);
    }
  });

  it('are of one team', async () => {
    const order = await team.order();
    const other = labTeam(service, (await service.newTeam()).apiKey);
    assert.equal((await other.slots(order.id)).status, 404);
    const booking_key = await team.key(order.id, 'prompt');
    assert.equal((await other.book(order.id, { booking_key })).status, 404);
    assert.equal((await team.slots(nobody)).status, 404);
  });
});

describe('a booking that waits', () => {
  // spec 2.10.1, 2.10.2, 2.10.3, 2.10.5, 3.1.1, 8.4
  it('answers the appointment that was confirmed', async () => {
    const order = await team.order();
    const { body: offer } = await team.slots(order.id);
    const slot = offer.slots.find(({ partner }) => partner === 'prompt')!;
    const { status, body } = await team.book(order.id, {
      booking_key: slot.booking_key,
      appointment_notes: 'é'.repeat(1000),
    });
    assert.equal(status, 200);
    assert.deepEqual(fieldsMissing(body), []);
    assert.deepEqual(
      [body.status, body.event_status, body.provider, body.type, body.start_at, body.end_at],
      ['confirmed', 'scheduled', 'prompt', 'phlebotomy', slot.start, slot.end],
    );
    assert.deepEqual([body.user_id, body.order_id], [order.user_id, order.id]);
    assert.ok(isTimeZone(String(body.iana_timezone)));
    assert.deepEqual([body.iana_timezone, body.appointment_notes], [offer.timezone, 'é'.repeat(1000)]);
    assert.deepEqual(
      body.events.map((event) => event.status),
      ['pending', 'confirmed'],
    );
    assert.match(body.address.zip_code, /^\d{5}$/);
    assert.ok([body.start_at, body.end_at].every((moment) => moment?.endsWith('Z')));
    assert.deepEqual((await team.read(order.id)).appointment, body);
    endWaits();
  });

  it('waits for a partner that is late', async () => {
    const order = await team.order();
    const booking = team.book(order.id, { booking_key: await team.key(order.id, 'late') });
    await service.waiting();
    await team.advance(5);
    const { status, body } = await booking;
    assert.deepEqual([status, body.status], [200, 'confirmed']);
    endWaits();
  });

  // spec 4.9.3, 4.9.4, 4.9.5, 7.3
  it('is a 500 where the partner fails or says nothing for 10 seconds, and leaves nothing booked', async () => {
    for (const partner of ['failing', 'never'] as const) {
      const order = await team.order();
      const booking = team.book(order.id, {
        booking_key: await team.key(order.id, partner),
        // Of an asynchronous booking alone.
        sync_confirmation_timeout_millisecond: 1000,
        async_confirmation_timeout_millisecond: 60_000,
      });
      if (partner === 'never') await endWait(10_000);
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
      endWaits();
    }
  });

  // spec 4.9.5
  it('leaves nothing booked where the caller leaves, or the process ends', async () => {
    const order = await team.order();
    const leaving = new AbortController();
    const booking = team.book(order.id, { booking_key: await team.key(order.id, 'never') }, leaving.signal);
    await service.waiting();
    leaving.abort();
    assert.equal((await booking).status, 500);
    assert.equal((await team.read(order.id)).appointment?.status, 'cancelled');
    endWaits();

    // What a process leaves behind that was killed while it waited.
    const left = await team.order();
    const cut = team.book(left.id, {
      booking_key: await team.key(left.id, 'never'),
      // Of an asynchronous booking alone.
      async_confirmation_timeout_millisecond: 60_000,
    });
    await service.waiting();
    await team.advance(11);
    assert.equal((await team.read(left.id)).appointment?.status, 'cancelled');
    assert.equal((await cut).status, 500);
    endWaits();
  });
});

describe('a booking in the background', () => {
  // spec 8.5
  it('answers what was confirmed in time for it', async () => {
    const order = await team.order();
    const booking_key = await team.key(order.id, 'prompt');
    const { status, body } = await team.book(order.id, {
      booking_key,
      ...inBackground,
      sync_confirmation_timeout_millisecond: 10_000,
    });
    assert.deepEqual([status, body.status], [200, 'confirmed']);
    endWaits();
  });

  // spec 3.1.2, 4.9.2, 8.5
  it('answers a pending appointment, which is confirmed later', async () => {
    const order = await team.order();
    const booking = team.book(order.id, { booking_key: await team.key(order.id, 'late'), ...inBackground });
    await endWait(2500);
    const { status, body } = await booking;
    assert.deepEqual([status, body.status, body.event_status], [200, 'pending', 'pending']);
    await team.advance(5);
    assert.equal((await team.read(order.id)).appointment?.status, 'confirmed');
    await team.advance(3600);
    assert.equal((await team.read(order.id)).appointment?.status, 'confirmed');
  });

  // spec 3.1.3, 8.5, 8.6
  it('is cancelled on time where nobody confirms, by the clock of the service', async () => {
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
      await endWait(1000);
      assert.equal((await booking).body.status, 'pending');
      const seconds = (timeout ?? 15 * 60_000) / 1000;
      await team.advance(seconds - 10);
      assert.equal((await team.read(order.id)).appointment?.status, 'pending');
      await team.advance(10);
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
      endWaits();
    }
  });

  it('keeps a confirmation that came in time, whenever it is looked at', async () => {
    const order = await team.order();
    const booking = team.book(order.id, {
      booking_key: await team.key(order.id, 'late', 3),
      ...inBackground,
    });
    await endWait(2500);
    await booking;
    await team.advance(3600);
    const { appointment } = await team.read(order.id);
    assert.equal(appointment?.status, 'confirmed');
    const [asked, confirmed] = appointment.events.map(({ created_on }) => Date.parse(created_on));
    assert.equal(confirmed! - asked!, 5000);
  });

  it('settles once, however many look at it at a time', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => team.order()));
    const bookings = [];
    for (const { id } of orders)
      bookings.push(team.book(id, { booking_key: await team.key(id, 'late'), ...inBackground }));
    while (service.waits.length < orders.length) await turn();
    endWaits();
    await Promise.all(bookings);
    // Not by the route, whose clock would go on: all at the same moment.
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
  it('checks its times whenever they are sent', async () => {
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
    // What is taken ends at the order, which is nobody's.
    for (const bounds of [
      { sync_confirmation_timeout_millisecond: 1000, async_confirmation_timeout_millisecond: 60_000 },
      { sync_confirmation_timeout_millisecond: 10_000, async_confirmation_timeout_millisecond: 172_800_000 },
    ])
      assert.equal((await team.book(nobody, { booking_key, ...inBackground, ...bounds })).status, 404);
    const notes = await team.book(order.id, { booking_key, appointment_notes: 'x'.repeat(1001) });
    assert.deepEqual([notes.status, placeIn(notes.detail)], [422, ['body', 'appointment_notes']]);
  });
});

describe('a booking is refused', () => {
  it('where the order has an appointment, and where its key was used', async () => {
    const order = await team.order();
    const booking_key = await team.key(order.id, 'failing');
    assert.equal((await team.book(order.id, { booking_key })).status, 500);
    const used = await team.book(order.id, { booking_key });
    assert.deepEqual([used.status, errorType(used.detail)], [409, 'booking_key_used']);

    const pending = team.book(order.id, { booking_key: await team.key(order.id, 'late'), ...inBackground });
    await service.waiting();
    const prompt = await team.key(order.id, 'prompt');
    const second = await team.book(order.id, { booking_key: prompt });
    assert.deepEqual([second.status, errorType(second.detail)], [409, 'appointment_exists']);
    endWaits();
    const { body } = await pending;
    assert.equal((second.detail as { appointment_id: string }).appointment_id, body.id);
    await team.advance(5);
    assert.equal((await team.book(order.id, { booking_key: prompt })).status, 409);
  });

  it('except one, of several at the same moment', async () => {
    const order = await team.order();
    const keys = await Promise.all([0, 1, 2, 3].map((nth) => team.key(order.id, 'prompt', nth)));
    const answers = await Promise.all(
      [...keys, ...keys].map((booking_key) => team.book(order.id, { booking_key })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
    endWaits();
  });

  // spec 4.9.1
  it('without a key, and with one of another order or of nobody', async () => {
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
  it('takes the sample, and results follow it', async () => {
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
    endWaits();
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
    endWaits();
  });
});
