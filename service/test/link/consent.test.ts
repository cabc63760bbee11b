import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  advanceClock,
  confirmLinkSession,
  type ConnectionCreatedEvent,
  listHistoricalPulls,
  listLinkProviders,
  readLinkSession,
  readLinkState,
  readActivitySummary,
} from 'svc-link/contract';
import { pullDue } from '../../src/pulls/index.js';
import { findProvider, optionalResources, providers, scopesToAsk } from '../../src/providers/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { type StartedLink, startTestService, type TestService } from '../support/test-service.js';
import { connectionsOf } from './link-reads.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
const provider = 'solstice_ring'; // sleep, activity, heartrate
const words = { text_version: '1', language: 'de-AT' };
const agreed = (...resources: string[]) => ({ resources, ...words });
const share = (link: StartedLink, ...resources: string[]) =>
  service.signIn(link, 'ok@example.com', { provider, consent: agreed(...resources) });
const reasonsOf = async (userId: string) =>
  Object.entries((await connectionsOf(service, userId))[0]?.resource_availability ?? {}).map(
    ([name, { status, reason }]) => `${name} ${status} ${reason}`,
  );
const pulledOf = async (user_id: string) =>
  (await service.call(listHistoricalPulls, { apiKey, query: { user_id } })).body.data.map(
    ({ resource }) => resource,
  );

describe('a consent', () => {
  it('is in the result, the state, the report, the connection and the event', async () => {
    const link = await service.newLink();
    const { body } = await share(link, 'heartrate', 'sleep');
    const { consent } = body;
    assert.deepEqual({ ...consent, at: '' }, { ...agreed('sleep', 'heartrate'), at: '' });
    assert.ok(Math.abs(Date.parse(consent?.at ?? '') - service.clock.now().getTime()) < 60_000);
    const state = await service.call(readLinkState, { token: link.token });
    assert.deepEqual(state.body.consent, consent);
    const params = { link_session_id: link.sessionId };
    assert.deepEqual((await service.call(readLinkSession, { apiKey, params })).body.consent, consent);
    assert.deepEqual((await connectionsOf(service, link.userId))[0]?.consent, consent);
    const [event] = await service.eventsOf(link.userId);
    assert.deepEqual((event?.data as ConnectionCreatedEvent['data']).consent, consent);
  });

  it('belongs to a connection only, not to a try that failed', async () => {
    const link = await service.newLink();
    const failed = await service.signIn(link, 'error-provider_api_error@example.com', {
      provider,
      consent: agreed('sleep'),
    });
    assert.equal(failed.body.consent, null);
    assert.equal((await service.call(readLinkState, { token: link.token })).body.consent, null);
    const { body } = await service.signIn(link, 'ok@example.com', { provider });
    assert.equal(body.consent, null);
  });

  it('is kept while a code is asked for', async () => {
    const link = await service.newLink();
    const { body } = await service.signIn(link, 'sms@example.com', { provider, consent: agreed('sleep') });
    assert.equal(body.state, 'pending_provider_mfa');
    const response = await service.app.request(`/v2/link/provider/password/${provider}/complete_mfa`, {
      method: 'POST',
      headers: { 'x-svc-link-token': link.token },
      body: JSON.stringify({ mfa_code: '123456' }),
    });
    const result = (await response.json()) as { consent: { resources: string[] } };
    assert.deepEqual(result.consent.resources, ['sleep']);
  });

  it.each([
    [{ ...words, resources: ['sleep', 'blood'] }, 'enum'],
    [{ ...words, resources: [] }, 'too_small'],
    [{ ...words, resources: Array.from({ length: 101 }, () => 'sleep') }, 'too_big'],
    [{ ...agreed('sleep'), text_version: '<b>' }, 'pattern'],
    [{ ...agreed('sleep'), text_version: 'x'.repeat(65) }, 'pattern'],
    [{ ...agreed('sleep'), language: 'de_AT; x' }, 'pattern'],
  ])('%j is refused', async (consent, type) => {
    const link = await service.newLink();
    const { status, detail } = await service.signIn(link, 'ok@example.com', { provider, consent });
    assert.equal(status, 422);
    assert.ok(
      (detail as { type: string }[]).some((place) => place.type === type),
      JSON.stringify(detail),
    );
  });
});

describe('what is left out', () => {
  it('is neither pulled nor stored nor sent, and says why', async () => {
    const link = await service.newLink();
    await share(link, 'sleep');
    await pullDue(service.deps, service.clock.now());
    await service.call(advanceClock, { body: { advance_seconds: 3 * 86_400 } });
    assert.deepEqual(await reasonsOf(link.userId), [
      'sleep available null',
      'activity unavailable not_chosen',
      'heartrate unavailable not_chosen',
    ]);
    assert.deepEqual(await pulledOf(link.userId), ['sleep']);
    const stored = await service.deps.db
      .selectFrom('pulled_day')
      .innerJoin('connection', 'connection.id', 'connection_id')
      .select('resource')
      .distinct()
      .where('user_id', '=', link.userId)
      .execute();
    assert.deepEqual(stored, [{ resource: 'sleep' }]);
    const types = (await service.eventsOf(link.userId)).map(({ event_type }) => event_type);
    assert.ok(types.includes('daily.data.sleep.created'));
    assert.deepEqual(
      types.filter((type) => /activity|heartrate/.test(type)),
      [],
    );
    const end = service.clock.now().toISOString().slice(0, 10);
    const { body } = await service.call(readActivitySummary, {
      apiKey,
      params: { user_id: link.userId },
      query: { start_date: '2026-01-01', end_date: end },
    });
    assert.deepEqual(body['activity'], []);
  });

  it('is known at the next link, which changes it', async () => {
    const { userId, ...first } = await service.newLink();
    await share({ userId, ...first }, 'sleep');
    const link = await service.newLink({ user_id: userId });
    const offered = (await service.call(listLinkProviders, { token: link.token })).body;
    const of = (slug: string) => offered.find((each) => each.slug === slug);
    assert.deepEqual(of(provider)?.shared_resources, ['sleep']);
    assert.deepEqual(of(provider)?.optional_resources, ['sleep', 'activity', 'heartrate']);
    assert.equal(of('umbra_sleep')?.shared_resources, null);
    await share(link, 'activity');
    assert.deepEqual((await connectionsOf(service, userId))[0]?.consent?.resources, ['activity']);
    assert.deepEqual(await pulledOf(userId), ['activity']);
  });

  it('is never a resource that the team requires', async () => {
    const link = await service.newLink({ required_resources: ['heartrate'] });
    const offered = (await service.call(listLinkProviders, { token: link.token })).body;
    assert.deepEqual(offered.find(({ slug }) => slug === provider)?.optional_resources, [
      'sleep',
      'activity',
    ]);
    const refused = await share(link, 'sleep');
    assert.equal(refused.status, 422);
    assert.equal((await share(link, 'heartrate')).body.state, 'success');
    await assert.rejects(service.newLink({ required_resources: ['heart'] }));
  });
});

describe('a link without a consent', () => {
  it.each([
    ['a renewal', { reconnect: provider }],
    ['another link', {}],
  ])('that is %s of the same account leaves what was agreed to', async (_what, more) => {
    const first = await service.newLink();
    const { consent } = (await share(first, 'sleep')).body;
    const link = await service.newLink({ user_id: first.userId, ...more });
    const { body } = await service.signIn(link, 'ok@example.com', { provider });
    assert.deepEqual([body.state, body.consent], ['success', consent]);
    const params = { link_session_id: link.sessionId };
    assert.deepEqual((await service.call(readLinkSession, { apiKey, params })).body.consent, consent);
    assert.deepEqual((await connectionsOf(service, first.userId))[0]?.consent, consent);
    assert.deepEqual(await reasonsOf(first.userId), [
      'sleep available null',
      'activity unavailable not_chosen',
      'heartrate unavailable not_chosen',
    ]);
    await pullDue(service.deps, service.clock.now());
    assert.deepEqual(await pulledOf(first.userId), ['sleep']);
    const event = (await service.eventsOf(first.userId)).findLast(({ event_type }) =>
      event_type.startsWith('provider.connection.'),
    );
    assert.deepEqual((event?.data as ConnectionCreatedEvent['data']).consent, consent);
  });

  it('leaves it where the team confirms, and among several', async () => {
    const first = await service.newLink();
    const { consent } = (await share(first, 'sleep')).body;
    const waits = await service.newLink({ user_id: first.userId, confirm: 'host' });
    const { body } = await service.signIn(waits, 'ok@example.com', { provider });
    const params = { link_session_id: waits.sessionId };
    const confirm_code = body.confirm_code ?? '';
    const report = await service.call(confirmLinkSession, { apiKey, params, body: { confirm_code } });
    assert.deepEqual(report.body.consent, consent);
    const several = await service.newLink({ user_id: first.userId, multiple: true });
    await service.signIn(several, 'ok@example.com', { provider });
    const state = await service.call(readLinkState, { token: several.token });
    assert.deepEqual(state.body.connections?.[0]?.consent, consent);
  });

  it('of another account starts without a consent, because the earlier one was for the other account', async () => {
    const first = await service.newLink();
    await share(first, 'sleep');
    const link = await service.newLink({ user_id: first.userId });
    const { body } = await service.signIn(link, 'ok@example.org', { provider });
    assert.equal(body.consent, null);
    assert.equal((await connectionsOf(service, first.userId))[0]?.consent, null);
  });
});

describe('the choice', () => {
  const of = (slug: string) => findProvider(slug) ?? assert.fail(slug);

  it.each([
    ['aurora_ring', ['activity', 'heartrate', 'body_temperature']],
    ['quartz_scale', ['body', 'profile']],
    ['oura', ['profile', 'sleep', 'sleep_cycle', 'activity', 'workouts', 'heartrate']],
    ['strava', ['profile']],
    ['dexcom', []],
  ])('at %s is of %j', (slug, optional) => assert.deepEqual(optionalResources(of(slug)), optional));

  it('asks for fewer scopes, and for none that only a left-out resource needs', () => {
    // The provider uses the heart rate to complete the sleep data.
    assert.deepEqual(scopesToAsk(of('aurora_ring'), ['profile', 'sleep', 'activity']), [
      'profile.read',
      'sleep.read',
      'activity.read',
    ]);
    assert.deepEqual(scopesToAsk(of('oura'), ['profile', 'heartrate']), ['personal', 'heartrate']);
    assert.deepEqual(scopesToAsk(of('oura'), ['profile', 'sleep']), ['daily', 'personal']);
  });

  it('of all resources asks for all scopes, and the required resources ask for all required scopes', () => {
    for (const provider of providers) {
      const names = provider.resources.map(({ name }) => name);
      assert.deepEqual(scopesToAsk(provider, names), scopesToAsk(provider, null), provider.slug);
      const optional = optionalResources(provider);
      const left = names.filter((name) => !optional.includes(name));
      const asked = scopesToAsk(provider, left);
      for (const { name, required } of provider.resources)
        if (left.includes(name))
          for (const scope of required) assert.ok(asked.includes(scope), provider.slug);
    }
  });
});
