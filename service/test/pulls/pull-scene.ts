// Users whose providers are asked for data, and the data that came.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { advanceClock, listHistoricalPulls, type HistoricalPull } from 'svc-link/contract';
import { seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { lastWholeDay } from '../../src/work/calendar.js';
import type { TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

export function pullScene(service: TestService) {
  const scene = {
    yesterday: () => lastWholeDay(service.clock.now()),
    /** Moves the clock. Resolves after everything that fell due is done. */
    async advance(seconds: number) {
      const { status } = await service.call(advanceClock, { body: { advance_seconds: seconds } });
      assert.equal(status, 200);
    },
    /** A user with a connection, whose data may not have been pulled yet. */
    async connected(username = 'ok@example.com', provider = 'umbra_sleep') {
      const link = await service.newLink();
      const { body } = await service.signIn(link, username, { provider });
      assert.equal(body.state, 'success');
      return link.userId;
    },
    /** A connection as an earlier version left it: without scheduled pulls and without a job. */
    async connectionWithoutJob(userId: string, values: Readonly<Record<string, unknown>> = {}) {
      const { db, secrets, clock } = service.deps;
      const id = randomUUID();
      await db
        .insertInto('connection')
        .values({
          id,
          team_id: seededTeam,
          user_id: userId,
          provider: 'umbra_sleep',
          provider_account: id,
          credentials: secrets.seal('connection', id, JSON.stringify({ username: 'ok@example.com' })),
          scopes_granted: '[]',
          scopes_denied: '[]',
          status: 'connected',
          application: null,
          created_on: clock.now(),
          ...values,
        })
        .execute();
      return id;
    },
    pullsOf: async (user_id: string): Promise<HistoricalPull[]> =>
      (await service.call(listHistoricalPulls, { apiKey, query: { user_id } })).body.data,
    eventsOf: async (userId: string) =>
      (await service.eventsOf(userId))
        .filter(({ event_type }) => event_type !== 'provider.connection.created')
        .map(({ event_type, data }) => ({ event_type, data }))
        .sort((one, other) =>
          one.event_type < other.event_type ? -1 : one.event_type > other.event_type ? 1 : 0,
        ),
    typesOf: async (userId: string) => (await scene.eventsOf(userId)).map(({ event_type }) => event_type),
    storedOf: (userId: string) =>
      service.deps.db
        .selectFrom('pulled_day')
        .innerJoin('connection', 'connection.id', 'pulled_day.connection_id')
        .select(['pulled_day.resource', 'pulled_day.date'])
        .where('connection.user_id', '=', userId)
        .orderBy('pulled_day.date')
        .execute(),
  };
  return scene;
}
export type PullScene = ReturnType<typeof pullScene>;
