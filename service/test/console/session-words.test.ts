// What the console says about a link session.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { LinkSessionWay } from 'svc-link/contract';
import { conclusionOf } from '../../console/session-words.js';

const at = (minutes: number): string => new Date(minutes * 60_000).toISOString();
const session = (...events: string[]): LinkSessionWay => ({
  link_session_id: '11111111-1111-4111-8111-111111111111',
  user_id: '22222222-2222-4222-8222-222222222222',
  state: 'created',
  provider: null,
  page: null,
  error_type: null,
  created_on: at(0),
  expires_at: at(60),
  is_whole: true,
  deliveries: [],
  way: events.map((event, index) => ({
    event,
    at: at(index),
    error_type: null,
    provider: null,
    place: null,
    request_id: null,
  })),
});

describe('a link that nobody opened', () => {
  it('is said to work until its time is over', () => {
    const { title, help } = conclusionOf(session('created'), 0);
    assert.equal(title, 'Never opened');
    assert.match(help, /no browser has opened it yet.*allowed_origins.*still works\.$/is);
    assert.match(conclusionOf(session('created'), 60 * 60_000).help, /in time.*Make a new link/s);
  });

  it('does not work once the service says so, whatever this clock shows', () => {
    assert.match(conclusionOf(session('created', 'expired'), 0).help, /Make a new link/);
    assert.match(conclusionOf(session('created', 'opened', 'expired'), 0).help, /time is over/);
  });
});
