import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { isTimeZone, type AppointmentSlot } from 'svc-link/contract';
import { placeOf } from '../../src/appointments/index.js';
import { dateIn } from '../../src/appointments/local-time.js';
import { addDays } from '../../src/work/calendar.js';
import { placeIn } from '../support/error-type.js';
import { labTeam, nobody } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let team: ReturnType<typeof labTeam>;
beforeAll(async () => {
  service = await startTestService();
  team = labTeam(service);
  await service.hear();
});
afterAll(() => service.stop());

describe('the slots of an order', () => {
  it('are a week of working hours in the patient’s local time, without Sundays', async () => {
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

  it('begin on a day that is neither over nor far ahead', async () => {
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

  it('belong to one team', async () => {
    const order = await team.order();
    const other = labTeam(service, (await service.newTeam()).apiKey);
    assert.equal((await other.slots(order.id)).status, 404);
    const booking_key = await team.key(order.id, 'prompt');
    assert.equal((await other.book(order.id, { booking_key })).status, 404);
    assert.equal((await team.slots(nobody)).status, 404);
  });
});
