// That what the service emits is of the contract: each event of its own type, and none of a type that nobody knows.
import assert from 'node:assert/strict';
import {
  AppointmentEvent,
  ConnectionCreatedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  OrderEvent,
  ResultEvent,
} from 'svc-link/contract';
import type { Db } from '../src/db/index.js';

const known = [
  ConnectionCreatedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  OrderEvent,
  AppointmentEvent,
  ResultEvent,
];

/** Fails where an event that was emitted is not of the contract. */
export async function checkEmittedEvents(db: Db): Promise<void> {
  const events = await db
    .selectFrom('event')
    .select(['event_type', 'data', 'user_id', 'team_id', 'client_user_id'])
    .execute();
  const wrong = events.filter((event) => !known.some((type) => type.safeParse(event).success));
  assert.deepEqual(wrong, [], 'events that the contract does not know');
}
