// Receivers that answer at once but never end their answers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { lanes } from '../../src/jobs/lanes.js';
import { post } from '../../src/webhooks/post.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { hooked } from './hooked.js';

/** Sends the head and a first byte, and nothing more. */
const begin = (response: ServerResponse): void => void response.writeHead(200).write('.');

describe('an answer whose body does not end', () => {
  let service: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  });
  afterAll(async () => {
    await service.stop({ madeUpEvents: true });
    await receiver.close();
  });

  it('keeps the place of its delivery, so that no team holds more connections than it has places', async () => {
    const { perGroup = 0 } = lanes.webhook;
    const hook = await hooked(service, receiver);
    const open = new Set<ServerResponse>();
    let most = 0;
    receiver.answer = (response) => {
      open.add(response);
      most = Math.max(most, open.size);
      response.once('close', () => open.delete(response));
      begin(response);
    };
    const all = 5 * perGroup;
    for (let event = 0; event < all; event++) await hook.emit();
    await receiver.until(all);
    // A closed connection may be seen right after the next one.
    assert.ok(most < 2 * perGroup, `${most} at once`);
  });

  it('counts by its status, and its connection is closed', async () => {
    const server = createServer((_request, response) => begin(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const closed = new Promise<void>((resolve) =>
      server.once('connection', (socket) => socket.once('close', () => resolve())),
    );
    const message = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      headers: {},
      body: '{}',
    };
    // Longer than this test may take.
    const posted = await post(message, true, new AbortController().signal, 600_000);
    assert.equal(posted.status, 200);
    await closed;
    server.close();
  }, 20_000);
});
