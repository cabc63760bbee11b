import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Client } from 'svc-link/client';
import {
  readTimeseries,
  summaryResources,
  timeseriesOf,
  type TimeseriesResource,
  timeseriesResources,
} from 'svc-link/contract';
import { adapters } from '../../src/adapters/index.js';
import { fictionalProviders } from '../../src/providers/catalogue.js';
import { sandboxKeys } from '../../src/server/server.js';
import { addDays } from '../../src/work/calendar.js';
import { clientOf } from '../support/client-of.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { pullScene, type PullScene } from './pull-scene.js';

const { apiKey } = sandboxKeys;

let service: TestService;
let scene: PullScene;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  scene = pullScene(service);
  client = clientOf(service);
  await service.hear();
});
afterAll(() => service.stop());

/** A user who has granted everything at some providers, and whose past data has come. */
async function connectedTo(...slugs: readonly string[]): Promise<string> {
  const userId = await service.newUser();
  for (const provider of slugs) {
    const { scopes } = fictionalProviders.find(({ slug }) => slug === provider) ?? assert.fail(provider);
    const granted = JSON.stringify([...scopes.required, ...scopes.optional]);
    await scene.connectionWithoutJob(userId, { provider, scopes_granted: granted });
  }
  await scene.advance(0);
  return userId;
}
const lastDays = (days: number) => ({
  start_date: addDays(scene.yesterday(), 1 - days),
  end_date: scene.yesterday(),
});

async function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const response = await service.app.request(path, {
    method,
    headers: { 'x-svc-api-key': apiKey, ...headers },
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
async function refusalOf(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { response, bytes } = await get(path, headers);
  const { detail } = JSON.parse(textOf(bytes)) as { detail?: unknown };
  const [place] = Array.isArray(detail) ? (detail as { loc: string[]; msg: string }[]) : [];
  return [response.status, place?.loc.join('.'), place?.msg];
}

describe('a time series', () => {
  it('exists for each resource that a provider may have and that has no summary', () => {
    const stored = [
      ...fictionalProviders.flatMap(({ resources }) => resources.map(({ name }) => name)),
      ...adapters.flatMap(({ resources }) => Object.keys(resources)),
    ];
    assert.deepEqual(
      [...new Set(stored)].toSorted(),
      [...summaryResources, ...timeseriesResources].toSorted(),
    );
  });

  it.each(timeseriesResources)('of %s has what was pulled, typed, the earliest first', async (resource) => {
    const { slug } =
      fictionalProviders.find(({ resources }) => resources.some(({ name }) => name === resource)) ??
      assert.fail();
    const user_id = await connectedTo(slug);
    const range = lastDays(31);
    const answer = await service.call(timeseriesOf(resource), {
      apiKey,
      params: { user_id, resource },
      query: range,
    });
    assert.deepEqual(Object.keys(answer.body), [resource]);
    const items: readonly { calendar_date: string; user_id: string; source: { provider: string } }[] =
      answer.body[resource];
    const days = items.map((item) => item.calendar_date);
    assert.deepEqual(days, days.toSorted());
    assert.deepEqual([days.at(0), days.at(-1)], [range.start_date, range.end_date]);
    for (const item of items) assert.deepEqual([item.user_id, item.source.provider], [user_id, slug]);
    assert.deepEqual(await client.readTimeseries(user_id, resource, range), answer.body);
  });

  it('has the items of the daily events, with their source', async () => {
    const userId = await connectedTo('xenon_pump');
    await scene.advance(86_400);
    const { glucose } = await client.readTimeseries(userId, 'glucose', lastDays(1));
    const told = (await service.eventsOf(userId)).find(
      ({ event_type }) => event_type === 'daily.data.glucose.created',
    );
    const source = { provider: 'xenon_pump', type: 'insulin_pump', app_id: null };
    assert.ok(glucose.length > 5);
    const { data } = (told ?? assert.fail()).data as { readonly data: readonly object[] };
    assert.deepEqual(
      glucose,
      data.map((item) => ({ ...item, source })),
    );
  });

  it('sorts the items of several providers on a day by time', async () => {
    const userId = await connectedTo('yarrow_meter', 'xenon_pump', 'harbor_glucose');
    const { glucose } = await client.readTimeseries(userId, 'glucose', lastDays(20));
    const order = glucose.map(({ calendar_date, timestamp }) => [calendar_date, Date.parse(timestamp)]);
    const byTime = order.toSorted(([day, at], [otherDay, otherAt]) =>
      day === otherDay ? Number(at) - Number(otherAt) : String(day) < String(otherDay) ? -1 : 1,
    );
    assert.deepEqual(order, byTime);
    const of = (provider: string) => glucose.filter(({ source }) => source.provider === provider).length;
    for (const provider of ['yarrow_meter', 'xenon_pump', 'harbor_glucose'])
      assert.ok(of(provider) > 100, provider);
    const [first, second] = await Promise.all([
      client.readTimeseries(userId, 'glucose', {
        start_date: lastDays(20).start_date,
        end_date: lastDays(11).start_date,
      }),
      client.readTimeseries(userId, 'glucose', lastDays(10)),
    ]);
    assert.deepEqual([...first.glucose, ...second.glucose], glucose);
  });

  it('is empty if no data has come', async () => {
    const userId = await service.newUser();
    assert.deepEqual(await client.readTimeseries(userId, 'heartrate', lastDays(31)), { heartrate: [] });
    const end = { start_date: '9999-12-25', end_date: '9999-12-31' };
    assert.deepEqual(await client.readTimeseries(userId, 'heartrate', end), { heartrate: [] });
  });

  it('is refused for an invalid range, an unknown resource or a user of another team', async () => {
    const userId = await service.newUser();
    const at = (query: string, resource = 'glucose') => `/v2/timeseries/${resource}/${userId}${query}`;
    const may = '?start_date=2026-05-01&end_date=2026-05-31';
    assert.equal((await get(at(may))).response.status, 200);
    assert.equal((await get(at(`/${may}`))).response.status, 200);
    assert.deepEqual(await refusalOf(at('?start_date=2026-05-01&end_date=2026-06-01')), [
      422,
      'query.end_date',
      'start_date to end_date is more than 31 days: ask for less at a time',
    ]);
    assert.deepEqual((await refusalOf(at('?start_date=2026-05-02&end_date=2026-05-01'))).slice(0, 2), [
      422,
      'query.end_date',
    ]);
    assert.equal((await refusalOf(at('?start_date=2026-05-02')))[0], 422);
    assert.deepEqual(await refusalOf(at(may, 'sleep')), [
      422,
      'path.resource',
      'it has a summary: GET /v2/summary/sleep/{user_id}',
    ]);
    const [status, place, words] = await refusalOf(at(may, 'horoscope'));
    assert.deepEqual([status, place], [422, 'path.resource']);
    for (const resource of timeseriesResources) assert.match(String(words), new RegExp(`\\b${resource}\\b`));
    assert.equal((await refusalOf(at(may, 'horoscope'), { 'x-svc-api-key': 'sk_unknown' }))[0], 401);
    const another = await service.newTeam();
    assert.equal((await refusalOf(at(may), { 'x-svc-api-key': another.apiKey }))[0], 404);
    assert.equal((await refusalOf(`/v2/timeseries/glucose/no-id${may}`))[0], 422);
    assert.equal((await get(at(may, 'horoscope'), {}, 'HEAD')).response.status, 422);
    assert.equal((await get(at(may, 'horoscope'), {}, 'DELETE')).response.status, 405);
    // Callers without types get the reason from the service.
    const untyped = 'sleep' as TimeseriesResource;
    await assert.rejects(client.readTimeseries(userId, untyped, lastDays(1)), /has a summary/);
  });

  it('is compressed for clients that accept it, and is invalid JSON if it breaks off', async () => {
    const userId = await connectedTo('juniper_pulse');
    const { start_date, end_date } = lastDays(31);
    const path = `/v2/timeseries/heartrate/${userId}?start_date=${start_date}&end_date=${end_date}`;
    const plain = await get(path);
    assert.equal(plain.response.headers.get('content-encoding'), null);
    const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [coding, unpack] of Object.entries(unpackers)) {
      const packed = await get(path, { 'accept-encoding': coding });
      assert.equal(packed.response.headers.get('content-encoding'), coding);
      assert.equal(packed.response.headers.get('vary'), 'accept-encoding');
      assert.ok(packed.bytes.length * 4 < plain.bytes.length);
      assert.equal(unpack(packed.bytes).toString(), textOf(plain.bytes));
    }
    const head = await get(path, { 'accept-encoding': 'br' }, 'HEAD');
    assert.deepEqual([head.response.status, head.bytes.length], [200, 0]);

    const { db, secrets } = service.deps;
    const { id: connection_id } = await db
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    /** Stores what is no list of items: the day opens, but an answer cannot be made of it. */
    const spoil = (date: string) =>
      db
        .updateTable('pulled_day')
        .set({
          sealed_items: secrets.seal('pulled-day', `${connection_id} heartrate ${date}`, '{}'),
        })
        .where('connection_id', '=', connection_id)
        .where('resource', '=', 'heartrate')
        .where('date', '=', date)
        .execute();
    await spoil(end_date);
    const before = service.logged().length;
    for (const coding of ['identity', ...Object.keys(unpackers)])
      await assert.rejects(get(path, { 'accept-encoding': coding }), coding);
    // The log line of the request says 200.
    const lines = service
      .logged()
      .slice(before)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const brokenOff = lines.filter(({ msg }) => msg === 'an answer broke off');
    assert.equal(brokenOff.length, 3);
    for (const { level, route, request_id, team_id } of brokenOff) {
      assert.deepEqual([level, route], [50, '/v2/timeseries/:resource/:user_id']);
      const answered = lines.find((line) => line['msg'] === 'request' && line['request_id'] === request_id);
      assert.deepEqual([answered?.['status'], answered?.['team_id']], [200, team_id]);
    }
    // Nothing was sent yet, so the request can still be refused.
    await spoil(start_date);
    assert.equal((await get(path)).response.status, 500);
  });
});

it('has the same endpoint name for each resource', () => {
  assert.deepEqual({ ...timeseriesOf('glucose'), response: null }, { ...readTimeseries, response: null });
});
