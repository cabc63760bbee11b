import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, it } from 'vitest';
import { ClientError, createClient } from 'svc-link/client';
import { appointmentPartners, type Appointment } from 'svc-link/contract';
import { openEmbedded } from '../../src/db/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, startChild } from '../support/child-service.js';
import { readStoredEvents } from '../support/emitted-events.js';
import { secretsOfFolder } from '../support/keys.js';
import { heartHealth } from '../support/lab-service.js';
import { startReceiver } from '../support/receiver.js';

const folder = newDataFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const bookings = 1000;
/** How many bookings are in progress at a time, and after how many the process is killed. */
const together = 10;
const killedAfter = 50;
/** Milliseconds: the shortest window, and how late a booking may settle while the service runs. */
const window = 60_000;
const latest = 2000;

const name = 'bookings in the background settle once and on time, however often the process is killed';

// Only in the long check: its windows are real time, at least a minute.
async function test(): Promise<void> {
  const env = { DATA_DIR: folder };
  let service = await startChild(env);
  /** When no service was running. */
  const gaps: { readonly from: number; readonly until: number }[] = [];
  const client = () => createClient({ baseUrl: service.url, apiKey: sandboxKeys.apiKey });
  const receiver = await startReceiver();
  afterAll(() => receiver.close());
  await client().createWebhook({ url: receiver.url, events: ['labtest.appointment.'] });

  const orders: string[] = [];
  const answered = new Set<string>();
  for (let begin = 0; begin < bookings; begin += together) {
    const group = Array.from({ length: Math.min(together, bookings - begin) }, async (_, at) => {
      const { user_id } = await client().createUser({ client_user_id: randomUUID() });
      const order = await client().createOrder({ user_id, lab_test_id: heartHealth });
      const { slots } = await client().listAppointmentSlots({ order_id: order.id });
      const partner = appointmentPartners[(begin + at) % appointmentPartners.length];
      const slot = slots.find((each) => each.partner === partner)!;
      orders.push(order.id);
      return { id: order.id, booking_key: slot.booking_key };
    });
    const asked = (await Promise.all(group)).map(async ({ id, booking_key }) => {
      try {
        await client().bookAppointment(id, {
          booking_key,
          async_confirmation: true,
          sync_confirmation_timeout_millisecond: 1000,
          async_confirmation_timeout_millisecond: window,
        });
        answered.add(id);
      } catch (error) {
        // The process was killed before it answered.
        if (!(error instanceof ClientError) || error.code !== 'network_failed') throw error;
      }
    });
    if ((begin + together) % killedAfter === 0) {
      await Promise.race(asked);
      const from = Date.now();
      await service.end('SIGKILL');
      service = await startChild(env);
      gaps.push({ from, until: Date.now() });
    }
    await Promise.all(asked);
  }

  const settled = async () => {
    const all: Appointment[] = [];
    for await (const { appointment } of client().orders()) if (appointment) all.push(appointment);
    return all.every(({ status }) => status !== 'pending') ? all : null;
  };
  let appointments = await settled();
  while (!appointments) appointments = await settled();
  assert.equal(await service.end('SIGTERM'), 0);

  const booked = new Map(appointments.map((each) => [each.order_id, each]));
  for (const id of answered) assert.ok(booked.has(id), 'a booking that was answered is gone');
  const database = await openEmbedded(folder);
  try {
    const secrets = await secretsOfFolder(database.db, folder);
    const events = await readStoredEvents({ db: database.db, secrets });
    for (const { id, provider, status, events: history } of appointments) {
      const confirms = provider === 'prompt' || provider === 'late';
      assert.equal(status, confirms ? 'confirmed' : 'cancelled');
      const [began, ended] = history.map(({ created_on }) => Date.parse(created_on));
      assert.equal(ended! - began!, provider === 'prompt' ? 0 : provider === 'late' ? 5000 : window);
      const told = events.filter(({ data }) => (data as Appointment).id === id);
      assert.deepEqual(
        told.map(({ data }) => (data as Appointment).status).sort(),
        ['pending', status].sort(),
      );
      const at = told.find(({ data }) => (data as Appointment).status === status)!.created_on.getTime();
      // Only the time during which the service ran counts.
      const without = gaps.map(({ from, until }) => Math.min(until, at) - Math.max(from, ended!));
      const late = without.reduce((rest, gap) => rest - Math.max(0, gap), at - ended!);
      assert.ok(late <= latest, `${provider} settled ${late} ms late`);
    }
  } finally {
    await database.close();
  }
}

if (process.env['LONG']) it(name, test);

it('a booking that nobody confirms is cancelled on time by a process that was not there when it was made', async () => {
  const other = newDataFolder();
  let service = await startChild({ DATA_DIR: other });
  const client = () => createClient({ baseUrl: service.url, apiKey: sandboxKeys.apiKey });
  const { user_id } = await client().createUser({ client_user_id: randomUUID() });
  const order = await client().createOrder({ user_id, lab_test_id: heartHealth });
  const { slots } = await client().listAppointmentSlots({ order_id: order.id });
  const { status } = await client().bookAppointment(order.id, {
    booking_key: slots.find(({ partner }) => partner === 'never')!.booking_key,
    async_confirmation: true,
    sync_confirmation_timeout_millisecond: 1000,
    async_confirmation_timeout_millisecond: window,
  });
  assert.equal(status, 'pending');
  assert.equal(await service.end('SIGKILL'), null);

  service = await startChild({ DATA_DIR: other });
  await client().advanceClock(window / 1000);
  const { appointment } = await client().readOrder(order.id);
  assert.equal(appointment?.status, 'cancelled');
  const [began, ended] = appointment.events.map(({ created_on }) => Date.parse(created_on));
  assert.equal(ended! - began!, window);
  assert.equal(await service.end('SIGTERM'), 0);
  rmSync(other, { recursive: true });
});
