// Checks that the service emits only what the contract describes: each event fits its type, and every type is known.
import assert from 'node:assert/strict';
import {
  AppointmentEvent,
  ConnectionCreatedEvent,
  ConnectionErrorEvent,
  ConnectionHealedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  OrderEvent,
  ResultEvent,
} from 'svc-link/contract';
import type { Deps } from '../../src/deps.js';
import { openEvent } from '../../src/crypto/health-data.js';
import { unknownValues } from './unknown-values.js';

const known = [
  ConnectionCreatedEvent,
  ConnectionErrorEvent,
  ConnectionHealedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  OrderEvent,
  AppointmentEvent,
  ResultEvent,
];

type Tools = Pick<Deps, 'db' | 'secrets'>;
export type StoredEvent = Awaited<ReturnType<typeof readStoredEvents>>[number];

/** The stored events with their data, of one user or of all, the earliest first. */
export async function readStoredEvents({ db, secrets }: Tools, userId?: string) {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('created_on')
    .execute();
  return rows.map((row) => {
    const { id, event_type, user_id, team_id, client_user_id, created_on } = row;
    return {
      ...{ id, event_type, user_id, team_id, client_user_id, created_on },
      data: openEvent(secrets, row),
    };
  });
}

/** Fails if an emitted event does not fit the contract. */
export async function checkEmittedEvents(tools: Tools): Promise<void> {
  const events = (await readStoredEvents(tools)).map(
    ({ event_type, data, user_id, team_id, client_user_id }) => ({
      ...{ event_type, data, user_id, team_id, client_user_id },
    }),
  );
  const wrong = events.filter((event) => {
    const type = known.find((each) => each.safeParse(event).success);
    return !type || unknownValues(type, event).length > 0;
  });
  assert.deepEqual(wrong, [], 'events that the contract does not know');
}
