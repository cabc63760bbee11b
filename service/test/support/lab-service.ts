// A team that orders lab tests and books visits.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  advanceClock,
  bookAppointment,
  createOrder,
  createUser,
  listAppointmentSlots,
  readOrder,
  type AppointmentPartner,
  type BodyOf,
  type Order,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import type { TestService } from './test-service.js';

export const day = 86_400;
export const heartHealth = '00000000-0000-4000-8000-000000000104';
/** An id that nothing has. */
export const nobody = '00000000-0000-4000-8000-00000000dead';

/** The requests of a team to a service. */
export function labTeam(service: TestService, apiKey = sandboxKeys.apiKey) {
  const team = {
    /** A user whose results come out as wanted. */
    async newUser(results = 'lab-normal') {
      const { body } = await service.call(createUser, {
        apiKey,
        body: { client_user_id: `${results}-${randomUUID()}` },
      });
      return body.user_id;
    },
    async order(user_id?: string, lab_test_id = heartHealth): Promise<Order> {
      const body = { user_id: user_id ?? (await team.newUser()), lab_test_id };
      const answer = await service.call(createOrder, { apiKey, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.detail));
      return answer.body;
    },
    read: async (order_id: string) => (await service.call(readOrder, { apiKey, params: { order_id } })).body,
    slots: (order_id: string, start_date?: string) =>
      service.call(listAppointmentSlots, { apiKey, body: { order_id, ...(start_date && { start_date }) } }),
    /** The key of a partner's slot: the first one, or a later one. */
    async key(order_id: string, partner: AppointmentPartner, nth = 0) {
      const { body } = await team.slots(order_id);
      return body.slots.filter((slot) => slot.partner === partner)[nth]!.booking_key;
    },
    book: (order_id: string, body: BodyOf<typeof bookAppointment>, signal?: AbortSignal) =>
      service.call(bookAppointment, { apiKey, params: { order_id }, body, ...(signal && { signal }) }),
    /** The types of a user's events, the earliest first, each with a word from its data. */
    async events(userId: string) {
      return (await service.eventsOf(userId)).map(({ event_type, data }) => {
        const { status, interpretation } = data as { status?: string; interpretation?: string | null };
        return `${event_type.replace('labtest.', '')} ${status ?? interpretation}`;
      });
    },
    /** Moves the clock. The answer comes once all work that fell due is done. */
    async advance(seconds: number) {
      const { status } = await service.call(advanceClock, { body: { advance_seconds: seconds } });
      assert.equal(status, 200);
    },
  };
  return team;
}
