import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import { type Env, streamedJson } from '../../src/http/index.js';

/** Endless texts, how many were made, and when the last one was made. */
function endless() {
  let made = 0;
  let over = (): void => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  async function* texts(): AsyncGenerator<string> {
    try {
      for (; ; made++) yield await Promise.resolve(randomBytes(50_000).toString('hex'));
    } finally {
      over();
    }
  }
  return { texts, ended, made: () => made };
}

describe.each(['identity', 'gzip', 'br'])('an answer that is made while it is sent as %s', (coding) => {
  it('is made no faster than it is read, and no further once the reader has gone', async () => {
    const { texts, ended, made } = endless();
    let sent: Promise<void> | undefined;
    const app = new Hono<Env>();
    app.get('/', async (c) => {
      const answer = await streamedJson(c, 'one', texts());
      sent = c.get('untilSent');
      return answer;
    });
    const { body } = await app.request('/', { headers: { 'accept-encoding': coding } });
    const reader = (body ?? assert.fail()).getReader();
    for (let taken = 0; taken < 300_000;) taken += (await reader.read()).value?.length ?? assert.fail();
    assert.ok(made() < 20, `${made()} texts`);
    await reader.cancel();
    await Promise.all([ended, sent ?? assert.fail()]);
  });
});

describe('an answer whose reader has gone', () => {
  it('is not an error, even if the next part comes', async () => {
    let makeNext = (): void => undefined;
    const next = new Promise<void>((resolve) => (makeNext = resolve));
    const broken: unknown[] = [];
    async function* texts(): AsyncGenerator<string> {
      yield 'a';
      await next;
      yield 'b';
    }
    let sent: Promise<void> | undefined;
    const app = new Hono<Env>();
    app.get('/', async (c) => {
      c.set('onBrokenOff', (error) => broken.push(error));
      const answer = await streamedJson(c, 'one', texts());
      sent = c.get('untilSent');
      return answer;
    });
    const { body } = await app.request('/');
    const reader = (body ?? assert.fail()).getReader();
    await reader.read();
    const cancelled = reader.cancel();
    makeNext();
    await Promise.all([cancelled, sent ?? assert.fail()]);
    assert.deepEqual(broken, []);
  });
});
