import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { WebhookDelivery } from 'svc-link/contract';
import { backToKept, SentAgain, withKept, type DeliveryPage } from '../../console/views/sent-again.js';

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
    const arrived = withKept(list, [sent], page(), page(...list))[1]!;
    assert.deepEqual(seen([arrived]), [['d12', 'success', 4]]);
    // Neither list has this attempt's answer, and 500 belongs to an earlier attempt.
    assert.equal(arrived.response_status, null);
  });

  it('lets go of that where the lists do not reach back to it, and neither waits for it nor says that it arrived', () => {
    const short = { data: [delivery(14)], next_cursor: 'more' };
    assert.deepEqual(withKept(list, [sent], page(), short), list);
    assert.deepEqual(withKept(list, [sent], { ...short, data: [] }, page(...list)), list);
    // The result of this one is known already.
    const known = delivery(12, { status: 'success' });
    assert.deepEqual(withKept(list, [known], short, short)[1], known);
  });

  it('is decided of by lists that go back to the oldest that waits, within a few pages', async () => {
    const hours = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11];
    const read: (string | null)[] = [];
    const one = (cursor: string | null): Promise<DeliveryPage> => {
      read.push(cursor);
      const at = cursor === null ? 0 : Number(cursor);
      const next_cursor = at + 1 < hours.length ? String(at + 1) : null;
      return Promise.resolve({ data: [delivery(hours[at]!)], next_cursor });
    };
    const waits = (hour: number) => delivery(hour, { status: 'pending' });

    const list = await backToKept([waits(19), waits(18), delivery(12)], one);

    assert.deepEqual([list.data.length, list.next_cursor], [4, '4']);
    assert.deepEqual(read.splice(0), [null, '1', '2', '3']);
    assert.equal((await backToKept([delivery(12)], one)).data.length, 1);
    assert.equal((await backToKept([waits(12)], one)).data.length, 4);
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
