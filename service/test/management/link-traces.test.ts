// The steps of a session that are not counted, and their limits.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  confirmLinkSession,
  deleteUser,
  disconnectLink,
  findLinkSessions,
  finishLink,
  leaveLink,
  mostShownSteps,
  startLink,
  type LinkSessionWay,
} from 'svc-link/contract';
import { findSessions } from '../../src/management/link-sessions.js';
import { sandboxKeys } from '../../src/server/server.js';
import { seededTeam } from '../../src/server/seed.js';
import { ofTeam } from '../support/management-scene.js';
import {
  Browser,
  consent,
  newLink as newOauthLink,
  oauthUrl,
  startOauthService,
} from '../support/oauth-service.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const find = async ({ sessionId }: StartedLink): Promise<LinkSessionWay | undefined> => {
  const query = { link_session_id: sessionId };
  return (await service.call(findLinkSessions, { ...ofTeam(seededTeam), query })).body.data[0];
};
const wayOf = (session: LinkSessionWay | undefined) =>
  session?.way.map(({ event, error_type, place }) => [event, error_type, place].filter(Boolean).join(' '));
const leave = (link: StartedLink, step: string) =>
  service.call(leaveLink, { token: link.token, params: { step } });
const wait = (seconds: number) => service.call(advanceClock, { body: { advance_seconds: seconds } });

describe('the way of a session', () => {
  it('says which page opened it, and ignores pretended ones', async () => {
    const link = await service.newToken();
    const body = { link_token: link.token, origin: 'https://shop.example', mode: 'dialog', version: '1.2.0' };
    await service.call(startLink, { body, headers: { origin: 'https://app.example.com' } });
    // A later start belongs to the same run, or to another run of the same link.
    await service.call(startLink, { body: { ...body, mode: 'inline' } });
    const page = { origin: 'https://app.example.com', mode: 'dialog', version: '1.2.0' };
    assert.deepEqual((await find(link))?.page, page);
    assert.equal((await find(await service.newToken()))?.page, null);
    const odd = await service.newToken();
    const nonsense = { origin: 'javascript:alert(1)', mode: '<b>x</b>', version: 'v'.repeat(41) };
    await service.call(startLink, { body: { link_token: odd.token, ...nonsense } });
    assert.deepEqual((await find(odd))?.page, { origin: null, mode: null, version: null });
  });

  it('says where the person left, once, and that they came again', async () => {
    const link = await service.newLink();
    await leave(link, 'sign-in');
    await leave(link, 'select-provider');
    await wait(5);
    await service.signIn(link, 'wrong@example.com', { password: 'wrong' });
    await wait(5);
    const left = await leave(link, 'a-step-that-nobody-knows');
    const session = await find(link);
    assert.deepEqual(wayOf(session), [
      'created',
      'opened',
      'left sign-in',
      'provider_chosen',
      'problem provider_credential_error',
      'left',
    ]);
    assert.equal(session?.way.at(-1)?.request_id, left.headers.get('x-request-id'));
    assert.equal(session.is_whole, true);
  });

  it('has no leaving before the start, after success or after the end, and only by its own token', async () => {
    const early = await service.newToken();
    assert.equal((await leave(early, 'loading')).status, 200);
    assert.deepEqual(wayOf(await find(early)), ['created']);
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com');
    assert.equal((await leave(link, 'done')).status, 200);
    assert.equal(wayOf(await find(link))?.at(-1), 'connected');
    const late = await service.newLink();
    await wait(3601);
    await leave(late, 'sign-in');
    assert.deepEqual(wayOf(await find(late)), ['created', 'opened', 'expired']);
    assert.equal((await leave({ ...link, token: 'nobodys' }, 'sign-in')).status, 401);
  });

  it('says that the team confirmed, and what its webhook was told', async () => {
    await service.hear();
    const link = await service.newLink({ confirm: 'host' });
    const { body } = await service.signIn(link, 'ok@example.com');
    await wait(2);
    const params = { link_session_id: link.sessionId };
    const confirm_code = body.confirm_code ?? '';
    const confirmed = await service.call(confirmLinkSession, { apiKey, params, body: { confirm_code } });
    const session = await find(link);
    assert.deepEqual(wayOf(session), [
      'created',
      'opened',
      'provider_chosen',
      'signed_in',
      'confirmed',
      'connected',
    ]);
    assert.equal(session?.way[4]?.request_id, confirmed.headers.get('x-request-id'));
    assert.ok(!JSON.stringify(session).includes(confirm_code));
    assert.deepEqual(
      session.deliveries.map(({ event_type, provider }) => [event_type, provider]),
      [['provider.connection.created', 'quartz_scale']],
    );
    assert.deepEqual((await find(await service.newLink()))?.deliveries, []);
  });

  it('shows what was ended and finished in a session with several connections', async () => {
    const link = await service.newLink({ multiple: true, manage: true });
    await service.signIn(link, 'ok@example.com');
    await wait(2);
    const params = { provider: 'quartz_scale' };
    await service.call(disconnectLink, { token: link.token, params });
    await wait(2);
    await service.signIn(link, 'ok@example.com');
    await wait(2);
    await service.call(finishLink, { token: link.token });
    await service.call(finishLink, { token: link.token });
    assert.deepEqual(wayOf(await find(link))?.slice(2), [
      'provider_chosen',
      'connected',
      'disconnected',
      'provider_chosen',
      'connected',
      'finished',
    ]);
  });

  it('stays bounded, whatever a page sends, and shows its end if it is long', async () => {
    const link = await service.newLink({ multiple: true, manage: true });
    const { db } = service.deps;
    const step = await db
      .selectFrom('link_step')
      .select(['session_id', 'team_id', 'day', 'provider', 'at'])
      .where('session_id', '=', link.sessionId)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: mostShownSteps - 3 }, () => ({
      ...step,
      step: 'came_back' as const,
    }));
    await db.insertInto('link_step').values(others).execute();
    await wait(1);
    for (const provider of ['quartz_scale', 'aurora_ring', 'quartz_scale', 'aurora_ring']) {
      await service.call(disconnectLink, { token: link.token, params: { provider } });
      await wait(1);
      await leave(link, 'select-provider');
      await wait(1);
    }
    assert.equal((await find(link))?.is_whole, true);
    assert.equal(wayOf(await find(link))?.length, mostShownSteps + 1);
    // Counted steps continue, and are the ones that are shown.
    await service.signIn(link, 'ok@example.com');
    const session = await find(link);
    assert.deepEqual([session?.is_whole, session?.way.length], [false, mostShownSteps + 1]);
    assert.deepEqual([wayOf(session)?.[0], wayOf(session)?.at(-1)], ['created', 'connected']);
  });

  it('ends with its session', async () => {
    const link = await service.newLink();
    await leave(link, 'sign-in');
    await service.call(deleteUser, { apiKey, params: { user_id: link.userId } });
    await wait(8 * 86_400);
    assert.equal(await find(link), undefined);
    const { db } = service.deps;
    const steps = db.selectFrom('link_step').selectAll().where('session_id', '=', link.sessionId);
    assert.deepEqual(await steps.execute(), []);
  });
});

it('the way of a session has the trip to the provider and back', async () => {
  const oauth = await startOauthService();
  try {
    const { db, clock } = oauth.deps;
    const link = await newOauthLink(oauth);
    await consent(oauth, new Browser(), await oauthUrl(oauth, link, 'aurora_ring'), 'allow');
    const query = { link_session_id: link.sessionId };
    const { data } = await findSessions(db, seededTeam, query, new Uint8Array(16), clock.now());
    const [session] = data;
    assert.deepEqual(wayOf(session), [
      'created',
      'opened',
      'provider_chosen',
      'sent_to_provider',
      'came_back',
      'connected',
    ]);
    assert.deepEqual(
      session?.way.slice(1).map(({ request_id }) => typeof request_id),
      session?.way.slice(1).map(() => 'string'),
    );
  } finally {
    await oauth.close();
  }
});
