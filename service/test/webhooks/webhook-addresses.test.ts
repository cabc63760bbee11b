import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { post } from '../../src/webhooks/post.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

describe('a post', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const never = new AbortController().signal;
  const send = (url: string, allowPrivate: boolean, milliseconds?: number) =>
    post({ url, headers: {}, body: '{}' }, allowPrivate, never, milliseconds);

  it('reaches no private address, neither by a number nor by a name', async () => {
    const { port } = new URL(receiver.url);
    const problem = 'not sent: the host has a private address, to which this service sends nothing';
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433', '[::ffff:7f00:1]'])
      assert.deepEqual(await send(`https://${host}:${port}/`, false), { status: undefined, problem }, host);
    assert.deepEqual(await send(receiver.url, false), {
      status: undefined,
      problem: 'not sent: the address is not https, which this service requires',
    });
    assert.equal(receiver.received.length, 0);
    assert.equal((await send(`http://localhost:${port}/`, true)).status, 204);
  });

  it('ends if no answer comes, and says so', async () => {
    receiver.answer = () => undefined;
    const ended = await send(receiver.url, true, 50);
    assert.equal(ended.status, undefined);
    assert.match('problem' in ended ? ended.problem : '', /^no answer within/);
  });

  it('uses only the status of an answer that never ends', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('a'.repeat(100_000));
    assert.equal((await send(receiver.url, true, 5000)).status, 200);
  });

  it('reuses a connection, and makes a new one if it was just closed', async () => {
    const requests = new Map<Socket, number>();
    const hangUp = new Set<Socket>();
    const server = createServer((request, response) => {
      requests.set(request.socket, (requests.get(request.socket) ?? 0) + 1);
      if (hangUp.has(request.socket)) request.socket.destroy();
      else request.resume().once('end', () => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (let n = 0; n < 3; n++) assert.equal((await send(url, true)).status, 204);
    assert.deepEqual([...requests.values()], [3]);

    for (const socket of requests.keys()) hangUp.add(socket);
    assert.equal((await send(url, true)).status, 204);
    assert.deepEqual([...requests.values()], [4, 1]);

    // A server that closes new connections too does not answer.
    server.on('connection', (socket: Socket) => hangUp.add(socket));
    for (const socket of requests.keys()) hangUp.add(socket);
    assert.deepEqual(await send(url, true), {
      status: undefined,
      problem: 'the connection failed (ECONNRESET)',
    });
    server.close();
    server.closeAllConnections();
  });

  it('rejects if the service stops, so that its job begins again', async () => {
    receiver.answer = () => undefined;
    const stop = new AbortController();
    const sent = post({ url: receiver.url, headers: {}, body: '' }, true, stop.signal);
    await receiver.until(receiver.received.length + 1);
    stop.abort(new Error('stopping'));
    await assert.rejects(sent, /stopping/);
  });
});
