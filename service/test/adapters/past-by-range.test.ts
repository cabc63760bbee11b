// What a team with a glucose sensor does: the person links, an event says that the past is there, and the team reads it.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { createClient } from 'svc-link/client';
import { HistoricalDataEvent, type Reading } from 'svc-link/contract';
import * as z from 'zod/mini';
import type { RealProviderSettings } from '../../src/providers/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { addDays, daysBetween } from '../../src/work/index.js';
import { askTeam, newLink, type OauthService, startOauthService } from '../support/oauth-service.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { oauthAdapters } from './matrix/columns.js';
import { rows } from './matrix/rows.js';
import { connected, type MatrixScene, startMatrixScene } from './matrix/scene.js';
import { lifeOf } from './simulators/life.js';

const real = new Map<string, RealProviderSettings>();
let service: OauthService;
let team: Receiver;
let dexcom: MatrixScene;
beforeAll(async () => {
  service = await startOauthService({ fictional: new Set(), real });
  team = await startReceiver();
  await askTeam(service, 'POST', '/v2/webhook', { url: team.url, events: ['historical.data.'] });
  const isDexcom = ({ slug }: { readonly slug: string }): boolean => slug === 'dexcom';
  dexcom = await startMatrixScene(
    service,
    real,
    rows.find(isDexcom) ?? assert.fail(),
    oauthAdapters.find(isDexcom) ?? assert.fail(),
  );
});
afterAll(async () => {
  await dexcom.close();
  await service.close();
  await team.close();
});

const Told = z.object({ user_id: z.string(), start_date: z.string(), end_date: z.string() });

it('is all read, once the event has told that it is there', async () => {
  const link = await newLink(service, { provider: 'dexcom' });
  assert.equal((await dexcom.send(link, '4711'))['state'], 'success');
  await dexcom.fetchAll((await connected(service, link)).id);
  const [told] = await team.until(1);
  const event = HistoricalDataEvent.parse(JSON.parse(told?.body ?? ''));
  assert.equal(event.event_type, 'historical.data.glucose.created');
  const { user_id, start_date, end_date } = Told.parse(event.data);
  assert.equal(daysBetween(start_date, end_date).length, 90);

  const client = createClient({ baseUrl: service.url, apiKey: sandboxKeys.apiKey });
  const readings: Reading[] = [];
  for (let first = start_date; first <= end_date; first = addDays(first, 31)) {
    const last = addDays(first, 30);
    const range = { start_date: first, end_date: last < end_date ? last : end_date };
    readings.push(...(await client.readTimeseries(user_id, 'glucose', range)).glucose);
  }
  const lived = lifeOf('4711', end_date)
    .days.filter(({ date }) => date >= start_date)
    .flatMap(({ date, measured }) => measured('glucose').map((each) => ({ date, ...each })));
  assert.ok(lived.length > 300);
  assert.deepEqual(
    readings.map(({ timestamp, calendar_date, unit }) => [Date.parse(timestamp), calendar_date, unit]),
    lived.map(({ at, date }) => [at, date, 'mmol/L']),
  );
  for (const [at, { value, user_id: whose, source }] of readings.entries()) {
    assert.ok(Math.abs(value - (lived[at]?.value ?? Number.NaN)) < 0.1, `${value}`);
    assert.deepEqual(
      [whose, source],
      [link.userId, { provider: 'dexcom', type: 'glucose_sensor', app_id: null }],
    );
  }
});
