// A link that renews a connection: which connection, for whom, and what becomes of it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import {
  advanceClock,
  breakConnection,
  completeMfa,
  confirmLinkSession,
  type ConnectionHealedEvent,
  createLinkToken,
  disconnectProvider,
  readLinkState,
  startLink,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { linked } from '../support/linked.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';
import { connectionsOf } from './link-reads.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const provider = 'quartz_scale';
const username = 'ok@secret-name.example';
const ask = (body: object) => service.call(createLinkToken, { apiKey, body: body as never });
const wait = (seconds: number) => service.call(advanceClock, { body: { advance_seconds: seconds } });
const breakIt = (user_id: string, slug = provider) =>
  service.call(breakConnection, { apiKey, body: { user_id, provider: slug } });
const rowOf = (userId: string) =>
  service.deps.db.selectFrom('connection').selectAll().where('user_id', '=', userId).executeTakeFirst();
const linkedOf = async (userId: string) => linked((await rowOf(userId)) ?? assert.fail());
const typesOf = async (userId: string) =>
  (await service.eventsOf(userId))
    .map(({ event_type }) => event_type)
    .filter((type) => /connection/.test(type));
const daysOf = async (id: string): Promise<string[]> =>
  (
    await service.deps.db
      .selectFrom('pulled_day')
      .select('date')
      .distinct()
      .where('connection_id', '=', id)
      .orderBy('date')
      .execute()
  ).map(({ date }) => date);

let userId: string;
beforeEach(async () => {
  const link = await service.newLink({ provider });
  ({ userId } = link);
  assert.equal((await service.signIn(link, username)).body.state, 'success');
});
const again = (more: object = {}): Promise<StartedLink> =>
  service.newLink({ user_id: userId, reconnect: provider, ...more });

describe('the token', () => {
  it('is for a connection that the user has', async () => {
    const stranger = await service.newUser();
    const { status, detail } = await ask({ user_id: stranger, reconnect: provider });
    assert.deepEqual([status, errorType(detail)], [404, 'not_connected']);
    assert.equal((await ask({ user_id: userId, reconnect: 'ridge_treadmill' })).status, 404);
    assert.equal((await ask({ user_id: userId, reconnect: provider })).status, 200);
  });

  it.each([
    [{ reconnect: 'nobody' }, 'reconnect', /unknown provider/],
    [{ provider: 'ridge_treadmill' }, 'provider', /contradicts reconnect/],
    [{ filter_on_providers: ['ridge_treadmill'] }, 'filter_on_providers', /contradicts reconnect/],
  ])('is refused with %j', async (more, field, words) => {
    const { status, detail } = await ask({ user_id: userId, reconnect: provider, ...more });
    assert.equal(status, 422);
    const [place = assert.fail()] = detail as { loc: string[]; msg: string }[];
    assert.deepEqual(place.loc, ['body', field]);
    assert.match(place.msg, words);
  });

  it('is refused together with several connections, with an explanation', async () => {
    const { status, detail } = await ask({ user_id: userId, reconnect: provider, multiple: true });
    assert.deepEqual([status, errorType(detail)], [422, 'multiple_with_reconnect']);
    assert.match(JSON.stringify(detail), /one connection to renew/);
    assert.equal((await ask({ user_id: userId, reconnect: provider, multiple: false })).status, 200);
  });

  it('may name the same provider again, and offers no other', async () => {
    const link = await again({ provider, filter_on_providers: [provider, 'ridge_treadmill'] });
    const { body } = await service.call(startLink, { body: { link_token: link.token } });
    assert.deepEqual(
      body.providers.map(({ slug }) => slug),
      [provider],
    );
    assert.equal(body.session.provider, provider);
    const { status } = await service.signIn(link, 'ok@example.com', { provider: 'ridge_treadmill' });
    assert.equal(status, 404);
  });
});

describe('the user name', () => {
  const named = { username, region: null, broken: false };
  const unnamed = { ...named, username: null };
  /** Returns the token of the link's address. */
  const address = async () => {
    const { body } = await ask({ user_id: userId, reconnect: provider });
    return { token: body.link_token, inAddress: body.link_web_url.split('#link_token=')[1] ?? '' };
  };
  const ours = { origin: 'http://127.0.0.1:8801', 'sec-fetch-site': 'same-origin' };

  it('is shown to a page that has the token, until the token is used', async () => {
    const link = await again();
    const state = async () => (await service.call(readLinkState, { token: link.token })).body.reconnect;
    assert.deepEqual(await state(), named);
    await service.signIn(link, username);
    assert.deepEqual(await state(), unnamed);
  });

  it('is not shown to a browser that came by the address of the link', async () => {
    const { inAddress } = await address();
    const { body, headers } = await service.call(startLink, {
      headers: ours,
      body: { link_token: inAddress, via: 'link' },
    });
    assert.deepEqual(body.session.reconnect, unnamed);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const mine = await service.call(readLinkState, {
      headers: { ...ours, cookie, 'x-svc-link-session': body.session.link_session_id },
    });
    assert.deepEqual(mine.body.reconnect, unnamed);
  });

  it('is not shown for the token of the address in any other way', async () => {
    const { token, inAddress } = await address();
    assert.notEqual(inAddress, token);
    for (const body of [{ link_token: inAddress }, { link_token: inAddress, via: 'page' as const }])
      assert.equal((await service.call(startLink, { headers: ours, body })).status, 401);
    assert.equal((await service.call(readLinkState, { token: inAddress })).status, 401);
    const posted = await service.app.request('/link/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ link_token: inAddress }),
    });
    assert.doesNotMatch(posted.headers.get('location') ?? '', /posted=/);
  });

  it('is not shown even for the page’s token once a browser has used an address', async () => {
    const { token } = await address();
    const { body } = await service.call(startLink, {
      headers: ours,
      body: { link_token: token, via: 'link' },
    });
    assert.deepEqual(body.session.reconnect, unnamed);
    assert.deepEqual((await service.call(readLinkState, { token })).body.reconnect, unnamed);
  });

  it('is in no event, no log and no address', async () => {
    await breakIt(userId);
    const link = await again();
    await service.signIn(link, 'ok@other.example');
    await service.signIn(link, username);
    assert.doesNotMatch(JSON.stringify(await service.eventsOf(userId)) + service.logged(), /secret-name/);
    assert.doesNotMatch((await ask({ user_id: userId, reconnect: provider })).body.link_web_url, /secret/);
  });

  it('is absent from a link that makes a new connection', async () => {
    const link = await service.newLink({ user_id: userId, provider });
    assert.equal((await service.call(readLinkState, { token: link.token })).body.reconnect, null);
  });
});

describe('another account', () => {
  it('is refused, and the connection does not change', async () => {
    await breakIt(userId);
    const before = await linkedOf(userId);
    const link = await again();
    const { body } = await service.signIn(link, 'ok@other.example');
    assert.deepEqual([body.state, body.error_type, body.connected], ['error', 'account_mismatch', false]);
    assert.match(body.error ?? '', /^The provider accepted the sign-in, of another account/);
    assert.deepEqual(await linkedOf(userId), before);
    assert.equal((await service.signIn(link, username)).body.state, 'success');
  });

  it('is refused even after a code', async () => {
    const link = await again();
    await service.signIn(link, 'sms@other.example');
    const { body } = await service.call(completeMfa, {
      params: { provider },
      token: link.token,
      body: { mfa_code: '123456' },
    });
    assert.equal(body.error_type, 'account_mismatch');
  });

  it('is compared with the account that is connected at that moment', async () => {
    const [link, plain] = [await again(), await service.newLink({ user_id: userId, provider })];
    await service.signIn(plain, 'ok@other.example');
    assert.equal((await service.signIn(link, username)).body.error_type, 'account_mismatch');
    assert.equal((await service.signIn(link, 'ok@other.example')).body.state, 'success');
  });

  it('is refused even at a confirmation', async () => {
    const link = await again({ confirm: 'host' });
    const { body } = await service.signIn(link, username);
    const plain = await service.newLink({ user_id: userId, provider });
    await service.signIn(plain, 'ok@other.example');
    const before = await linkedOf(userId);
    const report = await service.call(confirmLinkSession, {
      params: { link_session_id: link.sessionId },
      apiKey,
      body: { confirm_code: body.confirm_code ?? '' },
    });
    assert.deepEqual([report.body.state, report.body.error_type], ['error', 'account_mismatch']);
    assert.deepEqual(await linkedOf(userId), before);
  });
});

describe('the same account', () => {
  it('continues the same connection, and missed data is pulled', async () => {
    await wait(2 * 86_400);
    const before = (await rowOf(userId)) ?? assert.fail();
    await breakIt(userId);
    const stopped = await daysOf(before.id);
    await wait(3 * 86_400);
    assert.deepEqual(await daysOf(before.id), stopped);

    assert.equal((await service.signIn(await again(), username)).body.connected, true);
    const after = (await rowOf(userId)) ?? assert.fail();
    assert.deepEqual(
      [after.id, after.created_on, after.status, after.error_details],
      [before.id, before.created_on, 'connected', null],
    );
    await wait(1);
    const days = await daysOf(after.id);
    assert.deepEqual(days.slice(0, stopped.length), stopped);
    assert.equal(days.length, stopped.length + 3);
  });

  it('is reported as healed, with the earlier problem, and not as created', async () => {
    await breakIt(userId);
    await service.signIn(await again(), username);
    assert.deepEqual(await typesOf(userId), [
      'provider.connection.created',
      'provider.connection.error',
      'provider.connection.healed',
    ]);
    const [error, healed] = (await service.eventsOf(userId)).filter(({ event_type }) =>
      /error|healed/.test(event_type),
    );
    const { resource_availability, ...told } = healed?.data as ConnectionHealedEvent['data'];
    assert.deepEqual(told, { ...(error?.data as object), consent: null });
    assert.deepEqual(resource_availability, (await connectionsOf(service, userId))[0]?.resource_availability);
  });

  it('is reported as healed without a problem if it worked before', async () => {
    await service.signIn(await again(), username);
    const healed = (await service.eventsOf(userId)).find(({ event_type }) => /healed/.test(event_type));
    assert.equal((healed?.data as { error_details: unknown }).error_details, null);
    assert.equal((await rowOf(userId))?.status, 'connected');
  });

  it('is pulled again after a pause', async () => {
    await service.deps.db
      .updateTable('connection')
      .set({ status: 'paused' })
      .where('user_id', '=', userId)
      .execute();
    await service.signIn(await again(), username);
    assert.equal((await rowOf(userId))?.status, 'connected');
  });

  it('waits for its team if the token says so', async () => {
    await breakIt(userId);
    const link = await again({ confirm: 'host' });
    const { body } = await service.signIn(link, username);
    assert.equal((await rowOf(userId))?.status, 'error');
    const report = await service.call(confirmLinkSession, {
      params: { link_session_id: link.sessionId },
      apiKey,
      body: { confirm_code: body.confirm_code ?? '' },
    });
    assert.equal(report.body.connected, true);
    assert.equal((await rowOf(userId))?.status, 'connected');
  });
});

it('a link without reconnect replaces the connection', async () => {
  const before = await rowOf(userId);
  await service.signIn(await service.newLink({ user_id: userId, provider }), 'ok@other.example');
  assert.notEqual((await rowOf(userId))?.id, before?.id);
});

it('a connection that its team has ended meanwhile is not made again', async () => {
  const link = await again();
  await service.call(disconnectProvider, { params: { user_id: userId, provider }, apiKey });
  assert.equal((await service.signIn(link, username)).body.error_type, 'invalid_token');
  assert.equal(await rowOf(userId), undefined);
});

describe('a fictional connection', () => {
  it('can be broken by a developer once, with its event', async () => {
    assert.equal((await breakIt(userId)).status, 200);
    assert.deepEqual((await rowOf(userId))?.status, 'error');
    const twice = await breakIt(userId);
    assert.deepEqual([twice.status, errorType(twice.detail)], [409, 'connection_not_working']);
    assert.equal((await breakIt(userId, 'ridge_treadmill')).status, 404);
    assert.equal((await breakIt(userId, 'oura')).status, 422);
  });

  it('can be broken only by its own team', async () => {
    const { apiKey: other } = await service.newTeam();
    const { status } = await service.call(breakConnection, {
      apiKey: other,
      body: { user_id: userId, provider },
    });
    assert.equal(status, 404);
    assert.equal((await rowOf(userId))?.status, 'connected');
  });
});
