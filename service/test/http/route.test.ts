import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import { endpoint } from 'svc-link/contract';
import * as z from 'zod/mini';
import { ApiError, refusal } from '../../src/http/errors.js';
import { addRoute } from '../../src/http/route.js';
import type { Env } from '../../src/http/env.js';

const anything = z.unknown();
const searchNotes = endpoint({
  method: 'GET',
  path: '/v9/user/{user_id}/note/{slug}/',
  auth: 'none',
  query: z.object({
    tag: z.optional(z.nullable(z.array(z.string()))),
    limit: z.optional(z.string().check(z.regex(/^\d+$/))),
  }),
  response: anything,
});
const readThing = endpoint({
  method: 'GET',
  path: '/v9/thing/{id}/{idea}',
  auth: 'none',
  response: anything,
});
const writeNote = endpoint({
  method: 'POST',
  path: '/v9/note',
  auth: 'none',
  body: z.object({ text: z.optional(z.string()) }),
  response: anything,
});

const app = new Hono<Env>({ strict: false });
app.onError((error) => {
  if (!(error instanceof ApiError)) throw error;
  return refusal(error.status, error.detail);
});
/** Accepts every caller who gives a name. */
const named = (c: { req: { query: (name: string) => string | undefined } }) => {
  const name = c.req.query('name');
  if (name === undefined) throw new ApiError(401, 'Who are you?');
  return { name };
};
addRoute(app, searchNotes, named, ({ name, params, query }) => ({ name, ...params, ...query }));
addRoute(
  app,
  readThing,
  () => ({}),
  ({ params }) => params,
);
addRoute(
  app,
  writeNote,
  () => ({}),
  async ({ readBody, c }) => {
    const { text } = await readBody({ mayBeEmpty: c.req.query('empty') !== undefined });
    return text === 'later' ? c.json({ text }, 202) : { text };
  },
);

const id = '0b7cd3a3-1f4e-4d6e-9a55-3b1a0a1c2d3e';
const ask = async (path: string, init?: RequestInit) => {
  const response = await app.request(path, init);
  return { status: response.status, body: (await response.json()) as { detail?: { loc: unknown }[] } };
};

describe('a route of an endpoint', () => {
  it('requires an id only if the name of a parameter says so', async () => {
    assert.deepEqual((await ask(`/v9/thing/${id}/any`)).body, { id, idea: 'any' });
    assert.equal((await ask('/v9/thing/any/any')).status, 422);
  });

  it('passes on the caller, the ids in lower case, and the query', async () => {
    const path = `/v9/user/${id.toUpperCase()}/note/Umbra`;
    for (const slash of ['', '/']) {
      const { status, body } = await ask(`${path}${slash}?name=ann&tag=a&tag=b&limit=5&limit=6`);
      assert.equal(status, 200);
      assert.deepEqual(body, { name: 'ann', user_id: id, slug: 'Umbra', tag: ['a', 'b'], limit: '5' });
    }
    assert.deepEqual((await ask(`${path}?name=ann`)).body, { name: 'ann', user_id: id, slug: 'Umbra' });
  });

  it('checks the caller first, then the path, then the query', async () => {
    assert.equal((await ask('/v9/user/x/note/y?limit=z')).status, 401);
    const wrongPath = await ask('/v9/user/x/note/y?name=ann&limit=z');
    assert.deepEqual([wrongPath.status, wrongPath.body.detail?.[0]?.loc], [422, ['path', 'user_id']]);
    const wrongQuery = await ask(`/v9/user/${id}/note/y?name=ann&limit=z`);
    assert.deepEqual([wrongQuery.status, wrongQuery.body.detail?.[0]?.loc], [422, ['query', 'limit']]);
  });

  it('reads the body for the handler, and sends the handler’s answer', async () => {
    const post = (body: string, path = '/v9/note') => ask(path, { method: 'POST', body });
    assert.deepEqual(await post('{"text":"now"}'), { status: 200, body: { text: 'now' } });
    assert.deepEqual(await post('{"text":"later"}'), { status: 202, body: { text: 'later' } });
    assert.equal((await post('{"text":1}')).status, 422);
    assert.equal((await post('')).status, 422);
    assert.deepEqual(await post('', '/v9/note?empty='), { status: 200, body: {} });
  });
});
