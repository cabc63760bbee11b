// How many requests are answered at once, with those whose bodies are made while they are sent.
import assert from 'node:assert/strict';
import { Hono } from 'hono';
import { it } from 'vitest';
import { ApiError, type Env, limitInProgress, streamed } from '../../src/http/index.js';

/** A service that answers one at a time: a file of three lines, or something short. */
function setUp() {
  const app = new Hono<Env>();
  app.use(limitInProgress(1, () => undefined));
  async function* lines(): AsyncGenerator<string> {
    for (const line of ['one\n', 'two\n', 'three\n']) yield await Promise.resolve(line);
  }
  app.get('/file', (c) => new Response(streamed(c, lines())));
  app.get('/short', (c) => c.text('short'));
  app.onError((error) => new Response(null, { status: error instanceof ApiError ? error.status : 500 }));
  return async (path: string, method = 'GET') => app.request(path, { method });
}

it('a file counts until it is read to its end', async () => {
  const ask = setUp();
  const file = await ask('/file');
  assert.equal((await ask('/short')).status, 503);
  assert.equal((await ask('/file')).status, 503);
  assert.equal(await file.text(), 'one\ntwo\nthree\n');
  assert.equal((await ask('/short')).status, 200);
});

it('a file counts until nobody takes it any more', async () => {
  const ask = setUp();
  const file = await ask('/file');
  await file.body?.cancel();
  assert.equal((await ask('/short')).status, 200);
});

it('a file that is only asked about does not count', async () => {
  const ask = setUp();
  assert.equal((await ask('/file', 'HEAD')).status, 200);
  assert.equal((await ask('/short')).status, 200);
});
