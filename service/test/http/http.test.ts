import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLinkToken } from 'svc-link/contract';
import { operations, type Operation } from '../../src/openapi/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => service.app.request(path, { headers });
const answered = async (from: Promise<Response>) => {
  const response = await from;
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('every answer', () => {
  it('has an id, is not stored, and its type is not guessed', async () => {
    const seen = new Set<string | null>();
    for (const path of ['/health', '/nowhere', '/v2/link/state', '/v2/providers']) {
      const { headers } = await get(path);
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      seen.add(headers.get('x-request-id'));
    }
    assert.equal(seen.size, 4);
  });

  it('is JSON if it is a refusal', async () => {
    for (const [method, path, status] of [
      ['GET', '/nowhere', 404],
      ['POST', '/providers/nobody/logo.svg', 405],
      ['GET', '/providers/nobody/logo.svg', 404],
      ['HEAD', '/providers/nobody/logo.svg', 404],
      ['GET', '/../../etc/passwd', 404],
      ['GET', '/v2/link/state', 401],
      ['POST', '/v2/user', 401],
    ] as const) {
      const response = await service.app.request(path, { method });
      assert.equal(response.status, status, `${method} ${path}`);
      assert.equal(response.headers.get('content-type'), 'application/json');
      if (method !== 'HEAD') assert.ok(((await response.json()) as { detail?: unknown }).detail);
    }
  });

  it('names the methods of an address that has other ones', async () => {
    for (const [method, path, allow] of [
      ['POST', '/v2/link/state', 'GET'],
      ['GET', '/v2/link/token', 'POST'],
      ['DELETE', '/v2/user/', 'GET, POST'],
      // Not the user of that name: a path without parameters goes before one with them.
      ['GET', '/v2/user/undo_delete', 'POST'],
      ['HEAD', '/v2/user/undo_delete', 'POST'],
      ['DELETE', '/v2/user/undo_delete/', 'POST'],
      ['OPTIONS', '/v2/user', 'GET, POST'],
      ['PUT', '/sandbox/clock', 'GET, POST'],
      ['PATCH', '/v2/link/connect/aurora_ring', 'GET, POST'],
      ['HEAD', '/v2/link/oauth/x', 'GET'],
      ['HEAD', '/v2/link/provider/oauth/aurora_ring', 'GET'],
    ] as const) {
      const response = await service.app.request(path, { method });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.get('allow'), allow);
      assert.equal(response.headers.get('content-type'), 'application/json');
      assert.equal(
        await response.text(),
        method === 'HEAD' ? '' : `{"detail":"This address answers ${allow} only."}`,
      );
    }
  });

  // spec 4.5.2
  it('is the same with and without a slash at the end', async () => {
    for (const path of ['/health', '/v2/providers', '/v2/link/state', '/sandbox/clock']) {
      assert.equal((await get(`${path}/`)).status, (await get(path)).status, path);
    }
    const key = { 'x-svc-api-key': sandboxKeys.apiKey };
    assert.equal((await get('/v2/providers/', key)).status, 200);
    assert.deepEqual(await (await get('/v2/user/', key)).json(), await (await get('/v2/user', key)).json());
    for (const { method, path } of Object.values<Operation>(operations).map(({ endpoint }) => endpoint)) {
      const one = path.replace(/\{\w+\}/g, randomUUID()).replace(/\/$/, '');
      const [without, withSlash] = await Promise.all(
        [one, `${one}/`].map((url) => service.app.request(url, { method })),
      );
      assert.equal(withSlash?.status, without?.status, `${method} ${path}`);
      assert.ok(without?.status !== 404 && without?.status !== 405, `${method} ${path}`);
    }
  });

  it('is a plain sentence if something failed in the service', async () => {
    const { db } = service.deps;
    const failing = {
      ...service.deps,
      db: new Proxy(db, {
        get: () => () => {
          throw new Error('secret detail');
        },
      }),
    };
    const { createApp } = await import('../../src/server/app.js');
    const response = await createApp(failing).request('/v2/providers', { headers: { 'x-svc-api-key': 'x' } });
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), { detail: 'Something went wrong here.' });
    assert.match(service.logged(), /request failed/);
  });
});

describe('pages of other origins', () => {
  const linkPaths = [
    '/v2/link/start',
    '/v2/link/state',
    '/v2/link/providers',
    '/v2/link/provider/password/quartz_scale',
    '/v2/link/provider/password/quartz_scale/complete_mfa',
    '/v2/link/provider/oauth/aurora_ring',
    // Every path is also answered with a slash at its end.
    '/v2/link/start/',
    '/v2/link/state/',
    '/v2/link/providers/',
    '/v2/link/provider/password/quartz_scale/',
    '/v2/link/provider/oauth/aurora_ring/',
  ];
  const others = [
    '/v2/link/token',
    '/v2/link/token/isValid',
    '/v2/link/session/11111111-1111-4111-8111-111111111111',
    '/v2/link/connect/aurora_ring',
    '/v2/link/oauth/x',
    '/v2/user',
    '/v2/providers',
    '/sandbox/clock',
    '/health',
  ];

  it('may send requests to the link endpoints', async () => {
    for (const path of linkPaths) {
      const response = await service.app.request(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      });
      assert.equal(response.status, 204, path);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /x-svc-link-token/);
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /GET, POST/);
      assert.equal(response.headers.get('access-control-max-age'), '86400');
      assert.equal(response.headers.get('access-control-allow-credentials'), null);
    }
  });

  it('may read the answers of the link endpoints, also refusals', async () => {
    for (const method of ['GET', 'POST']) {
      for (const path of linkPaths) {
        const { headers } = await service.app.request(path, { method });
        assert.equal(headers.get('access-control-allow-origin'), '*', `${method} ${path}`);
        assert.equal(
          headers.get('access-control-expose-headers'),
          'Retry-After, x-request-id, x-svc-ignored-fields',
        );
        assert.equal(headers.get('access-control-allow-credentials'), null);
      }
    }
  });

  it('may read nothing else', async () => {
    for (const path of others) {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const { headers } = await service.app.request(path, {
          method,
          headers: { origin: 'https://app.example.com' },
        });
        assert.equal(headers.get('access-control-allow-origin'), null, `${method} ${path}`);
      }
    }
  });
});

describe('a body', () => {
  const send = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
    service.app.request('/v2/user', {
      method: 'POST',
      headers: { 'x-svc-api-key': sandboxKeys.apiKey, ...headers },
      body,
      duplex: 'half',
    } as RequestInit);
  const text = JSON.stringify({ client_user_id: 'a', more: 'x'.repeat(1024 * 1024) });

  it('of more than 1 MiB is refused after the caller, whether its length is declared or not', async () => {
    const asStream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      });
    for (const [headers, status] of [
      [{}, 413],
      [{ 'idempotency-key': 'large' }, 413],
      [{ 'x-svc-api-key': '' }, 401],
      [{ 'x-svc-api-key': 'sk_unknown' }, 401],
      [{ 'x-svc-api-key': sandboxKeys.managementKey }, 403],
    ] as const) {
      const declared = await send(text, { 'content-length': String(text.length), ...headers });
      const inPieces = await send(asStream(), headers);
      assert.deepEqual([declared.status, inPieces.status], [status, status], JSON.stringify(headers));
      if (status !== 413) continue;
      for (const answer of [declared, inPieces])
        assert.deepEqual(await answer.json(), { detail: 'The body is larger than 1 MiB.' });
    }
  });

  it('that is not JSON is refused with the place of the mistake', async () => {
    for (const body of ['{', 'a=b', '', 'undefined', '{"client_user_id":"a"} {}']) {
      const response = await send(body);
      assert.equal(response.status, 422, body);
      const { detail } = (await response.json()) as { detail: { loc: unknown; type: string }[] };
      assert.deepEqual([detail[0]?.loc, detail[0]?.type], [['body'], 'json_invalid']);
    }
  });

  it('may be nested deeply without harm', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.equal((await send(`{"client_user_id": ${deep}}`)).status, 422);
  });
});

describe('a long answer', () => {
  const start = async (accepted: string) => {
    const { token } = await service.newToken();
    return service.app.request('/v2/link/start', {
      method: 'POST',
      headers: { 'accept-encoding': accepted },
      body: JSON.stringify({ link_token: token }),
    });
  };
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

  it('is compressed for callers that accept that, and says that it may differ', async () => {
    const plain = await start('identity');
    assert.equal(plain.headers.get('content-encoding'), null);
    const length = (await plain.arrayBuffer()).byteLength;
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, GZIP;q=0.5', 'gzip'],
    ] as const) {
      const { headers, ...response } = await answered(start(accepted));
      assert.equal(headers.get('content-encoding'), coding);
      assert.equal(headers.get('vary'), 'accept-encoding');
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(response.bytes.length * 3 < length, `${response.bytes.length} of ${length}`);
      const { providers } = JSON.parse(unpack[coding](response.bytes).toString()) as { providers: unknown[] };
      assert.equal(providers.length, 28);
    }
    for (const accepted of ['', 'deflate', 'br;q=0.0']) {
      assert.equal((await start(accepted)).headers.get('content-encoding'), null, accepted);
    }
  });

  it('is not compressed if it is short or contains a secret', async () => {
    const packed = { 'accept-encoding': 'br' };
    const refused = await service.app.request('/v2/link/start', { method: 'POST', headers: packed });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('content-encoding'), null);
    assert.match(await refused.text(), /invalid_token/);
    const made = await service.call(createLinkToken, {
      apiKey: sandboxKeys.apiKey,
      headers: packed,
      body: { user_id: await service.newUser(), app_name: 'a'.repeat(200) },
    });
    assert.equal(made.headers.get('content-encoding'), null);
  });
});
