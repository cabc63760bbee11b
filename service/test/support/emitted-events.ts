// That what the service emits is of the contract: each event of its own type, and none of a type that nobody knows.
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

/** The events that are stored, with their data: those of a user, or all. The earliest first. */
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

/** Fails where an event that was emitted is not of the contract. */
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
