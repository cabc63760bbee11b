// The metrics that Prometheus reads on a separate port, for a service with some traffic.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createTeamLabel } from '../../src/metrics/index.js';
import { startMetricsServer } from '../../src/server/metrics-server.js';
import { createLog } from '../../src/server/log.js';
import { sandboxKeys, startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { startReceiver } from '../support/receiver.js';
import { startTestService } from '../support/test-service.js';
import { readSamples, type Samples } from './samples.js';

const start = (env: Readonly<Record<string, string>>): Promise<RunningService> =>
  startService(
    {
      ...readSettings({ PORT: '0', SVC_MASTER_KEY: randomBytes(32).toString('hex'), ...env }),
      storage: { kind: 'memory' },
    },
    createLog('silent'),
  );

describe('the metrics', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await start({ METRICS_PORT: '0' });
  });
  afterAll(() => service.stop());

  const scrape = async (): Promise<Samples> => readSamples(await read());
  const read = async (): Promise<string> => {
    const response = await fetch(service.metricsUrl ?? assert.fail());
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    return response.text();
  };
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(service.publicUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey, ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Readonly<Record<string, string>>;
  };
  const newToken = async () => {
    const { user_id } = await post('/v2/user', { client_user_id: randomUUID() });
    const { link_token = '' } = await post('/v2/link/token', { user_id });
    return { user_id: user_id ?? '', link_token };
  };
  const signIn = (link_token: string, username: string) =>
    post(
      '/v2/link/provider/password/quartz_scale',
      { username, password: 'good-password' },
      { 'x-svc-link-token': link_token },
    );

  it('begin at 0 where an alert would miss the first rise', async () => {
    const first = await scrape();
    for (const { name, ...labels } of [
      { name: 'svc_link_steps_total', step: 'connected', provider: 'quartz_scale' },
      { name: 'svc_link_steps_total', step: 'opened', provider: 'quartz_scale' },
      { name: 'svc_link_errors_total', error_type: 'provider_api_error', provider: 'quartz_scale' },
      { name: 'svc_link_steps_total', step: 'connected', provider: 'oura' },
      { name: 'svc_provider_events_total', event: 'refused', provider: 'oura' },
      { name: 'svc_provider_fetches_total', outcome: 'failed', provider: 'oura' },
      // Only a process that takes no jobs has none of these.
      { name: 'svc_lane_places_in_use', lane: 'webhook' },
    ])
      assert.equal(first.count(name, labels), 1, `${name} ${JSON.stringify(labels)}`);
  });

  it('count requests by route, links by step and error, jobs and deliveries', async () => {
    const receiver = await startReceiver();
    const before = await scrape();
    const rose = (after: Samples, name: string, labels: Readonly<Record<string, string>> = {}): number =>
      after.sum(name, labels) - before.sum(name, labels);
    await post('/v2/webhook', { url: receiver.url, events: ['provider.connection.created'] });
    const good = await newToken();
    await post('/v2/link/start', { link_token: good.link_token });
    await signIn(good.link_token, 'ok@example.com');
    const bad = await newToken();
    await post('/v2/link/start', { link_token: bad.link_token });
    await signIn(bad.link_token, 'wrong-password@example.com');
    await fetch(`${service.publicUrl}/of/${randomUUID()}`);
    await receiver.until(1);

    let after = await scrape();
    while (rose(after, 'svc_lane_jobs_total', { lane: 'webhook' }) === 0) after = await scrape();
    const users = { method: 'POST', route: '/v2/user' };
    assert.equal(rose(after, 'svc_http_requests_total', { ...users, status: '200' }), 2);
    assert.equal(rose(after, 'svc_http_request_duration_seconds_count', users), 2);
    assert.equal(rose(after, 'svc_http_requests_total', { route: 'none', status: '404' }), 1);
    assert.equal(rose(after, 'svc_link_tokens_total'), 2);
    const at = { provider: 'quartz_scale' };
    assert.equal(rose(after, 'svc_link_steps_total', { step: 'opened', provider: 'none' }), 2);
    assert.equal(rose(after, 'svc_link_steps_total', { step: 'provider_chosen', ...at }), 2);
    assert.equal(rose(after, 'svc_link_steps_total', { step: 'connected', ...at }), 1);
    assert.equal(rose(after, 'svc_link_errors_total', { error_type: 'provider_credential_error', ...at }), 1);
    assert.equal(rose(after, 'svc_lane_jobs_total', { lane: 'webhook', outcome: 'done' }), 1);
    assert.equal(rose(after, 'svc_webhook_attempts_total', { outcome: 'arrived' }), 1);
    assert.equal(rose(after, 'svc_webhook_delivery_lag_seconds_count'), 1);
    await receiver.close();
  });

  it('show the state of the database, the lanes and the process', async () => {
    const now = await scrape();
    assert.equal(now.sum('svc_database_up'), 1);
    assert.equal(now.count('svc_clock_ahead_seconds'), 1);
    assert.ok(Math.abs(now.sum('svc_clock_ahead_seconds')) < 1);
    assert.equal(now.sum('svc_database_connections', { state: 'max' }), 1);
    for (const lane of [
      'webhook',
      'webhook_throttled',
      'webhook_slow',
      'webhook_failing',
      'bulk',
      'pull',
      'booking',
    ])
      assert.equal(now.count('svc_lane_oldest_seconds', { lane }), 1, lane);
    assert.equal(now.sum('svc_webhook_lag_seconds'), 0);
    for (const kind of ['days', 'history']) {
      assert.equal(now.count('svc_pulls_overdue', { kind }), 1, kind);
      assert.equal(now.count('svc_pull_lag_seconds', { kind }), 1, kind);
    }
    assert.equal(now.count('svc_build_info'), 1);
    assert.ok(now.sum('process_resident_memory_bytes') > 1e6);
    assert.equal(now.sum('svc_http_requests_in_progress'), 0);
  });

  it('contain no id of a user or session, no token and no key', async () => {
    const { user_id, link_token } = await newToken();
    await post('/v2/link/start', { link_token });
    await fetch(`${service.publicUrl}/v2/user/${user_id}`, {
      headers: { 'x-svc-api-key': sandboxKeys.apiKey },
    });
    await fetch(`${service.publicUrl}/${link_token}?token=${link_token}`, { method: 'PURGE' });
    const text = await read();
    assert.match(text, /method="other"/);
    for (const secret of [user_id, link_token, sandboxKeys.apiKey, 'example.com'])
      assert.ok(!text.includes(secret), secret);
    const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name);
    const known =
      'error_type event kind lane le method outcome pool provider reason route space state status step task team type';
    const others = 'version major minor patch quantile window'.split(' ');
    assert.deepEqual(
      [...new Set(labels)].filter((name) => ![...known.split(' '), ...others].includes(name ?? '')),
      [],
    );
  });

  it('are at their own address only', async () => {
    const metrics = new URL(service.metricsUrl ?? '');
    assert.equal(metrics.hostname, '127.0.0.1');
    assert.equal((await fetch(new URL('/metrics', service.publicUrl))).status, 404);
    assert.equal((await fetch(new URL('/v2/user', metrics))).status, 404);
    assert.equal((await fetch(metrics, { method: 'POST' })).status, 405);
  });

  it('end with the service, which has none unless they are set', async () => {
    const other = await start({ METRICS_PORT: '0' });
    await other.stop();
    await assert.rejects(fetch(other.metricsUrl ?? ''));
    assert.equal(readSettings({}).metrics, undefined);
  });

  it('end the start if their port is in use, and leave nothing behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await assert.rejects(start({ METRICS_PORT: String(port) }), /EADDRINUSE/);
    taken.close();
    assert.throws(() => readSettings({ PORT: '8000', METRICS_PORT: '8000' }), /METRICS_PORT and PORT/);
    assert.throws(() => readSettings({ METRICS_PORT: 'x' }), /METRICS_PORT is not a port/);
  });
});

describe('figures of the database that cannot be read', () => {
  it('are missing and never 0 while the database still answers, and the log has the reason', async () => {
    const service = await startTestService();
    let isBroken = false;
    const db = service.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isBroken) throw new Error('not read');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const metrics = await startMetricsServer({ ...service.deps, db }, service.database, {
      host: '127.0.0.1',
      port: 0,
    });
    const scrape = async (): Promise<Samples> => readSamples(await (await fetch(metrics.url)).text());
    const figures = ['svc_lane_oldest_seconds', 'svc_webhook_lag_seconds', 'svc_pull_lag_seconds'];
    const present = (samples: Samples) => figures.filter((name) => samples.count(name) > 0);

    assert.deepEqual(present(await scrape()), figures);
    isBroken = true;
    const broken = await scrape();
    assert.deepEqual(present(broken), []);
    assert.equal(broken.sum('svc_database_up'), 1);
    assert.match(service.logged(), /"not read".*"the figures of the database cannot be read"/);
    isBroken = false;
    assert.deepEqual(present(await scrape()), figures);
    await metrics.close();
    await service.stop();
  });
});

describe('the label of a team', () => {
  it('has no more values than the limit', () => {
    const label = createTeamLabel(2);
    assert.deepEqual(['a', 'b', 'c', 'a', 'd'].map(label), ['a', 'b', 'other', 'a', 'other']);
  });
});
