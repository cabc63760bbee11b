// Compares the answers of the package's `createFakeService` with those of the service to the same requests.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { createFakeService, type FakeToken } from 'svc-link/testing';
import { startTestService, type TestService } from '../support/test-service.js';
import {
  type Ask,
  code,
  disconnect,
  type Fetch,
  finish,
  play,
  playBoth,
  signIn,
  start,
  state,
} from './fake-and-real.js';

const consent = { resources: ['body', 'profile'], text_version: 'test', language: 'en' };

const scenes: Readonly<Record<string, readonly Ask[]>> = {
  'a success': [start, signIn('ok@example.com'), state, start, signIn('ok@example.com')],
  'a success with consent': [start, signIn('ok@example.com', 'quartz_scale', { consent }), state],
  'a wrong password': [start, signIn('ok@example.com', 'quartz_scale', { password: 'bad' }), state],
  'an unknown name': [start, signIn('nobody@example.com'), signIn('constructor@example.com'), state],
  'one code': [start, signIn('sms@example.com'), state, code('000000'), state, code('123456'), state],
  'a code by email': [start, signIn('email@example.com'), code('123456')],
  'two codes': [start, signIn('twice@example.com'), code('123456'), state, code('654321'), state],
  'a code of an unknown kind': [start, signIn('carrier-pigeon@example.com'), code('123456')],
  'five wrong codes': [
    start,
    signIn('sms@example.com'),
    ...Array.from({ length: 5 }, () => code('1')),
    state,
  ],
  'a code that nobody asked for': [start, code('123456'), state],
  'a sign-in in place of a code': [start, signIn('sms@example.com'), signIn('ok@example.com'), state],
  'an error that is named': [start, signIn('error-provider_api_error@example.com'), state],
  'an error that nobody knows': [start, signIn('error-Sun.Spots@example.com'), state],
  'a status': [start, signIn('status-429@example.com'), signIn('status-503@example.com'), state],
  'a broken gateway': [start, signIn('status-502@example.com')],
  nonsense: [start, signIn('garbage@example.com')],
  'a region': [
    start,
    signIn('ok@example.com', 'xenon_pump', { region: 'us' }),
    signIn('ok@example.com', 'xenon_pump', { region: 'eu' }),
    state,
  ],
  'a sign-in before the start': [signIn('ok@example.com'), code('123456'), state],
  'a provider by OAuth, asked for with a password': [start, signIn('ok@example.com', 'aurora_ring')],
};

describe('the fake service answers as the service does', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const both = (asks: readonly Ask[], token: FakeToken = {}) => playBoth(service, asks, token);

  for (const [what, asks] of Object.entries(scenes))
    it(`to ${what}`, async () => {
      const { real, fake } = await both(asks);
      assert.deepEqual(fake, real);
    });

  it('to what a token may say', async () => {
    const { real, fake } = await both([start, signIn('ok@example.com'), state], {
      provider: 'quartz_scale',
      redirect_url: 'https://app.example.com/done',
      on_error: 'redirect',
      on_close: 'redirect',
    });
    assert.deepEqual(fake, real);
  });

  it('to a person who ends connections', async () => {
    const manage = { manage: true };
    for (const [asks, token] of [
      [[disconnect('quartz_scale'), start, disconnect('quartz_scale'), disconnect('no_such'), state], manage],
      [
        [start, disconnect('tundra_watch'), disconnect('quartz_scale')],
        { ...manage, provider: 'quartz_scale' },
      ],
      [[start, signIn('ok@example.com'), disconnect('quartz_scale'), state], manage],
      [[disconnect('quartz_scale'), start, disconnect('quartz_scale')], {}],
    ] as const) {
      const { real, fake } = await both(asks, token);
      assert.deepEqual(fake, real);
    }
  });

  it('with what the person has connected first, until they end it', async () => {
    const { userId } = await service.newLink();
    const link = await service.newLink({ user_id: userId });
    await service.signIn(link, 'ok@example.com', { provider: 'tundra_watch' });
    const real = await service.newToken({ manage: true, user_id: userId });
    const fake = createFakeService();
    const given = fake.newToken({ manage: true, connected: ['tundra_watch'] });
    const listed = async (fetch: Fetch, base: string, token: string) => {
      const body = JSON.stringify({ link_token: token });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${base}/v2/link/start`, { method: 'POST', headers, body });
      const { providers } = (await answer.json()) as { providers: { slug: string; connected: boolean }[] };
      return [providers[0]?.slug, providers.filter(({ connected }) => connected).map(({ slug }) => slug)];
    };
    const asked: Fetch = (url, init) => service.app.request(url, init);
    const both = async () => [
      await listed(fake.fetch, fake.baseUrl, given),
      await listed(asked, 'http://localhost', real.token),
    ];
    for (const one of await both()) assert.deepEqual(one, ['tundra_watch', ['tundra_watch']]);
    for (const [fetch, base, token] of [
      [fake.fetch, fake.baseUrl, given],
      [asked, 'http://localhost', real.token],
    ] as const)
      await fetch(`${base}/v2/link/connection/tundra_watch`, {
        method: 'DELETE',
        headers: { 'x-svc-link-token': token },
      });
    for (const [, left] of await both()) assert.deepEqual(left, []);
  });

  it('to a token that nobody made', async () => {
    const fake = createFakeService();
    const asks = [start, state, signIn('ok@example.com')];
    assert.deepEqual(
      await play(fake.fetch, fake.baseUrl, 'lt_unknown', asks),
      await play((url, init) => service.app.request(url, init), 'http://localhost', 'lt_unknown', asks),
    );
  });

  it('with providers that the service has, of the same kinds', async () => {
    const fake = createFakeService();
    const list = async (
      fetch: (url: string, init: RequestInit) => Promise<Response> | Response,
      base: string,
      token: string,
    ) =>
      (await (
        await fetch(`${base}/v2/link/providers`, { headers: { 'x-svc-link-token': token } })
      ).json()) as { slug: string; name: string; auth_type: string; regions: string[] }[];
    const { token } = await service.newLink();
    const real = await list((url, init) => service.app.request(url, init), 'http://localhost', token);
    for (const { slug, name, auth_type, regions } of await list(fake.fetch, fake.baseUrl, fake.newToken())) {
      const same = real.find((provider) => provider.slug === slug);
      assert.deepEqual([name, auth_type, regions], [same?.name, same?.auth_type, same?.regions]);
    }
  });

  describe('to a token for several connections', () => {
    const several: Readonly<Record<string, readonly Ask[]>> = {
      'that makes two': [
        start,
        signIn('ok@example.com'),
        start,
        signIn('ok@example.com', 'tundra_watch', {
          consent: { ...consent, resources: ['sleep', 'heartrate'] },
        }),
        state,
        finish,
        state,
        finish,
        start,
        signIn('ok@example.com'),
      ],
      'with a code in between': [
        start,
        signIn('ok@example.com'),
        signIn('sms@example.com', 'tundra_watch'),
        state,
        code('000000', 'tundra_watch'),
        code('123456', 'tundra_watch'),
        state,
      ],
      'whose second try fails': [
        start,
        signIn('ok@example.com'),
        signIn('error-provider_api_error@example.com', 'tundra_watch'),
        state,
        finish,
        state,
      ],
      'whose second try waits for a code': [
        start,
        signIn('ok@example.com'),
        signIn('sms@example.com', 'tundra_watch'),
        finish,
        state,
        code('123456', 'tundra_watch'),
      ],
      'that makes the first one again': [
        start,
        signIn('ok@example.com'),
        signIn('ok@example.com', 'tundra_watch'),
        signIn('shared@example.com'),
        start,
      ],
      'that has nothing to finish': [finish, start, finish, state, signIn('ok@example.com')],
    };
    for (const [what, asks] of Object.entries(several))
      it(what, async () => {
        const { real, fake } = await both(asks, { multiple: true });
        assert.deepEqual(fake, real);
      });

    it('whose person ends what they have made', async () => {
      for (const made of [
        ['quartz_scale'],
        ['tundra_watch', 'quartz_scale'],
        ['quartz_scale', 'tundra_watch'],
      ]) {
        const asks = [
          start,
          ...made.map((provider) => signIn('ok@example.com', provider)),
          disconnect('quartz_scale'),
          start,
          finish,
          state,
        ];
        const { real, fake } = await both(asks, { multiple: true, manage: true });
        assert.deepEqual(fake, real);
      }
    });

    it('that is for one', async () => {
      const { real, fake } = await both([
        finish,
        start,
        finish,
        state,
        signIn('ok@example.com'),
        finish,
        state,
      ]);
      assert.deepEqual(fake, real);
    });

    it('whose last try is answered once the person has finished', async () => {
      const fake = createFakeService();
      const given = fake.newToken({ multiple: true });
      const link = await service.newToken({ multiple: true });
      const asked: Fetch = (url, init) => service.app.request(url, init);
      const before = [start, signIn('ok@example.com')];
      await play(asked, 'http://localhost', link.token, before);
      const real = play(asked, 'http://localhost', link.token, [signIn('slow@example.com', 'tundra_watch')]);
      const { finish: answerNow } = await service.waiting();
      await play(asked, 'http://localhost', link.token, [finish]);
      answerNow();
      const answered = await real;

      await play(fake.fetch, fake.baseUrl, given, before);
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      try {
        const late = play(fake.fetch, fake.baseUrl, given, [signIn('slow@example.com', 'tundra_watch')]);
        await vi.waitFor(async () => {
          const [read] = await play(fake.fetch, fake.baseUrl, given, [state]);
          assert.deepEqual(read?.body, { ...Object(read?.body), attempt: 2, state: 'started' });
        });
        await play(fake.fetch, fake.baseUrl, given, [finish]);
        await vi.advanceTimersByTimeAsync(20_000);
        assert.deepEqual(await late, answered);
      } finally {
        vi.useRealTimers();
      }
      const [ended] = await play(fake.fetch, fake.baseUrl, given, [state]);
      assert.deepEqual([ended], await play(asked, 'http://localhost', link.token, [state]));
    });
  });

  it('to a token that has expired', async () => {
    const asks = [start, state, signIn('ok@example.com'), finish];
    const { token } = await service.newToken({ multiple: true });
    await service.clock.advance(3601);
    const fake = createFakeService();
    const given = fake.newToken({ multiple: true, expires_at: '2020-01-01T00:00:00.000Z' });
    assert.deepEqual(
      await play(fake.fetch, fake.baseUrl, given, asks),
      await play((url, init) => service.app.request(url, init), 'http://localhost', token, asks),
    );
  });
});
