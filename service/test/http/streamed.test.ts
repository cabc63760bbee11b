import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it, vi } from 'vitest';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { type Env, streamedJson } from '../../src/http/index.js';

/** Endless texts, how many were made, and when the last one was made. */
function endless() {
  let made = 0;
  let over = (): void => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  async function* texts(): AsyncGenerator<string> {
    try {
      for (; ; made++) yield await Promise.resolve(randomBytes(50_000).toString('hex'));
    } finally {
      over();
    }
  }
  return { texts, ended, made: () => made };
}

describe.each(['identity', 'gzip', 'br'])('an answer that is made while it is sent as %s', (coding) => {
  it('is made no faster than it is read, and no further once the reader has gone', async () => {
    const { texts, ended, made } = endless();
    let sent: Promise<void> | undefined;
    const app = new Hono<Env>();
    app.get('/', async (c) => {
      const answer = await streamedJson(c, 'one', texts());
      sent = c.get('untilSent');
      return answer;
    });
    const { body } = await app.request('/', { headers: { 'accept-encoding': coding } });
    const reader = (body ?? assert.fail()).getReader();
    for (let taken = 0; taken < 300_000;) taken += (await reader.read()).value?.length ?? assert.fail();
    assert.ok(made() < 20, `${made()} texts`);
    await reader.cancel();
    await Promise.all([ended, sent ?? assert.fail()]);
  });
});

describe('an answer whose reader has gone', () => {
  it('is not an error, even if the next part comes', async () => {
    let makeNext = (): void => undefined;
    const next = new Promise<void>((resolve) => (makeNext = resolve));
    const broken: unknown[] = [];
    async function* texts(): AsyncGenerator<string> {
      yield 'a';
      await next;
      yield 'b';
    }
    let sent: Promise<void> | undefined;
    const app = new Hono<Env>();
    app.get('/', async (c) => {
      c.set('onBrokenOff', (error) => broken.push(error));
      const answer = await streamedJson(c, 'one', texts());
      sent = c.get('untilSent');
      return answer;
    });
    const { body } = await app.request('/');
    const reader = (body ?? assert.fail()).getReader();
    await reader.read();
    const cancelled = reader.cancel();
    makeNext();
    await Promise.all([cancelled, sent ?? assert.fail()]);
    assert.deepEqual(broken, []);
  });
});

describe('an answer that breaks off', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([0, 1, 20])('tells the reason to the log only (after %d more texts)', async (more) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const reason = new Error('what the row of a person holds');
    const broken: unknown[] = [];
    async function* texts(): AsyncGenerator<string> {
      for (let made = 0; made <= more; made++) yield await Promise.resolve('a');
      throw reason;
    }
    const app = new Hono<Env>();
    app.get('/', (c) => {
      c.set('onBrokenOff', (error) => broken.push(error));
      return streamedJson(c, 'one', texts());
    });
    const listener = getRequestListener(app.fetch);
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      // A TCP server's address has this type.
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.end('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      const received = await text(socket);
      assert.deepEqual(broken, [reason]);
      for (const each of [received, ...printed.mock.calls.flat().map(String)])
        assert.ok(!each.includes(reason.message), each);
    } finally {
      server.close();
    }
  });
});
