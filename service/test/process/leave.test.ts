// How a process ends when it is told to: what a balancer sees, and when the process is gone.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, it } from 'vitest';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, startChild } from '../support/child-service.js';

const folder = newDataFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const drain = 6;
const env = { DATA_DIR: folder, DRAIN_SECONDS: String(drain), LOG_LEVEL: 'error' };

describe('a process that is told to stop', () => {
  it('says that it leaves, goes on answering for a while, and ends', async () => {
    const service = await startChild(env);
    const ready = () => fetch(`${service.url}/ready`);
    const before = await ready();
    assert.equal(before.status, 200);
    assert.equal(before.headers.get('keep-alive'), 'timeout=75');

    const told = performance.now();
    const ended = service.end('SIGTERM');
    let answer = await ready();
    while (answer.status === 200) answer = await ready();
    assert.match(await answer.text(), /"stopping"/);
    assert.equal(answer.headers.get('connection'), 'close');
    const made = await fetch(`${service.url}/v2/user`, {
      method: 'POST',
      headers: { 'x-svc-api-key': sandboxKeys.apiKey },
      body: JSON.stringify({ client_user_id: 'late' }),
    });
    assert.equal(made.status, 200);
    assert.equal(await ended, 0);
    assert.ok(performance.now() - told >= drain * 1000);
    assert.doesNotMatch(service.output(), /"level":50/);
  });

  it('goes at once where it is told twice', async () => {
    const service = await startChild({ ...env, DRAIN_SECONDS: '10' });
    const told = performance.now();
    const ended = service.end('SIGTERM');
    while ((await fetch(`${service.url}/ready`)).status === 200);
    void service.end('SIGTERM');
    assert.equal(await ended, 0);
    assert.ok(performance.now() - told < 10_000);
  });

  it('waits for no connection that has sent nothing', async () => {
    const service = await startChild({ ...env, DRAIN_SECONDS: '0' });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    // This connection is accepted after the other one.
    await (await fetch(`${service.url}/health`)).text();
    const told = performance.now();
    assert.equal(await service.end('SIGTERM'), 0);
    assert.ok(performance.now() - told < 10_000);
    await closed;
  });

  const isGone = async () => {
    const service = await startChild({ ...env, DRAIN_SECONDS: '10' });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /v2/user HTTP/1.1\r\nHost: localhost\r\nX-Svc-Api-Key: ${sandboxKeys.apiKey}\r\nContent-Length: 9\r\n\r\n{`,
    );
    const closed = once(socket, 'close');
    // This is answered after the service has begun to read the other request.
    await fetch(`${service.url}/health`);
    const told = performance.now();
    assert.equal(await service.end('SIGTERM'), 0);
    const seconds = (performance.now() - told) / 1000;
    assert.ok(seconds < 30, `${seconds} s`);
    await closed;
  };
  // This test takes nearly 30 seconds.
  if (process.env['LONG']) it('is gone within 30 seconds, whoever still sends something', isGone);
});
