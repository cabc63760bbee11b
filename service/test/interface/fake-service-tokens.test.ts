// Compares the answers of `createFakeService` with those of the service, for
// tokens that renew a connection, wait for the team, or come with their start.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  breakConnection,
  confirmLinkSession,
  createLinkToken,
  readLinkState,
} from 'svc-link/contract';
import { createFakeService } from 'svc-link/testing';
import { sandboxKeys } from '../../src/server/server.js';
import {
  Browser,
  consent as answerConsent,
  newLink,
  oauthUrl,
  startOauthService,
} from '../support/oauth-service.js';
import { startTestService, type TestService } from '../support/test-service.js';
import {
  alike,
  type Ask,
  code,
  disconnect,
  type Fetch,
  play,
  playBoth,
  signIn,
  start,
  state,
} from './fake-and-real.js';

const consent = { resources: ['body', 'profile'], text_version: 'test', language: 'en' };

describe('the fake service answers as the service does', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('to a token whose provider fails for others at the moment', async () => {
    const apart = await startTestService();
    try {
      for (let people = 0; people < 3; people++)
        await apart.signIn(await apart.newLink(), 'error-provider_api_error@example.com');
      await apart.call(advanceClock, { body: { advance_seconds: 60 } });
      const given = await playBoth(apart, [start], { degraded: ['quartz_scale'] }, {});
      assert.deepEqual(given.fake, given.real);
      assert.match(JSON.stringify(given.fake), /quartz_scale degraded/);
    } finally {
      await apart.stop();
    }
  });

  describe('to a token that renews a connection', () => {
    /** Makes a user with a connection. The service then makes a token that renews it. */
    async function renewing(
      provider: string,
      {
        username = 'ok@example.com',
        region,
        works = false,
      }: { username?: string; region?: string; works?: boolean },
      more: object = {},
    ) {
      const link = await service.newLink({ provider });
      const { body } = await service.signIn(link, username, { provider, ...(region && { region }) });
      assert.equal(body.state, 'success');
      const user_id = link.userId;
      const { apiKey } = sandboxKeys;
      if (!works) await service.call(breakConnection, { apiKey, body: { user_id, provider } });
      return { user_id, reconnect: provider, ...more };
    }
    const reconnect = 'quartz_scale';

    it('with another account, and then the one that was connected', async () => {
      const asks = [
        start,
        signIn('ok@example.org'),
        state,
        signIn('sms@example.com'),
        code('123456'),
        signIn('OK@example.com'),
        state,
        start,
      ];
      const real = await renewing(reconnect, {});
      const given = await playBoth(service, asks, { reconnect }, real);
      assert.deepEqual(given.fake, given.real);
      assert.match(JSON.stringify(given.fake), /account_mismatch/);
    });

    it('with a user name of its own, a region, a provider beside it', async () => {
      const asks = [start, signIn('ok@example.com', 'tundra_watch'), state];
      const real = await renewing('xenon_pump', {
        username: 'shared@example.com',
        region: 'eu',
      });
      const token = { reconnect: 'xenon_pump', username: 'shared@example.com' };
      const given = await playBoth(service, asks, token, real);
      assert.deepEqual(given.fake, given.real);
    });

    it('that works, and is ended meanwhile', async () => {
      const asks = [start, disconnect(reconnect), state, signIn('ok@example.com'), state];
      const real = await renewing(reconnect, { works: true }, { manage: true });
      const given = await playBoth(service, asks, { reconnect, connected: [reconnect], manage: true }, real);
      assert.deepEqual(given.fake, given.real);
      assert.match(JSON.stringify(given.fake), /invalid_token/);
    });

    it('that is to be ended, in the list', async () => {
      const { user_id } = await renewing(reconnect, {});
      const asks = [start, disconnect(reconnect), start];
      const given = await playBoth(
        service,
        asks,
        { broken: [reconnect], manage: true },
        { user_id, manage: true },
      );
      assert.deepEqual(given.fake, given.real);
    });

    it('at a provider by OAuth', async () => {
      const oauth = await startOauthService();
      try {
        const provider = 'aurora_ring';
        const link = await newLink(oauth, { provider });
        const browser = new Browser();
        const answer = async (token: string, fields: Readonly<Record<string, string>> = {}) =>
          answerConsent(oauth, browser, await oauthUrl(oauth, { token }, provider), 'allow', fields);
        await answer(link.token);
        const { token } = await newLink(
          oauth,
          { reconnect: provider },
          { start: false, userId: link.userId },
        );
        const fake = createFakeService();
        const given = fake.newToken({ reconnect: provider, connected: [provider] });
        const asked: Fetch = (url, init) => fetch(url, init);
        const compare = async (asks: readonly Ask[]) =>
          assert.deepEqual(
            await play(fake.fetch, fake.baseUrl, given, asks),
            await play(asked, oauth.url, token, asks),
          );
        await compare([start]);
        await answer(token, { account: 'another-account' });
        await fake.fetch(`${fake.baseUrl}/link/`, {
          method: 'POST',
          body: new URLSearchParams({ link_token: given, provider, account: 'another' }),
        });
        await compare([state]);
        await answer(token);
        fake.answerOauth(given, provider);
        await compare([state]);
      } finally {
        await oauth.close();
      }
    });
  });

  it('to a token whose connection the team confirms', async () => {
    const fake = createFakeService();
    const given = fake.newToken({ confirm: 'host' });
    const { token, sessionId } = await service.newToken({ confirm: 'host' });
    const asks = [start, signIn('ok@example.com', 'quartz_scale', { consent }), state];
    const asked: Fetch = (url, init) => service.app.request(url, init);
    const codeOf = async (fetch: Fetch, base: string, by: string): Promise<string> => {
      const [, path, body] = signIn('ok@example.com', 'quartz_scale', { consent });
      const headers = { 'content-type': 'application/json', 'x-svc-link-token': by };
      await play(fetch, base, by, [start]);
      const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await answer.json()) as { confirm_code: string }).confirm_code;
    };
    const both = await playBoth(service, asks, { confirm: 'host' });
    assert.deepEqual(both.fake, both.real);

    assert.throws(() => fake.confirm(given, ''), /not_waiting_for_confirmation/);
    const [ours, theirs] = [
      await codeOf(fake.fetch, fake.baseUrl, given),
      await codeOf(asked, 'http://localhost', token),
    ];
    assert.throws(() => fake.confirm(given, 'another'), /confirm_code_wrong/);
    const confirmed = await service.call(confirmLinkSession, {
      apiKey: sandboxKeys.apiKey,
      params: { link_session_id: sessionId },
      body: { confirm_code: theirs },
    });
    assert.equal(fake.confirm(given, ours), confirmed.body.connected);
    assert.deepEqual(
      await play(fake.fetch, fake.baseUrl, given, [state, start]),
      await play(asked, 'http://localhost', token, [state, start]),
    );
  });

  it('with a start beside the token, which starts nothing', async () => {
    const user_id = await service.newUser();
    const { body } = await service.call(createLinkToken, {
      apiKey: sandboxKeys.apiKey,
      body: { user_id, include: ['start'], provider: 'quartz_scale' },
    });
    const fake = createFakeService();
    const given = fake.newToken({ provider: 'quartz_scale' });
    const { session, providers } = fake.startOf(given);
    assert.deepEqual(alike(session), alike(body.start?.session));
    assert.deepEqual(
      providers.map(({ slug }) => slug),
      body.start?.providers.map(({ slug }) => slug),
    );
    const real = await service.call(readLinkState, { token: body.link_token });
    assert.equal(real.body.state, 'created');
    const [read] = await play(fake.fetch, fake.baseUrl, given, [state]);
    assert.deepEqual(read?.body, alike(real.body));
  });
});
