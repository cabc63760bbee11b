import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import {
  advanceClock,
  completeMfa,
  createLinkToken,
  createUser,
  deleteUser,
  findLinkSessions,
  readLinkState,
  startLink,
  type LinkSessionWay,
  type QueryOf,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { newOrg, newTeamKey, ofTeam } from '../support/management-scene.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

type Query = NonNullable<QueryOf<typeof findLinkSessions>>;

/** The events of a session, in order. */
const wayOf = (session: LinkSessionWay | undefined) =>
  session?.way.map(({ event, error_type }) => (error_type === null ? event : `${event} ${error_type}`));
const requestOf = ({ headers }: { readonly headers: Headers }): string => headers.get('x-request-id') ?? '';

describe('the way of a link session', () => {
  let service: TestService;
  let team: { readonly id: string; readonly apiKey: string };
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    team = await service.newTeam();
  });

  const find = async (query: Query, of = team.id) => {
    const { body } = await service.call(findLinkSessions, { ...ofTeam(of), query });
    return body.data;
  };
  const newLink = () => service.newLink({}, team.apiKey);
  const sendCode = (link: StartedLink, mfa_code: string) =>
    service.call(completeMfa, {
      params: { provider: 'quartz_scale' },
      token: link.token,
      body: { mfa_code },
    });

  it('has each step and problem, with the request that caused it', async () => {
    const link = await newLink();
    const asked = await service.signIn(link, 'sms@example.com');
    const wrong = await sendCode(link, '000000');
    const right = await sendCode(link, '123456');
    const [session, ...others] = await find({ link_session_id: link.sessionId });
    assert.deepEqual(others, []);
    assert.deepEqual(wayOf(session), [
      'created',
      'opened',
      'provider_chosen',
      'challenged',
      'problem incorrect_mfa_code',
      'connected',
    ]);
    assert.deepEqual(
      session?.way.slice(3).map(({ request_id }) => request_id),
      [asked, wrong, right].map(requestOf),
    );
    assert.deepEqual([session?.state, session?.user_id], ['success', link.userId]);
  });

  it('is found by any request about it, even one that changed nothing', async () => {
    const link = await newLink();
    await newLink();
    const requests = [
      await service.call(startLink, { body: { link_token: link.token } }),
      await service.call(readLinkState, { token: link.token }),
      await service.signIn(link, 'ok@example.com'),
      await service.call(readLinkState, { token: link.token }),
      // Refused, because the token is used up.
      await service.call(startLink, { body: { link_token: link.token } }),
    ];
    assert.equal(requests.at(-1)?.status, 401);
    assert.equal(new Set(requests.map(requestOf)).size, requests.length);
    for (const request of requests) {
      const found = await find({ request_id: requestOf(request).toUpperCase() });
      assert.deepEqual(
        found.map(({ link_session_id }) => link_session_id),
        [link.sessionId],
      );
    }
    assert.deepEqual(await find({ request_id: randomUUID() }), []);
  });

  it('is found by its user and by a time, the nearest first', async () => {
    const first = await newLink();
    await service.call(startLink, { body: { link_token: first.token } });
    const at = service.clock.now().toISOString();
    await service.call(advanceClock, { body: { advance_seconds: 600 } });
    const second = await newLink();
    await service.call(startLink, { body: { link_token: second.token } });
    const idsOf = (found: readonly LinkSessionWay[]) => found.map(({ link_session_id }) => link_session_id);
    assert.deepEqual(idsOf(await find({ at })), [first.sessionId, second.sessionId]);
    assert.deepEqual(idsOf(await find({ user_id: second.userId })), [second.sessionId]);
    await service.call(advanceClock, { body: { advance_seconds: 4000 } });
    assert.deepEqual(await find({ at: service.clock.now().toISOString() }), []);
    assert.deepEqual(wayOf((await find({ link_session_id: first.sessionId }))[0]), [
      'created',
      'opened',
      'expired',
    ]);
  });

  it('is one of at most 20, and the answer says whether there are more', async () => {
    const answerTo = async (query: Query) =>
      (await service.call(findLinkSessions, { ...ofTeam(team.id), query })).body;
    const told = async (query: Query) => {
      const { data, has_more } = await answerTo(query);
      return [data.length, has_more];
    };
    const at = service.clock.now().toISOString();
    const { userId: user_id } = await newLink();
    const open = async () => {
      const { body } = await service.call(createLinkToken, { apiKey: team.apiKey, body: { user_id } });
      await service.call(startLink, { body: { link_token: body.link_token } });
    };
    for (let n = 0; n < 19; n++) await open();
    assert.deepEqual(await told({ user_id }), [20, false]);
    assert.deepEqual(await told({ at }), [20, false]);
    await open();
    assert.deepEqual(await told({ user_id }), [20, true]);
    assert.deepEqual(await told({ at }), [20, true]);
  });

  it('may be one of more if very many steps are near the time', async () => {
    const link = await newLink();
    await service.call(startLink, { body: { link_token: link.token } });
    const at = service.clock.now();
    const query = { at: at.toISOString() };
    const more = async () => {
      const { body } = await service.call(findLinkSessions, { ...ofTeam(team.id), query });
      return [body.data.length, body.has_more];
    };
    assert.deepEqual(await more(), [1, false]);
    const steps = Array.from({ length: 201 }, (_, n) => ({
      team_id: team.id,
      session_id: link.sessionId,
      step: 'left' as const,
      at: new Date(at.getTime() - n),
      day: query.at.slice(0, 10),
    }));
    await service.deps.db.insertInto('link_step').values(steps).execute();
    assert.deepEqual(await more(), [1, true]);
  });

  it('is for keys that reach its team, and no search finds a session of another team', async () => {
    const link = await newLink();
    const started = await service.call(startLink, { body: { link_token: link.token } });
    const other = await service.newTeam();
    const query = { link_session_id: link.sessionId };
    for (const [key, status] of [
      [sandboxKeys.managementKey, 200],
      [(await newTeamKey(service, team.id)).key, 200],
      [(await newTeamKey(service, other.id)).key, 403],
      [(await newOrg(service)).key, 403],
      [team.apiKey, 403],
      ['mk_unknown', 401],
    ] as const)
      assert.equal((await service.call(findLinkSessions, { ...ofTeam(team.id, key), query })).status, status);
    for (const asked of [
      query,
      { request_id: requestOf(started) },
      { user_id: link.userId },
      { at: service.clock.now().toISOString() },
    ])
      assert.deepEqual(await find(asked, other.id), [], JSON.stringify(asked));
  });

  it('is found by the team’s id of its user, and the user is found without a session too', async () => {
    const client_user_id = `ada-${randomUUID()}`;
    const created = await service.call(createUser, { apiKey: team.apiKey, body: { client_user_id } });
    const userId = created.body.user_id;
    const answerTo = async (name: string, of = team.id) => {
      const query = { client_user_id: name };
      const { data, user_id } = (await service.call(findLinkSessions, { ...ofTeam(of), query })).body;
      return [data.length, user_id];
    };
    assert.deepEqual(await answerTo(client_user_id), [0, userId]);
    await service.newToken({ user_id: userId }, team.apiKey);
    assert.deepEqual(await answerTo(client_user_id), [1, userId]);
    assert.deepEqual(await answerTo('nobody'), [0, null]);
    assert.deepEqual(await answerTo(client_user_id, (await service.newTeam()).id), [0, null]);
    const query = { user_id: userId };
    const { body } = await service.call(findLinkSessions, { ...ofTeam(team.id), query });
    assert.deepEqual([body.data.length, 'user_id' in body], [1, false]);
  });

  it('is searched by exactly one criterion', async () => {
    for (const query of [{}, { user_id: randomUUID(), request_id: randomUUID() }, { at: 'yesterday' }])
      assert.equal((await service.call(findLinkSessions, { ...ofTeam(team.id), query })).status, 422);
  });

  it('contains nothing that a person typed, and is deleted with the user', async () => {
    const link = await newLink();
    await service.signIn(link, 'email@typed-name.example', { password: 'good-typed-password' });
    await sendCode(link, '987654');
    const told = JSON.stringify(await find({ link_session_id: link.sessionId }));
    for (const typed of ['typed', '987654', link.token]) assert.ok(!told.includes(typed), told);
    await service.call(deleteUser, { apiKey: team.apiKey, params: { user_id: link.userId } });
    await service.call(advanceClock, { body: { advance_seconds: 8 * 86_400 } });
    assert.deepEqual(await find({ link_session_id: link.sessionId }), []);
  });
});
