import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Appointment } from 'svc-link/contract';
import { clientOf } from '../support/client-of.js';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('the code of docs/labs.md orders a test and books a visit', async () => {
  const client = clientOf(service);
  const user_id = await service.newUser();
  const run = codeOf('labs.md')('bookAppointment', 'appointment');
  const appointment = (await run({ client, user_id })) as Appointment;
  assert.deepEqual([appointment.status, appointment.user_id], ['confirmed', user_id]);
  assert.deepEqual((await client.readOrder(appointment.order_id)).appointment, appointment);
});
