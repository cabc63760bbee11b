import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  bulkImport,
  createInsurance,
  createLinkToken,
  isLinkTokenValid,
  createWebhook,
  linkWithPassword,
  setCustomCredentials,
  startLink,
} from 'svc-link/contract';
import * as z from 'zod/mini';
import { operations, type Operation } from '../../src/openapi/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { unknownFields } from '../../src/http/unknown-fields.js';
import { recipeFor } from '../support/bulk-service.js';
import { insurance } from '../support/insurance-records.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
const header = 'x-svc-ignored-fields';

let service: TestService;
let userId: string;
beforeAll(async () => {
  service = await startTestService();
  userId = await service.newUser();
});
afterAll(() => service.stop());

/** Requests a link token with fields that the contract does not know. */
const askToken = (more: object) =>
  service.call(createLinkToken, { apiKey, body: { user_id: userId, ...more } });
const slipsOf = (detail: unknown) =>
  (detail as { loc: unknown[]; msg: string; type: string }[]).map(({ loc, msg, type }) => {
    assert.equal(type, 'unknown_field');
    return [loc.slice(1).join('.'), /"(\w+)"/.exec(msg)?.[1]];
  });

describe('a misspelt field', () => {
  it('is refused, and the answer names the field that is meant', async () => {
    for (const name of [
      'alowed_origins',
      'allowed_origin',
      'allowed_originss',
      'allowed_orgins',
      'alloewd_origins',
      'allowed_0rigins',
      'Allowed_Origins',
      'ALLOWED_ORIGINS',
      'allowed-origins',
      'allowedOrigins',
      'AlowedOrigins',
    ]) {
      const { status, detail } = await askToken({ [name]: ['https://app.example.com'] });
      assert.equal(status, 422, name);
      assert.deepEqual(slipsOf(detail), [[name, 'allowed_origins']]);
    }
  });

  it('is refused even if the right field is there too', async () => {
    const { status } = await askToken({ app_name: 'Acme', appname: 'Acme' });
    assert.equal(status, 422);
  });

  it('prevents the request’s effect', async () => {
    const body = { url: 'https://nowhere.invalid/', event: ['daily.'] };
    const { status, detail } = await service.call(createWebhook, { apiKey, body });
    assert.deepEqual([status, slipsOf(detail)], [422, [['event', 'events']]]);
    const webhooks = await service.deps.db.selectFrom('webhook').select('id').execute();
    assert.deepEqual(webhooks, []);
  });

  it('is found inside objects and lists, with its place', async () => {
    const inAddress = await service.call(createInsurance, {
      apiKey,
      params: { user_id: userId },
      body: { ...insurance, insured: { ...insurance.insured, adress: insurance.insured.address } } as never,
    });
    assert.deepEqual(slipsOf(inAddress.detail), [['insured.adress', 'address']]);
    await service.call(setCustomCredentials, {
      apiKey,
      params: { provider: 'aurora_ring' },
      body: { client_id: 'own', client_secret: 'secret' },
    });
    const inList = await service.call(bulkImport, {
      apiKey,
      body: {
        provider: 'aurora_ring',
        connections: [recipeFor(userId), { ...recipeFor(userId), expires_att: 1 }],
      } as never,
    });
    assert.deepEqual(slipsOf(inList.detail), [['connections.1.expires_att', 'expires_at']]);
  });

  it('is reported beside the field that is missing because of it', async () => {
    const { detail } = await service.call(createLinkToken, { apiKey, body: { userid: userId } as never });
    assert.deepEqual(
      (detail as { loc: unknown[] }[]).map(({ loc }) => loc),
      [
        ['body', 'userid'],
        ['body', 'user_id'],
      ],
    );
  });

  it('is never a field of the contract, even if its name is similar to another one', () => {
    for (const [id, { endpoint }] of Object.entries<Operation>(operations)) {
      if (!endpoint.body) continue;
      const all = everyField(endpoint.body);
      assert.deepEqual(unknownFields(endpoint.body, all), { slips: [], ignored: [] }, id);
    }
  });
});

describe('any other unknown field', () => {
  const ignoredOf = async (more: object) => (await askToken(more)).headers.get(header);

  it('is ignored, and named in the answer', async () => {
    assert.equal(await ignoredOf({ colour: 'blue', shoe_size: 44 }), 'colour, shoe_size');
    assert.equal(await ignoredOf({}), null);
  });

  it('is named with its path, once for a whole list', async () => {
    const { headers, status } = await service.call(createInsurance, {
      apiKey,
      params: { user_id: userId },
      body: {
        ...insurance,
        company: { name: 'X' },
        insured: { ...insurance.insured, shoe_size: 44 },
      } as never,
    });
    assert.deepEqual([status, headers.get(header)], [200, 'insured.shoe_size, company']);
    const body = { user_id: userId, lab_test_id: 1, routes: [] };
    const fields = unknownFields(createWebhook.body, { ...body, routes: [{ to: 1 }, { to: 2 }] });
    assert.deepEqual(fields.ignored, ['user_id', 'lab_test_id', 'routes[].to']);
  });

  it('is named even if the request is refused', async () => {
    const { status, headers } = await service.call(isLinkTokenValid, { body: { person: 'me' } as never });
    assert.deepEqual([status, headers.get(header)], [422, 'person']);
  });

  it('may have any name, and cannot add anything else to the header', async () => {
    const names = await ignoredOf({
      'a\r\nset-cookie: x=1': 1,
      'two, three': 1,
      schön: 1,
      __proto__x: 1,
      constructor: 1,
      '': 1,
      ['\u{1F600}'.repeat(40)]: 1,
    });
    assert.match(String(names), /^[\w%.[\]!~*'()-]*(?:, [\w%.[\]!~*'()-]*)*$/);
    assert.match(String(names), /a%0D%0Aset-cookie%3A%20x%3D1, two%2C%20three, sch%C3%B6n/);
    assert.ok(names?.split(', ').every((name) => name.length <= 67 && !/%.?$/.test(name)));
  });

  it('is one of at most 20 that are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`unheard_${n}`, n]));
    const names = (await ignoredOf(many))?.split(', ');
    assert.deepEqual([names?.length, names?.at(-1)], [21, '...']);
  });

  it('is not looked for if a team chooses the names of the fields itself', () => {
    const body = { url: 'https://nowhere.invalid/', headers: { evnets: 'a', 'X-Colour': 'b' } };
    assert.deepEqual(unknownFields(createWebhook.body, body), { slips: [], ignored: [] });
    assert.deepEqual(unknownFields(z.looseObject({ name: z.string() }), { nam: 1 }), {
      slips: [],
      ignored: [],
    });
  });

  it('can be read by a page of any origin', async () => {
    const { token } = await service.newToken();
    const started = await service.call(startLink, { body: { link_token: token, colour: 1 } as never });
    assert.equal(started.headers.get(header), 'colour');
    assert.match(String(started.headers.get('access-control-expose-headers')), /\bx-svc-ignored-fields\b/);
    const signIn = await service.call(linkWithPassword, {
      token,
      params: { provider: 'quartz_scale' },
      body: { username: 'ok@example.com', password: 'good', user_name: 'x' } as never,
    });
    assert.deepEqual([signIn.status, slipsOf(signIn.detail)], [422, [['user_name', 'username']]]);
  });
});

describe('a parameter of a query', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    service.app.request(path, { ...init, headers: { 'x-svc-api-key': apiKey, ...init.headers } });
  const refusedFor = async (path: string) => {
    const response = await ask(path);
    assert.equal(response.status, 422, path);
    const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
    assert.ok(detail.every(({ loc }) => loc[0] === 'query'));
    return slipsOf(detail);
  };

  it('that is misspelt is refused, and the answer names the right one', async () => {
    assert.deepEqual(await refusedFor('/v2/user/?limits=10'), [['limits', 'limit']]);
    assert.deepEqual(await refusedFor('/v2/user?Limit=10&off-set=1'), [
      ['Limit', 'limit'],
      ['off-set', 'offset'],
    ]);
  });

  it('that is a list has no brackets in its name', async () => {
    const area = '/v3/order/area/info?zip_code=85004';
    assert.deepEqual(await refusedFor(`${area}&labs[]=alder_labs&labs%5B%5D=birch_diagnostics`), [
      ['labs[]', 'labs'],
    ]);
    assert.deepEqual(await refusedFor(`${area}&labs[0]=alder_labs`), [['labs[0]', 'labs']]);
  });

  it('that is unknown is ignored and named once, beside the fields of the body', async () => {
    const list = await ask('/v2/user?shoe_size=44&limit=1&shoe_size=45&colour=blue');
    assert.deepEqual([list.status, list.headers.get(header)], [200, 'shoe_size, colour']);
    const made = await ask('/v2/user?colour=blue', {
      method: 'POST',
      body: JSON.stringify({ client_user_id: 'of a query', shoe_size: 44 }),
    });
    assert.deepEqual([made.status, made.headers.get(header)], [200, 'colour, shoe_size']);
    assert.equal((await ask('/v2/user?limit=1&limit=2')).headers.get(header), null);
  });

  it('is known if the contract has it', () => {
    for (const [id, { endpoint }] of Object.entries<Operation>(operations)) {
      if (!endpoint.query) continue;
      const all = everyField(endpoint.query);
      assert.deepEqual(unknownFields(endpoint.query, all), { slips: [], ignored: [] }, id);
    }
  });
});

/** A value with every field that a schema knows. */
function everyField(schema: z.ZodMiniType): unknown {
  const { type, shape, element, innerType, options } = schema._zod.def as unknown as {
    type: string;
    shape: Record<string, z.ZodMiniType>;
    element: z.ZodMiniType;
    innerType?: z.ZodMiniType;
    options?: z.ZodMiniType[];
  };
  if (type === 'object')
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, everyField(field)]));
  if (type === 'array') return [everyField(element)];
  if (innerType) return everyField(innerType);
  return options ? (options.map(everyField).find((value) => value !== null) ?? null) : null;
}
