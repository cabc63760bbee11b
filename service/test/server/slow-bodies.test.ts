// A caller whose body does not arrive keeps nobody else out.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { ApiError, type Env, receiveBody } from '../../src/http/index.js';
import { createLog } from '../../src/server/log.js';
import { sandboxKeys, startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

describe('a service that answers one request at a time', () => {
  let service: RunningService;
  const slow: Socket[] = [];
  beforeAll(async () => {
    const env = { PORT: '0', SVC_MASTER_KEY: randomBytes(32).toString('hex'), MAX_REQUESTS: '1' };
    service = await startService({ ...readSettings(env), storage: { kind: 'memory' } }, createLog('silent'));
  });
  afterAll(async () => {
    for (const socket of slow) socket.destroy();
    await service.stop();
  });

  /** Sends the head of a request whose body never arrives. */
  const announce = (...lines: string[]): Socket => {
    const socket = connect(Number(new URL(service.publicUrl).port), '127.0.0.1');
    slow.push(socket);
    socket.write([...lines, 'Host: localhost', '', ''].join('\r\n'));
    return socket;
  };

  for (const [name, line] of [
    ['announced', 'Content-Length: 20'],
    ['sent in pieces', 'Transfer-Encoding: chunked'],
  ] as const)
    it(`answers others while a body that was ${name} does not arrive`, async () => {
      for (const path of ['/v2/link/start', '/link/']) {
        // The service asks for the body when it has the head.
        const [asked] = await once(announce(`POST ${path} HTTP/1.1`, line, 'Expect: 100-continue'), 'data');
        assert.match(String(asked), /^HTTP\/1.1 100 /);
      }
      const headers = { 'x-svc-api-key': sandboxKeys.apiKey };
      const answer = await fetch(`${service.publicUrl}/v2/user`, { headers });
      assert.equal(answer.status, 200);
      const made = await fetch(`${service.publicUrl}/v2/user`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ client_user_id: name }),
      });
      assert.equal(made.status, 200);
    });

  it('refuses a caller without a key before the body arrives, if the body is read later', async () => {
    for (const [path, status] of [
      ['/v2/link/bulk_import', 401],
      ['/providers/oura/notices/junk', 404],
    ] as const) {
      const lines = [`POST ${path} HTTP/1.1`, 'Content-Length: 20', 'Connection: close'];
      assert.equal((await text(announce(...lines))).split(' ')[1], String(status), path);
    }
  });
});

it('a body that takes too long is refused', async () => {
  const app = new Hono<Env>().use(receiveBody(() => false)).post('/', (c) => c.text('read'));
  app.onError((error) => new Response(null, { status: error instanceof ApiError ? error.status : 500 }));
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-length': '20' },
    body: new ReadableStream(),
    duplex: 'half',
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked = Promise.resolve(app.request('/', init));
    await vi.advanceTimersByTimeAsync(30_000);
    assert.equal((await asked).status, 408);
  } finally {
    vi.useRealTimers();
  }
});
