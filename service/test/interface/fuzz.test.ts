import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import fc, { type Arbitrary } from 'fast-check';
import { validRequest, type Made } from './arbitrary-request.js';
import { readDocumented, type Documented } from '../support/documented.js';
import { all, send, setScene, type OperationId, type Request } from '../support/scenes.js';
import { startTestService, type TestService } from '../support/test-service.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
/** Few on PostgreSQL, because nearly every mistake also shows on PGlite. */
const usual = process.env['TEST_DATABASE_URL'] ? 60 : 400;
const count = process.env['LONG'] ? 10_000 : usual;
/** How many requests are sent at a time. */
const together = 5;
/** Part of every text that is made up here. The log must never contain it. */
const marker = 'kept-secret';

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `${marker}${text}`),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    '..',
    '%2e%2e',
    '1e3',
    '-1',
    ' 1',
    'null',
    'true',
  ),
  fc.constantFrom(`'; drop table org; --`, `${marker}`.repeat(200), '2024-02-30', '9'.repeat(30), '﻿'),
);
const oddValue: Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, [], {}, -0, 1e308, 0.1, 2 ** 53, [[]], [null], Number.MAX_SAFE_INTEGER),
);

/** Endpoints with a body come more often, because more can go wrong with them. */
const often = all.flatMap((each) =>
  Array.from({ length: each[1].endpoint.body && !each[1].sandbox ? 3 : 1 }, () => each),
);

/** A change to a request that would be valid. */
type Mutation = (request: Request) => Request;
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];

const mutation: Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mutation>((request) => request) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), oddValue).map(([at, value]): Mutation => (request) => {
      const field = pick(Object.keys(request.body ?? {}), at);
      return field === undefined ? request : { ...request, body: { ...request.body, [field]: value } };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map((at): Mutation => (request) => {
      const field = pick(Object.keys(request.body ?? {}), at);
      return field === undefined ? request : { ...request, body: { ...request.body, [field]: undefined } };
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), oddText).map(([at, value]): Mutation => (request) => {
      const name = pick(Object.keys(request.params), at);
      // A dot segment would lead to another path.
      const isSegment = value !== '' && !/^(?:\.|%2e){1,2}$/i.test(value) && !/\p{Surrogate}/u.test(value);
      return name === undefined || !isSegment
        ? request
        : { ...request, params: { ...request.params, [name]: value } };
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(), oddText, fc.boolean())
      .map(([at, value, unknown]): Mutation => (request) => {
        const name = unknown ? value : pick(Object.keys(request.query), at);
        return name === undefined ? request : { ...request, query: { ...request.query, [name]: value } };
      }),
  },
  {
    weight: 1,
    arbitrary: fc.string({ maxLength: 60 }).map((value): Mutation => (request) => {
      const names = Object.keys(request.headers);
      return { ...request, headers: Object.fromEntries(names.map((name) => [name, `${marker}${value}`])) };
    }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(fc.json(), oddText, fc.uint8Array({ maxLength: 200 })).map(
      (raw): Mutation =>
        (request) =>
          request.body ? { ...request, raw } : request,
    ),
  },
);

describe(`whatever is sent (SEED=${seed})`, () => {
  let service: TestService;
  let documented: Documented;
  beforeAll(async () => {
    service = await startTestService();
    documented = await readDocumented(service);
  });
  afterAll(() => service.stop());

  it(`is answered as documented, never with a failure, and not logged: ${count} requests`, async () => {
    const { examples, makers } = plan(documented);
    const steps = fc.sample(
      fc.record({
        at: fc.nat({ max: often.length - 1 }),
        keep: fc.double({ min: 0, max: 1, noNaN: true }),
        example: fc.nat(),
        made: fc.nat(),
        mutate: mutation,
      }),
      { seed, numRuns: count },
    );
    const scenes = new Map<OperationId, Request>();
    const secrets = new Set<string>();

    const take = async (step: (typeof steps)[number]): Promise<void> => {
      const [id, operation] = often[step.at]!;
      let scene = scenes.get(id);
      // An old scene is used up: its tokens were consumed, its users deleted.
      if (!scene || step.keep < 0.25) scenes.set(id, (scene = await setScene(service, id)));
      for (const value of Object.values(scene.headers)) secrets.add(value);
      const made = pick(makers.get(id) ?? [], step.made) ?? { query: {} };
      const example = step.keep > 0.8 ? pick(examples.get(id) ?? [], step.example) : undefined;
      const request = step.mutate({
        ...scene,
        query: { ...made.query, ...scene.query },
        ...(scene.body && { body: { ...made.body, ...scene.body, ...example } }),
      });
      const response = await send(service, operation, request);
      const { params, query, body, raw } = request;
      const sent = JSON.stringify({ params, query, body, raw });
      const asked = JSON.stringify(body ?? '').includes('status-');
      assert.ok(response.status < 500 || asked, `${id} ${sent} -> ${response.status}`);
      await documented.check(id, operation, response, sent);
    };

    for (let begin = 0; begin < steps.length; begin += together)
      await Promise.all(steps.slice(begin, begin + together).map(take));

    const logged = service.logged();
    assert.ok(logged.length > count);
    for (const secret of [marker, 'good-password', ...secrets])
      assert.ok(!logged.includes(secret), `the log holds ${secret}`);
  });

  /** Made once: valid requests to each endpoint, and the examples in its documentation. */
  function plan(from: Documented) {
    const examples = new Map<OperationId, Request['body'][]>();
    const makers = new Map<OperationId, readonly Made[]>();
    for (const [id, operation] of all) {
      examples.set(id, Object.values(operation.examples ?? {}) as Request['body'][]);
      makers.set(id, fc.sample(validRequest(from, operation), { seed, numRuns: 30 }));
    }
    return { examples, makers };
  }
});
