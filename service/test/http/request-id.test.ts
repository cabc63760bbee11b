import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { requestIdFor, sessionRangeOf } from '../../src/http/request-id.js';

const key = randomBytes(32);

it('leads to the session that a request was about', () => {
  const session = randomUUID();
  const { first, last } = sessionRangeOf(key, requestIdFor(key, session));
  assert.ok(first <= session && session <= last, `${first} ≤ ${session} ≤ ${last}`);
  assert.equal(first.slice(0, 18), last.slice(0, 18));
});

it('differs with every request, and looks like any id', () => {
  const session = randomUUID();
  const ids = Array.from({ length: 100 }, () => requestIdFor(key, session));
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.notEqual(id.slice(0, 18), session.slice(0, 18));
  }
});

it('leads nowhere without the key', () => {
  const session = randomUUID();
  const { first, last } = sessionRangeOf(randomBytes(32), requestIdFor(key, session));
  assert.ok(session < first || last < session);
});
