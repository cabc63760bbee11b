// What the service knows about a session, found by an event of the widget.
import assert from 'node:assert/strict';
import { createClient } from 'svc-link/client';
import type { LinkSessionWay } from 'svc-link/contract';
import type { KeptEvent } from './chromium.js';

export const managementKey = 'mk_sandbox_local';
export const [org, team] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
];

/** The session of these events, as support finds it: by the session's id and by the request of an event, with the same result. */
export async function sessionOf(service: string, events: readonly KeptEvent[]): Promise<LinkSessionWay> {
  const client = createClient({ baseUrl: service, managementKey });
  const id = events.findLast(({ detail }) => detail.link_session_id)?.detail.link_session_id;
  const request = events.findLast(({ detail }) => detail.request_id)?.detail.request_id;
  assert.ok(id && request, 'no event says its session or a request');
  const [bySession, byRequest] = await Promise.all([
    client.findLinkSessions(org, team, { link_session_id: id }),
    client.findLinkSessions(org, team, { request_id: request }),
  ]);
  assert.deepEqual(byRequest.data, bySession.data);
  assert.equal(bySession.data.length, 1);
  return bySession.data[0]!;
}

/** The last session of a person, by the application's own id for them. */
export async function latestSession(service: string, client_user_id: string): Promise<LinkSessionWay> {
  const client = createClient({ baseUrl: service, managementKey });
  const { data } = await client.findLinkSessions(org, team, { client_user_id });
  return data[0] ?? assert.fail(`${client_user_id} has no session`);
}

/** What happened, in its order. */
export const happened = ({ way }: LinkSessionWay): string[] =>
  way.map(({ event, error_type, place }) =>
    [event, error_type, place].filter((word) => word !== null).join(' '),
  );
