// How a request is read: its body, its ids, and the page that it comes from. By the rules alone.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono, type Context } from 'hono';
import * as z from 'zod/mini';
import { ApiError, refusal, type Place } from '../../src/http/errors.js';
import { methodsAt, onlyVisits } from '../../src/http/methods.js';
import {
  check,
  isFromOurPage,
  isUuid,
  largestBody,
  linkTokenOf,
  misspelt,
  readBody,
  uuidParam,
} from '../../src/http/request.js';
import { isStorable } from '../../src/http/storable.js';
import type { Env } from '../../src/http/env.js';

const address = 'https://link.example';

/** An app that answers every address with the result of `read`. */
function answering(read: (c: Context<Env>) => unknown): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error) => {
    if (!(error instanceof ApiError)) throw error;
    return refusal(error.status, error.detail, error.headers);
  });
  return app.all('/:id?', async (c) => c.json({ value: await read(c), ignored: c.get('ignoredFields') }));
}
const ask = async (app: Hono<Env>, path: string, init?: RequestInit) => {
  const response = await app.request(address + path, init);
  const answer = (await response.json()) as { value?: unknown; ignored?: string; detail?: unknown };
  return { status: response.status, ...answer };
};
const readBy = (schema: z.ZodMiniType, options?: { mayBeEmpty: boolean }) => (body: string) =>
  ask(
    answering((c) => readBody(c, schema, options)),
    '/',
    { method: 'POST', body },
  );
/** The places that a refusal lists. */
const refused = (answer: { status: number; detail?: unknown }) => {
  assert.equal(answer.status, 422);
  return answer.detail;
};
const unusable = (msg: string) => [{ loc: ['body'], msg, type: 'value_invalid' }];
const noJson = [{ loc: ['body'], msg: 'the body is not JSON', type: 'json_invalid' }];
const noText = unusable('a text holds U+0000, or half of a surrogate pair');

describe('a body', () => {
  const anything = readBy(z.unknown());

  it('is JSON, whatever its content type says', async () => {
    for (const value of [{ a: [1, null, 'ü', { b: false }] }, [], 'text', 1, null])
      assert.deepEqual((await anything(JSON.stringify(value))).value, value);
    for (const wrong of ['', ' ', '{', '{}{}', 'undefined', "{'a': 1}"])
      assert.deepEqual(refused(await anything(wrong)), noJson, wrong);
  });

  it('may be missing if the endpoint allows it, and is then an empty object', async () => {
    const optional = readBy(z.object({ name: z.optional(z.string()) }), { mayBeEmpty: true });
    for (const body of ['', ' \n']) assert.deepEqual((await optional(body)).value, {});
    assert.deepEqual((await optional('{"name":"Ada"}')).value, { name: 'Ada' });
    assert.deepEqual(refused(await optional('x')), noJson);
    const needed = readBy(z.object({}), { mayBeEmpty: false });
    assert.deepEqual(refused(await needed(' ')), noJson);
  });

  it('is nested 50 times at most', async () => {
    const nested = (times: number) => `${'['.repeat(times)}${']'.repeat(times)}`;
    const around = (times: number) => `${'['.repeat(times)}1${']'.repeat(times)}`;
    const ofObjects = (times: number) => `${'{"a":'.repeat(times)}"text"${'}'.repeat(times)}`;
    for (const make of [nested, around, ofObjects]) {
      assert.equal((await anything(make(50))).status, 200);
      assert.deepEqual(refused(await anything(make(51))), unusable('the body is nested too deeply'));
    }
  });

  it('has a mebibyte at most', () => assert.equal(largestBody, 1_048_576));

  it('contains nothing that a database cannot store, in a value or a name', async () => {
    for (const text of ['\0', 'a\0b', '\uD83D', 'a\uDE00'])
      for (const value of [text, [text], { a: { b: text } }, { [text]: 1 }, [{ a: 1 }, { [text]: {} }]])
        assert.deepEqual(refused(await anything(JSON.stringify(value))), noText);
    assert.equal((await anything('"\u{1F600}"')).status, 200);
  });

  it('is refused with the place of each mistake, in words', async () => {
    const list = readBy(z.object({ names: z.array(z.string()), age: z.number() }));
    assert.deepEqual(refused(await list('{"names":["a",2]}')), [
      {
        loc: ['body', 'names', 1],
        msg: 'Invalid input: expected string, received number',
        type: 'invalid_type',
      },
      {
        loc: ['body', 'age'],
        msg: 'Invalid input: expected number, received undefined',
        type: 'invalid_type',
      },
    ]);
  });

  it('is refused for a misspelt field alone, which is listed before other mistakes', async () => {
    const person = readBy(z.object({ name: z.optional(z.string()), age: z.optional(z.number()) }));
    const slip = {
      loc: ['body', 'nmae'],
      msg: 'there is no such field; "name" is meant',
      type: 'unknown_field',
    };
    assert.deepEqual(refused(await person('{"nmae":"Ada"}')), [slip]);
    const both = refused(await person('{"age":"old","nmae":"Ada"}')) as Place[];
    assert.deepEqual(
      both.map(({ loc }) => loc[1]),
      ['nmae', 'age'],
    );
  });

  it('may have other unknown fields, which are ignored and reported', async () => {
    const person = readBy(z.object({ name: z.string() }));
    const { value, ignored } = await person('{"name":"Ada","shoe_size":44,"colour":"blue"}');
    assert.deepEqual([value, ignored], [{ name: 'Ada' }, 'shoe_size, colour']);
    assert.equal((await person('{"name":"Ada"}')).ignored, undefined);
  });

  it('is read beside a query, whose unknown parameters come first and misspelt ones have their own wording', async () => {
    const schema = z.object({ name: z.string() });
    const both = answering(async (c) => {
      const slips = misspelt(c, schema, c.req.query(), 'query');
      return [slips, await readBody(c, schema)];
    });
    const body = '{"name":"Ada","colour":"blue"}';

    const { value, ignored } = await ask(both, '/?size=44&nmae=Eve', { method: 'POST', body });

    const slip = {
      loc: ['query', 'nmae'],
      msg: 'there is no such parameter; "name" is meant',
      type: 'unknown_field',
    };
    assert.deepEqual(value, [[slip], { name: 'Ada' }]);
    assert.equal(ignored, 'size, colour');
  });
});

describe('a value that is checked', () => {
  const numbers = z.array(z.number());
  const placesOf = (value: unknown, wrong: readonly Place[] = []): readonly Place[] => {
    try {
      check(numbers, value, 'query', wrong);
    } catch (error) {
      assert.ok(error instanceof ApiError);
      // The places that `invalid` was given.
      return error.detail as readonly Place[];
    }
    return [];
  };
  const wrong = (count: number): Place[] =>
    Array.from({ length: count }, (_, at) => ({ loc: ['body', at], msg: 'wrong', type: 'x' }));

  it('is returned as its schema reads it', () => {
    assert.deepEqual(check(z.object({ a: z._default(z.number(), 1) }), {}, 'query'), { a: 1 });
    assert.deepEqual(placesOf([1, 2]), []);
  });

  it('is reported with the place where it was found', () => {
    assert.deepEqual(
      placesOf([1, '2']).map(({ loc }) => loc),
      [['query', 1]],
    );
  });

  it('is refused for earlier mistakes, even if it is right itself', () => {
    assert.deepEqual(placesOf([1], wrong(1)), wrong(1));
  });

  it('lists at most 100 places, the earlier mistakes first', () => {
    const texts = Array.from({ length: 150 }, String);
    assert.equal(placesOf(texts).length, 100);
    const places = placesOf(texts, wrong(60));
    assert.deepEqual([places.length, places[59], places[60]?.loc], [100, wrong(60)[59], ['query', 0]]);
    assert.equal(placesOf([1], wrong(101)).length, 100);
  });
});

describe('a text that can be stored', () => {
  for (const [text, is] of [
    ['', true],
    ['Ada \n ü 0', true],
    ['\u{1F600}', true],
    ['\0', false],
    ['a\0', false],
    ['\uD83D', false],
    ['\uDE00\uD83D', false],
  ] as const)
    it(`is ${JSON.stringify(text)}: ${is}`, () => assert.equal(isStorable(text), is));
});

describe('an id in an address', () => {
  const id = '0123abcd-4567-89ab-cdef-0123456789ab';
  const app = answering((c) => uuidParam(c, 'id'));

  it('is a UUID, returned in lower case', async () => {
    assert.equal((await ask(app, `/${id}`)).value, id);
    assert.equal((await ask(app, `/${id.toUpperCase()}`)).value, id);
    for (const path of ['/', '/sandbox', `/${id}0`])
      assert.deepEqual(
        refused(await ask(app, path)),
        [{ loc: ['path', 'id'], msg: 'expected a UUID', type: 'invalid_format' }],
        path,
      );
  });

  it('has groups of hexadecimal digits, and nothing around them', () => {
    assert.ok(isUuid(id));
    for (const wrong of [
      '',
      `${id}0`,
      `0${id}`,
      `${id}\n`,
      id.slice(1),
      id.slice(0, -1),
      id.replaceAll('-', ''),
      id.replace('-', '--'),
      id.replace('-4567', ''),
      id.replace('-4567', '-4567-4567'),
      id.replace('-4567', '-456'),
      id.replace('-4567', '-45678'),
      id.replace('0123abcd', '0123abcg'),
      id.replace('4567', '456g'),
      id.replace('0123456789ab', '0123456789ag'),
    ])
      assert.equal(isUuid(wrong), false, wrong);
  });
});

describe('a link token', () => {
  it('is in a header of its own', async () => {
    const app = answering(linkTokenOf);
    assert.equal((await ask(app, '/', { headers: { 'x-svc-link-token': 'lt_1' } })).value, 'lt_1');
    assert.equal((await ask(app, '/')).value, undefined);
  });
});

describe('a request of our own page', () => {
  const app = answering((c) => isFromOurPage(c, address));
  for (const [origin, site, may] of [
    [undefined, undefined, true],
    [address, undefined, true],
    [address, 'same-origin', true],
    [address, 'none', true],
    [undefined, 'same-origin', true],
    [undefined, 'none', true],
    ['https://other.example', undefined, false],
    ['https://other.example', 'same-origin', false],
    [`${address}.other.example`, 'none', false],
    ['null', undefined, false],
    [undefined, 'cross-site', false],
    [undefined, 'same-site', false],
    [address, 'cross-site', false],
    [address, 'same-site', false],
    [address, '', false],
    ['', undefined, false],
  ] as const)
    it(`may be one of the origin ${origin} and the site ${site}: ${may}`, async () => {
      const headers = {
        ...(origin !== undefined && { origin }),
        ...(site !== undefined && { 'sec-fetch-site': site }),
      };
      assert.equal((await ask(app, '/', { headers })).value, may);
    });
});

describe('a GET with an effect', () => {
  const app = answering(() => 'done').get('/visits/:id', onlyVisits, (c) => c.json({ value: 'visited' }));
  const visit = (headers: Record<string, string> = {}) => ask(app, '/visits/1', { headers });

  it('takes effect for a person who opens it', async () => {
    assert.equal((await visit()).value, 'visited');
    for (const headers of [{ purpose: 'visit' }, { 'x-moz': 'prefetching' }, { 'sec-purpose': 'noprefetch' }])
      assert.equal(
        (await visit(headers as Record<string, string>)).value,
        'visited',
        JSON.stringify(headers),
      );
  });

  it('has no effect for a HEAD', async () => {
    const response = await app.request(`${address}/visits/1`, { method: 'HEAD' });
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET']);
  });

  for (const headers of [
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'Prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ] as Record<string, string>[])
    it(`has no effect for a prefetch: ${JSON.stringify(headers)}`, async () => {
      const { status, detail } = await visit(headers);
      assert.deepEqual([status, detail], [503, 'This address is not loaded ahead of a visit.']);
    });
});

describe('the methods of an address', () => {
  const app = new Hono<Env>()
    .use((_, next) => next())
    .get('/one', (c) => c.text(''))
    .post('/one', (c) => c.text(''))
    .delete('/one/:id', (c) => c.text(''));
  for (const [path, methods] of [
    ['/one', ['GET', 'POST']],
    ['/one/1', ['DELETE']],
    ['/other', []],
  ] as const)
    it(`are ${methods.join(', ') || 'none'} at ${path}`, () =>
      assert.deepEqual(methodsAt(app, path), methods));
});
