import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { WebhookDelivery } from 'svc-link/contract';
import { SentAgain, withKept } from '../../console/views/sent-again.js';

const delivery = (hour: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: `d${hour}`,
  event_id: `e${hour}`,
  event_type: 'provider.connection.created',
  status: 'failed',
  attempts: 3,
  response_status: 500,
  error: 'answered 500',
  next_attempt_at: null,
  created_on: `2026-11-23T${hour}:00:00Z`,
  ...more,
});
const page = (...data: WebhookDelivery[]) => ({ data, next_cursor: null });
const sent = delivery(12, { status: 'pending' });
const list = [delivery(14), delivery(11)];
const seen = (rows: readonly WebhookDelivery[]) =>
  rows.map(({ id, status, attempts }) => [id, status, attempts]);

describe('a list of what failed, with what was sent again from it', () => {
  it('has that in its place, as it waits, failed again or arrived', () => {
    const waits = delivery(12, { status: 'pending', attempts: 4 });
    assert.deepEqual(seen(withKept(list, [sent], page(waits), page(...list))), [
      ['d14', 'failed', 3],
      ['d12', 'pending', 4],
      ['d11', 'failed', 3],
    ]);
    const again = delivery(12, { attempts: 4 });
    assert.deepEqual(seen(withKept([...list, again], [sent], page(), page(...list, again))).length, 3);
    assert.deepEqual(seen(withKept(list, [sent], page(), page(...list)))[1], ['d12', 'success', 4]);
  });

  it('does not say that it arrived where the lists do not reach back to it', () => {
    const short = { data: [delivery(14)], next_cursor: 'more' };
    assert.deepEqual(seen(withKept(list, [sent], page(), short))[1], ['d12', 'pending', 3]);
    assert.deepEqual(seen(withKept(list, [sent], { ...short, data: [] }, page(...list)))[1], [
      'd12',
      'pending',
      3,
    ]);
  });

  it('is told of once, and only of what somebody waits for', () => {
    const again = new SentAgain();
    again.add(sent, { isAwaited: true });
    again.add(delivery(10, { status: 'pending' }), { isAwaited: false });
    assert.equal(again.news([sent, delivery(10, { status: 'success' })]), '');
    assert.equal(again.news([{ ...sent, status: 'success' }]), 'provider.connection.created arrived.');
    assert.equal(again.news([{ ...sent, status: 'success' }]), '');
    again.add(sent, { isAwaited: true });
    assert.equal(again.news([delivery(12)]), 'provider.connection.created failed again.');
  });
});
