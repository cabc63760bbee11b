// The server itself: requests that never reach a route.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createLog } from '../../src/server/log.js';
import { sandboxKeys, startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

describe('the server', () => {
  let service: RunningService;
  beforeAll(async () => {
    const settings = readSettings({
      PORT: '0',
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
      RATE_LIMIT_PER_MINUTE: '2',
    });
    service = await startService({ ...settings, storage: { kind: 'memory' } }, createLog('silent'));
  });
  afterAll(() => service.stop());

  /** Sends the bytes of a request and returns the bytes of the answer. */
  const send = async (...lines: string[]) => {
    const socket = connect(Number(new URL(service.publicUrl).port), '127.0.0.1');
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    const answer = await text(socket);
    return { status: Number(answer.split(' ')[1]), body: answer.split('\r\n\r\n')[1] ?? '' };
  };

  it('refuses bytes that are not an HTTP request, with JSON', async () => {
    for (const lines of [
      ['GET /he\\alth HTTP/1.1', 'Host: localhost'],
      ['GET /health HTTP/1.1', 'Host: a@b'],
      ['OPTIONS * HTTP/1.1', 'Host: localhost'],
    ]) {
      const { status, body } = await send(...lines);
      assert.equal(status, 400, lines[0]);
      assert.match(body, /\{"detail":"The request cannot be read\."\}/);
    }
  });

  it('answers a request that may leave out the host, as the checks of balancers do', async () => {
    for (const path of ['/health', '/ready']) {
      const { status, body } = await send(`GET ${path} HTTP/1.0`);
      assert.deepEqual([status, body], [200, '{"status":"ok"}'], path);
    }
    assert.equal((await send('GET /health HTTP/1.1')).status, 400);
    assert.equal((await send('GET http://attacker.example/health HTTP/1.0')).status, 421);
  });

  it('answers methods that no route has', async () => {
    for (const method of ['TRACE', 'PURGE', 'PUT']) {
      const { status, body } = await send(`${method} /health HTTP/1.1`, 'Host: localhost');
      assert.deepEqual([status, body], [405, '{"detail":"This address answers GET only."}'], method);
    }
  });

  it('refuses a body by its declared length before it arrives', async () => {
    for (const [path, status] of [
      ['/v2/link/start', 413],
      ['/v2/user', 401],
    ] as const) {
      const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 2000000'];
      assert.equal((await send(...head)).status, status);
    }
  });

  it('limits the requests of a key as its settings say', async () => {
    const asked = [];
    for (let n = 0; n < 3; n++)
      asked.push(
        await send('GET /v2/user HTTP/1.1', 'Host: localhost', `X-Svc-Api-Key: ${sandboxKeys.apiKey}`),
      );
    assert.deepEqual(
      asked.map(({ status }) => status),
      [200, 200, 429],
    );
  });

  it('finds no file by a path that leaves the folder', async () => {
    for (const path of [
      '/../../package.json',
      '/cdn/../../package.json',
      '/cdn/..%2f..%2fpackage.json',
      '//cdn/x.js',
    ]) {
      assert.equal((await send(`GET ${path} HTTP/1.1`, 'Host: localhost')).status, 404, path);
    }
  });
});
