// How many requests are answered at once, including those whose answers are still being made, or whose bodies arrive late.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import { it } from 'vitest';
import {
  ApiError,
  type Env,
  limitInProgress,
  mayTakeLong,
  streamed,
  streamedJson,
  whileArriving,
} from '../../src/http/index.js';

/** A service that answers one request at a time: a file of three lines, or something short. */
function setUp() {
  const app = new Hono<Env>();
  app.use(limitInProgress(1, () => undefined));
  async function* lines(): AsyncGenerator<string> {
    for (const line of ['one\n', 'two\n', 'three\n']) yield await Promise.resolve(line);
  }
  app.get('/file', (c) => new Response(streamed(c, 'one', lines())));
  app.get('/short', (c) => c.text('short'));
  app.onError((error) => new Response(null, { status: error instanceof ApiError ? error.status : 500 }));
  return async (path: string, method = 'GET') => app.request(path, { method });
}

it('a file counts until it has been read to its end', async () => {
  const ask = setUp();
  const file = await ask('/file');
  assert.equal((await ask('/short')).status, 503);
  assert.equal((await ask('/file')).status, 503);
  assert.equal(await file.text(), 'one\ntwo\nthree\n');
  assert.equal((await ask('/short')).status, 200);
});

it('a file counts until its reader stops', async () => {
  const ask = setUp();
  const file = await ask('/file');
  await file.body?.cancel();
  assert.equal((await ask('/short')).status, 200);
});

it('a HEAD for a file does not count', async () => {
  const ask = setUp();
  assert.equal((await ask('/file', 'HEAD')).status, 200);
  assert.equal((await ask('/short')).status, 200);
});

/** A service that answers twenty requests at a time. The bodies of callers arrive when the test says so. */
function setUpArriving() {
  const arrivals: (() => void)[] = [];
  const works: (() => void)[] = [];
  const asked: Promise<number>[] = [];
  const app = new Hono<Env>();
  app.use(limitInProgress(20, () => undefined));
  app.get('/body/:caller', (c) =>
    whileArriving(c, c.req.param('caller'), async (arrived) => {
      await new Promise<void>((resolve) => arrivals.push(resolve));
      arrived();
      await new Promise<void>((resolve) => works.push(resolve));
      return c.text('done');
    }),
  );
  app.get('/broken/:caller', (c) =>
    whileArriving(c, c.req.param('caller'), () => Promise.reject(new ApiError(400, 'broke off'))),
  );
  app.get('/short', (c) => c.text('short'));
  app.onError((error) => new Response(null, { status: error instanceof ApiError ? error.status : 500 }));
  const ask = async (path: string) => (await app.request(path)).status;
  /** Begins so many requests whose bodies do not arrive. */
  const begin = async (caller: string, count: number) => {
    const before = arrivals.length;
    for (let n = 0; n < count; n++) asked.push(ask(`/body/${caller}`));
    while (arrivals.length < before + count) await turn();
  };
  return { arrivals, works, asked, ask, begin };
}

it('bodies that arrive later are limited to a few of one caller, and to half of all', async () => {
  const { asked, ask, begin, arrivals, works } = setUpArriving();
  await begin('one', 2);
  assert.equal(await ask('/body/one'), 503);
  for (const caller of ['two', 'three', 'four']) await begin(caller, 2);
  await begin('five', 1);
  assert.equal(await ask('/broken/six'), 400);
  await begin('six', 1);
  assert.equal(await ask('/body/six'), 503);
  assert.equal(await ask('/short'), 200);
  // The others do not keep out a caller who has none.
  await begin('seven', 1);
  assert.equal(await ask('/body/seven'), 503);
  // As soon as a body has arrived, others have room.
  arrivals[0]?.();
  while (works.length === 0) await turn();
  arrivals[1]?.();
  while (works.length === 1) await turn();
  await begin('six', 1);
  works[0]?.();
  assert.equal(await asked[0], 200);
});

it('a request counts as being answered once its body has arrived', async () => {
  const { asked, ask, begin, arrivals, works } = setUpArriving();
  for (let n = 0; n < 10; n++) {
    await begin(String(n), 2);
    arrivals.splice(0).forEach((arrive) => arrive());
    while (works.length < asked.length) await turn();
  }
  assert.equal(await ask('/short'), 503);
  assert.equal(await ask('/body/another'), 503);
  works.forEach((end) => end());
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([200]));
  assert.equal(await ask('/short'), 200);
});

/** A service that answers twenty requests at a time: a caller's file, or a wait that can be skipped. */
function setUpLong() {
  let shed = 0;
  const ends: (() => void)[] = [];
  const app = new Hono<Env>();
  app.use(limitInProgress(20, () => shed++));
  async function* lines(): AsyncGenerator<string> {
    for (const line of ['one\n', 'two\n', 'three\n']) yield await Promise.resolve(line);
  }
  app.get('/file/:caller', (c) => new Response(streamed(c, c.req.param('caller'), lines())));
  let begun = 0;
  async function* texts(): AsyncGenerator<string> {
    begun++;
    yield await Promise.resolve('[]');
  }
  app.get('/json/:caller', (c) => streamedJson(c, c.req.param('caller'), texts()));
  app.get('/wait/:caller', async (c) => {
    if (mayTakeLong(c, c.req.param('caller'))) await new Promise<void>((resolve) => ends.push(resolve));
    return c.text('waited');
  });
  app.onError((error) => new Response(null, { status: error instanceof ApiError ? error.status : 500 }));
  const ask = async (path: string, method = 'GET') => app.request(path, { method });
  return { ask, ends, shed: () => shed, begun: () => begun };
}

it('files that are not read are limited to a few of one caller, and keep nobody else out', async () => {
  const { ask, shed } = setUpLong();
  const [first, second] = [await ask('/file/one'), await ask('/file/one')];
  assert.equal((await ask('/file/one')).status, 503);
  assert.equal(shed(), 1);
  assert.equal((await ask('/file/one', 'HEAD')).status, 200);
  for (const other of ['two', 'three', 'four', 'five'])
    for (let n = 0; n < 2; n++) assert.equal((await ask(`/file/${other}`)).status, 200);
  // The share of all is used up, so callers who have files get no more.
  assert.equal((await ask('/file/six')).status, 200);
  assert.equal((await ask('/file/six')).status, 503);
  await first.text();
  await second.body?.cancel();
  assert.equal((await ask('/file/six')).status, 200);
  assert.equal((await ask('/file/one')).status, 200);
});

it('nothing is read for an answer that is refused', async () => {
  const { ask, begun } = setUpLong();
  const answers = [await ask('/json/one'), await ask('/json/one')];
  assert.equal((await ask('/json/one')).status, 503);
  assert.equal(begun(), 2);
  assert.equal((await ask('/json/one', 'HEAD')).status, 200);
  for (const answer of answers) assert.equal(await answer.text(), '[]');
});

it('a wait that can be skipped is skipped if the caller has too many others', async () => {
  const { ask, ends, shed } = setUpLong();
  const waits = [ask('/wait/one'), ask('/wait/one')];
  while (ends.length < 2) await turn();
  assert.equal(await (await ask('/wait/one')).text(), 'waited');
  assert.equal(shed(), 0);
  ends.forEach((end) => end());
  await Promise.all(waits);
  void ask('/wait/one');
  while (ends.length < 3) await turn();
  ends.forEach((end) => end());
});
