import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import {
  isConnectionCreated,
  isConnectionError,
  isConnectionHealed,
  isDailyData,
  isHistoricalData,
  isLabAppointment,
  isLabOrder,
  isLabResult,
  readEvent,
  verifyWebhook,
  WebhookError,
} from 'svc-link/webhooks';

const whose = { user_id: 'u', team_id: 't', client_user_id: 'c' };
const source = { provider: 'aurora_ring', type: 'ring', app_id: null };
const connection = {
  event_type: 'provider.connection.created',
  data: {
    provider: { name: 'Aurora', slug: 'aurora_ring', logo: '/a.svg' },
    user_id: 'u',
    resource_availability: {},
  },
  ...whose,
};
const problem = {
  error_type: 'provider_data_refused',
  error_message: 'refused',
  since: '2026-11-22T10:00:00Z',
};
const broken = {
  event_type: 'provider.connection.error',
  data: { ...connection.data, provider_id: 'a1', error_details: problem },
  ...whose,
};
const healed = { ...broken, event_type: 'provider.connection.healed' };
const daily = { event_type: 'daily.data.sleep_cycle.updated', data: { data: [{}], source }, ...whose };
const historical = { event_type: 'historical.data.sleep_cycle.created', data: {}, ...whose };
const unknown = { event_type: 'device.lost', data: 'anything', ...whose };
const cloudEvent = {
  specversion: '1.0',
  id: 'e',
  source: 'https://example.com/team/t',
  type: daily.event_type,
  subject: 'u',
  time: '2026-11-22T10:00:00Z',
  datacontenttype: 'application/json',
  data: daily,
};

describe('readEvent', () => {
  // spec 6.9, 9.2
  it('reads every type, and one that it does not know, with fields that it does not know', () => {
    const events = [connection, broken, healed, daily, historical, unknown];
    const kinds = [isConnectionCreated, isConnectionError, isConnectionHealed, isDailyData, isHistoricalData];
    for (const event of events) assert.deepEqual(readEvent({ ...event, later: 1 }), { ...event, later: 1 });
    events.forEach((event, index) =>
      assert.deepEqual(
        kinds.map((is) => is(readEvent(event))),
        kinds.map((_, kind) => kind === index),
      ),
    );
  });

  it('recognizes events of lab tests by the whole name of a type', () => {
    const kinds = [isLabOrder, isLabAppointment, isLabResult];
    const told = (event_type: string) => kinds.map((is) => is({ ...unknown, event_type }));
    assert.deepEqual(told('labtest.order.created'), [true, false, false]);
    assert.deepEqual(told('labtest.order.updated'), [true, false, false]);
    assert.deepEqual(told('labtest.appointment.updated'), [false, true, false]);
    assert.deepEqual(told('labtest.result.created'), [false, false, true]);
    for (const name of ['my.labtest.order.created', 'labtest.order.created.twice', 'labtest.result.updated'])
      assert.deepEqual(told(name), [false, false, false], name);
  });

  it('recognizes data by the whole name of a type', () => {
    for (const event_type of [
      'my.daily.data.sleep.created',
      'daily.data.sleep.created.twice',
      'my.historical.data.sleep.created',
      'historical.data.sleep.created.twice',
    ]) {
      const event = readEvent({ ...unknown, event_type });
      assert.ok(!isDailyData(event) && !isHistoricalData(event), event_type);
    }
  });

  it('reads the event in a CloudEvent, signed or not', async () => {
    assert.deepEqual(readEvent(cloudEvent), daily);
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const body = JSON.stringify(cloudEvent);
    const now = new Date();
    now.setMilliseconds(0);
    const headers = {
      'webhook-id': 'e',
      'webhook-timestamp': String(now.getTime() / 1000),
      'webhook-signature': new Webhook(secret).sign('e', now, body),
    };
    assert.deepEqual(await verifyWebhook({ secret, headers, body, now }), daily);
  });

  it('refuses a body that is not an event, and a known type with other data', () => {
    for (const json of [
      null,
      [],
      'text',
      {},
      { ...daily, data: {} },
      { ...connection, data: {} },
      { ...historical, user_id: 1 },
      { ...historical, data: { start_date: 20261122 } },
      { ...cloudEvent, specversion: '2.0' },
      { ...cloudEvent, data: { ...daily, data: {} } },
    ])
      assert.throws(
        () => readEvent(json),
        (error: unknown) => {
          assert.ok(error instanceof WebhookError && error.code === 'event_malformed');
          return error.cause instanceof Error;
        },
      );
  });
});
