// What an OpenTelemetry collector gets from a service with some traffic:
// spans that lead from a request to what followed, and no secret.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createLog } from '../../src/server/log.js';
import { sandboxKeys, startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { createLibrelinkupSimulator } from '../adapters/simulators/librelinkup.js';
import { listen } from '../adapters/simulators/listen.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { type Collector, type Span, startCollector } from './collector.js';

const clientTrace = (flags = '01') => ({
  id: randomBytes(16).toString('hex'),
  span: randomBytes(8).toString('hex'),
  get traceparent() {
    return `00-${this.id}-${this.span}-${flags}`;
  },
});

describe('the traces', () => {
  let collector: Collector, service: RunningService, receiver: Receiver;
  let provider: Awaited<ReturnType<typeof listen>>;
  const lines: string[] = [];
  /** The names and values that the provider was sent. */
  const sentToProvider: string[] = [];
  const before = { ...process.env };

  beforeAll(async () => {
    collector = await startCollector();
    receiver = await startReceiver();
    const simulator = createLibrelinkupSimulator({ until: new Date().toISOString().slice(0, 10), days: 2 });
    simulator.people.add('ada@person.example', {
      id: 'ada',
      password: 'password-of-ada',
      region: 'eu',
      follows: ['ada'],
      mustAccept: false,
    });
    provider = await listen({
      app: {
        fetch: (request) => {
          sentToProvider.push(...[...request.headers].map(([name, value]) => `${name}: ${value}`));
          return simulator.app.fetch(request);
        },
      },
    });
    // The library reads its settings from there.
    Object.assign(process.env, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    });
    const librelinkup = {
      ...{ enabled: true, client_id: 'llu.test', client_version: '4.16.0' },
      urls: { api: `${provider.url}/{region}` },
    };
    const settings = readSettings({
      ...process.env,
      ...{ PORT: '0', SVC_MASTER_KEY: randomBytes(32).toString('hex'), LOG_LEVEL: 'info' },
      PROVIDERS: JSON.stringify({ librelinkup }),
    });
    const log = createLog('info', { write: (line) => void lines.push(line) });
    service = await startService({ ...settings, storage: { kind: 'memory' } }, log);
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([collector.close(), receiver.close(), provider.stop()]);
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  });

  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(service.publicUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey, ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Readonly<Record<string, string>>;
    return { ...answer, status: response.status, request: response.headers.get('x-request-id') ?? '' };
  };
  const newToken = async (headers: Readonly<Record<string, string>> = {}) => {
    const user = await post('/v2/user', { client_user_id: `known-as-${randomUUID()}` });
    const made = await post(
      '/v2/link/token',
      { user_id: (user as Record<string, unknown>)['user_id'] },
      headers,
    );
    const token = String((made as Record<string, unknown>)['link_token']);
    await post('/v2/link/start', { link_token: token });
    return { ...made, token, as: { 'x-svc-link-token': token } };
  };
  const signIn = (as: Readonly<Record<string, string>>, slug: string, username: string, password: string) =>
    post(
      `/v2/link/provider/password/${slug}`,
      { username, password, region: slug === 'librelinkup' ? 'eu' : null },
      as,
    );

  /** The span of a request, by the id in its answer. */
  const ofRequest = (id: string): Promise<Span> =>
    collector.until(() => collector.spans.find(({ attributes }) => attributes['svc.request_id'] === id));
  const find = (name: string, where: (span: Span) => boolean): Promise<Span> =>
    collector.until(() => collector.spans.find((span) => span.name === name && where(span)));
  const childOf = (parent: Span, name: string): Promise<Span> =>
    find(name, ({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);

  it('lead from a sign-in with a code to its statements, its delivery and its pull, and on to the pull’s events', async () => {
    await post('/v2/webhook', { url: `${receiver.url}/path-of-the-team` });
    const { as } = await newToken();
    assert.equal((await signIn(as, 'quartz_scale', 'sms@person.example', 'good-and-secret')).status, 200);
    const path = '/v2/link/provider/password/quartz_scale/complete_mfa';
    const answer = await post(path, { mfa_code: '123456' }, as);

    const request = await ofRequest(answer.request);
    assert.equal(request.name, 'POST /v2/link/provider/password/:provider/complete_mfa');
    assert.equal(request.parentSpanId, undefined);
    assert.equal(request.attributes['http.response.status_code'], 200);
    const insert = await childOf(request, 'INSERT connection');
    assert.deepEqual(insert.attributes, {
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'connection',
    });

    const told = await childOf(request, 'job webhook');
    const delivery = await childOf(told, 'POST webhook');
    const { hostname } = new URL(receiver.url);
    assert.deepEqual(delivery.attributes, {
      'http.request.method': 'POST',
      'server.address': hostname,
      'http.response.status_code': 204,
    });
    const pull = await childOf(request, 'job pull');
    assert.equal(pull.attributes['svc.lane'], 'pull');
    await childOf(pull, 'INSERT pulled_day');
    // The events of the pull are no longer part of the request.
    const later = await find('job webhook', ({ links }) =>
      links.some(({ spanId }) => spanId === pull.spanId),
    );
    assert.deepEqual([later.parentSpanId, later.links[0]?.traceId], [undefined, pull.traceId]);
    assert.notEqual(later.traceId, pull.traceId);
    await childOf(later, 'POST webhook');
  });

  it('record which provider was asked, and send it no trace headers', async () => {
    const { as } = await newToken();
    const refused = await signIn(as, 'librelinkup', 'ada@person.example', 'password-that-is-wrong');
    const answer = await signIn(as, 'librelinkup', 'ada@person.example', 'password-of-ada');
    assert.equal((answer as Record<string, unknown>)['state'], 'success');
    for (const { request } of [refused, answer]) {
      const asked = await childOf(await ofRequest(request), 'POST librelinkup');
      assert.deepEqual(asked.attributes, {
        'http.request.method': 'POST',
        'server.address': '127.0.0.1',
        'svc.provider': 'librelinkup',
        'http.response.status_code': 200,
      });
    }
    const fetched = await find(
      'fetch data',
      ({ attributes }) => attributes['svc.provider'] === 'librelinkup',
    );
    await childOf(fetched, 'GET librelinkup');
    const told = [...sentToProvider, ...receiver.received.map(({ headers }) => JSON.stringify(headers))];
    assert.ok(told.length > 20);
    assert.deepEqual(
      told.filter((text) => /traceparent|tracestate|baggage/i.test(text)),
      [],
    );
  });

  it('are part of the trace of a caller with a key, and of no other caller’s trace', async () => {
    const [trusted, madeUp, ofBrowser] = [clientTrace(), clientTrace(), clientTrace()];
    const tracestate = 'of-a-caller=anything';
    const made = await newToken({ traceparent: trusted.traceparent, tracestate });
    const span = await ofRequest(made.request);
    assert.deepEqual([span.traceId, span.parentSpanId], [trusted.id, trusted.span]);

    const unknown = { 'x-svc-api-key': 'sk_of_nobody', traceparent: madeUp.traceparent };
    const refused = await post('/v2/user', { client_user_id: 'x' }, unknown);
    assert.equal(refused.status, 401);
    assert.equal((await ofRequest(refused.request)).parentSpanId, undefined);

    const response = await fetch(`${service.publicUrl}/v2/link/state`, {
      headers: { ...made.as, traceparent: ofBrowser.traceparent },
    });
    assert.equal(response.status, 200);
    const browser = await ofRequest(response.headers.get('x-request-id') ?? '');
    assert.equal(browser.parentSpanId, undefined);
    assert.ok(![madeUp.id, ofBrowser.id].some((id) => collector.bytes().includes(id)));
    assert.ok(!collector.bytes().includes('of-a-caller'));
  });

  it('are left out if the caller does not sample them', async () => {
    const unsampled = clientTrace('00');
    await newToken({ traceparent: unsampled.traceparent });
    const { request } = await newToken();
    await ofRequest(request);
    assert.ok(!collector.bytes().includes(unsampled.id));
  });

  it('are named in the log lines', async () => {
    const { request } = await newToken();
    const { traceId } = await ofRequest(request);
    // A log line is JSON.
    const line = lines
      .map((text) => JSON.parse(text) as Readonly<Record<string, string>>)
      .find(({ request_id }) => request_id === request);
    assert.equal(line?.['trace_id'], traceId);
  });

  it('record that there was an error, without its message', async () => {
    const gone = await startReceiver();
    await gone.close();
    await post('/v2/webhook', { url: gone.url, events: ['provider.connection.'] });
    const { as } = await newToken();
    await signIn(as, 'quartz_scale', 'ok@person.example', 'good-and-secret');
    const failed = await find('POST webhook', ({ status }) => status.code === 2);
    assert.deepEqual(failed.attributes, {
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'error.type': 'ECONNREFUSED',
    });
    // With the host, because the five digits of the port may occur in times and ids by accident.
    assert.ok(!collector.bytes().includes(new URL(gone.url).host));
  });

  it('contain no password, code, token, key, name or path, in any of their bytes', async () => {
    const { token, as, request } = await newToken();
    await signIn(as, 'quartz_scale', 'ok@person.example', 'good-and-secret');
    await fetch(`${service.publicUrl}/link/?token=${token}`);
    await fetch(`${service.publicUrl}/v2/link/connect/aurora_ring?code=code-of-a-callback&state=state-of-it`);
    await ofRequest(request);
    const last = await newToken();
    await ofRequest(last.request);
    const bytes = collector.bytes();
    assert.ok(bytes.length > 50_000);
    for (const secret of [
      ...['good-and-secret', 'password-of-ada', 'password-that-is-wrong', 'person.example', 'ada@'],
      ...[token, last.token, sandboxKeys.apiKey, sandboxKeys.managementKey, 'known-as-', 'path-of-the-team'],
      ...['code-of-a-callback', 'state-of-it'],
    ])
      assert.ok(!bytes.includes(secret), secret);
    // Only as a whole, because a time or an id may contain these digits.
    assert.doesNotMatch(bytes, /(?<![0-9a-f])123456(?![0-9a-f])/i);
  });
});
