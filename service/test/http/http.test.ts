import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { advanceClock, createLinkToken, readClock } from 'svc-link/contract';
import { startJobs } from '../../src/jobs/index.js';
import { operations, type Operation } from '../../src/openapi/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { openInMemory } from '../support/memory-database.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => service.app.request(path, { headers });

describe('every answer', () => {
  it('has an id, is not stored and is not guessed at', async () => {
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

  it('is JSON where it refuses', async () => {
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

  it('names the methods of an address that has others', async () => {
    for (const [method, path, allow] of [
      ['POST', '/v2/link/state', 'GET'],
      ['GET', '/v2/link/token', 'POST'],
      ['DELETE', '/v2/user/', 'GET, POST'],
      ['OPTIONS', '/v2/user', 'GET, POST'],
      ['PUT', '/sandbox/clock', 'GET, POST'],
      ['PATCH', '/v2/link/connect/aurora_ring', 'GET, POST'],
      ['HEAD', '/v2/link/connect/aurora_ring', 'GET'],
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

  it('is a plain sentence where something broke here', async () => {
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
    // Every path answers with a slash at its end, too.
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

  it('may ask at the link endpoints', async () => {
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

  it('read the answers of the link endpoints, refusals included', async () => {
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

  it('read nothing else', async () => {
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

  it('of more than 1 MiB is refused, whether its length is told or not', async () => {
    assert.equal((await send(text, { 'content-length': String(text.length) })).status, 413);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    assert.equal((await send(stream)).status, 413);
  });

  it('that is not JSON is told so, and where', async () => {
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

  it('is sent small to who takes it so, and says that it may differ', async () => {
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

  it('is left as it is where it is short or holds a secret', async () => {
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

const answered = async (from: Promise<Response>) => {
  const response = await from;
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('health', () => {
  it('is live, and ready with its database', async () => {
    assert.equal((await get('/health')).status, 200);
    assert.equal((await get('/ready')).status, 200);
  });

  it('is not ready while it stops', async () => {
    const { createApp } = await import('../../src/server/app.js');
    const app = createApp({ ...service.deps, stopping: AbortSignal.abort() });
    assert.equal((await app.request('/ready')).status, 503);
    assert.equal((await app.request('/health')).status, 200);
  });

  it('is not ready without background jobs, and says so', async () => {
    const { createApp } = await import('../../src/server/app.js');
    const database = await openInMemory();
    const jobs = await startJobs(database.forJobs, service.deps.log);
    const app = createApp({ ...service.deps, jobs });
    assert.equal((await app.request('/ready')).status, 200);
    await jobs.stop();
    const answer = await app.request('/ready');
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /"no_jobs"/);
    await database.close();
  });
});

describe('the sandbox clock', () => {
  it('moves forward and stays there', async () => {
    const before = (await service.call(readClock)).body;
    const moved = await service.call(advanceClock, { body: { advance_seconds: 90 } });
    assert.equal(moved.body.advanced_seconds, before.advanced_seconds + 90);
    const gone = Date.parse(moved.body.now) - Date.parse(before.now);
    assert.ok(gone >= 90_000 && gone < 95_000, `${gone} ms`);
    const row = await service.deps.db.selectFrom('service_clock').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.advanced_seconds, moved.body.advanced_seconds);
  });

  it('never goes back, nor further than its database can say', async () => {
    for (const advance_seconds of [-1, 1.5, '60', null, 31_536_001]) {
      const { status } = await service.call(advanceClock, { body: { advance_seconds } as never });
      assert.equal(status, 422, String(advance_seconds));
    }
    for (let year = 0; year < 9; year++) {
      assert.equal((await service.call(advanceClock, { body: { advance_seconds: 31_536_000 } })).status, 200);
    }
    assert.equal((await service.call(advanceClock, { body: { advance_seconds: 31_536_000 } })).status, 422);
  });

  it('is not moved by a page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const { status } = await service.call(advanceClock, { headers, body: { advance_seconds: 1 } });
    assert.equal(status, 403);
  });

  it('is not there without the embedded mode', async () => {
    const { createApp } = await import('../../src/server/app.js');
    const app = createApp({ ...service.deps, sandboxClock: undefined });
    assert.equal((await app.request('/sandbox/clock')).status, 404);
    assert.equal((await app.request('/sandbox/clock', { method: 'POST', body: '{}' })).status, 404);
  });
});

describe('files', () => {
  before(() => {
    const write = (path: string, text: string) => {
      const file = join(service.deps.filesDirectory, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    };
    write('cdn/svc-link.js', 'export const script = 1;'.repeat(50));
    write('cdn/step-Ab3_x9Qz.js', 'export {};');
    write('hosted/index.html', '<!doctype html><title>Connect</title>');
    write('hosted/assets/index-Ab3_x9Qz.css', 'a{}');
    write('secret.js', 'no');
  });

  it('of the script are for every page, and kept as long as their name says', async () => {
    const script = await get('/cdn/svc-link.js');
    assert.equal(script.status, 200);
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.equal(script.headers.get('access-control-allow-origin'), '*');
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(script.headers.get('cache-control'), 'no-cache');
    const chunk = await get('/cdn/step-Ab3_x9Qz.js');
    assert.match(chunk.headers.get('cache-control') ?? '', /immutable/);
  });

  it('are packed, and not sent again when they are known', async () => {
    const packed = await get('/cdn/svc-link.js', { 'accept-encoding': 'gzip, br' });
    assert.equal(packed.headers.get('content-encoding'), 'br');
    assert.equal(packed.headers.get('vary'), 'accept-encoding');
    assert.ok((await packed.arrayBuffer()).byteLength < 100);
    const zipped = await get('/cdn/svc-link.js', { 'accept-encoding': 'gzip, br;q=0' });
    assert.equal(zipped.headers.get('content-encoding'), 'gzip');
    assert.match(gunzipSync(await zipped.arrayBuffer()).toString(), /^export const script = 1;/);
    const etag = packed.headers.get('etag') ?? '';
    const known = await get('/cdn/svc-link.js', { 'if-none-match': etag });
    assert.equal(known.status, 304);
    assert.equal(known.headers.get('cache-control'), 'no-cache');
    writeFileSync(join(service.deps.filesDirectory, 'cdn/svc-link.js'), 'export const script = 22;');
    const changed = await get('/cdn/svc-link.js', { 'if-none-match': etag });
    assert.equal(await changed.text(), 'export const script = 22;');
  });

  it('of the hosted page run nothing but ours and are never framed or stored', async () => {
    for (const path of ['/link/', '/link']) {
      const { status, headers } = await get(path);
      assert.equal(status, 200);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        assert.ok(policy.split('; ').includes(rule), rule);
      }
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('cross-origin-opener-policy'), null);
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
    assert.equal((await get('/link/assets/index-Ab3_x9Qz.css')).status, 200);
  });

  it('are only those that are served', async () => {
    for (const path of [
      '/cdn/',
      '/cdn/nothing.js',
      '/cdn/..%2fsecret.js',
      '/cdn/%2e%2e/secret.js',
      '/cdn/../secret.js',
      '/cdn/..%5csecret.js',
      '/cdn/.hidden.js',
      '/cdn/svc-link.js%00.map',
      '/link/assets/..%2findex.html',
      '/link/index.html',
      '/secret.js',
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
  });
});
