// Imports whose bodies do not arrive keep no other team out, however many one team begins.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, it, vi } from 'vitest';
import { bulkImport } from 'svc-link/contract';
import { newBulkTeam, provider, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** How many requests are answered at once, and how many bodies of one team may still be on their way. */
const most = 20;
const ofOneTeam = 2;

/** An import whose head and first byte were sent. */
interface Unfinished {
  readonly socket: Socket;
  /** The answer that has arrived so far. */
  answer: string;
}

describe('a service whose callers do not send the bodies of their imports', () => {
  let service: TestService;
  let server: Server;
  let busy: BulkTeam;
  let other: BulkTeam;
  let port: number;
  let held: Unfinished[] = [];
  const received = new Set<Socket>();
  beforeAll(async () => {
    service = await startTestService({ MAX_REQUESTS: String(most) });
    // Without other settings it makes an HTTP/1.1 server.
    server = createAdaptorServer({ fetch: service.app.fetch }) as Server;
    server.on('connection', (socket) => received.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    [busy, other] = [await newBulkTeam(service), await newBulkTeam(service)];
  });
  afterEach(() => {
    vi.useRealTimers();
    leave(...held);
    held = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await service.stop();
  });

  const bodyOf = async (team: BulkTeam) => {
    const [user = ''] = await team.users(1);
    return JSON.stringify({ provider, connections: [recipeFor(user)], wait_for_completion: true });
  };
  const begin = ({ apiKey }: BulkTeam, length: number): Unfinished => {
    const socket = connect(port, '127.0.0.1');
    const unfinished: Unfinished = { socket, answer: '' };
    held.push(unfinished);
    socket.on('data', (bytes) => (unfinished.answer += String(bytes)));
    const lines = [`x-svc-api-key: ${apiKey}`, `Content-Length: ${length}`, 'Host: localhost', '', ''];
    socket.write([`POST ${bulkImport.path} HTTP/1.1`, ...lines].join('\r\n') + '{');
    return unfinished;
  };
  const leave = (...left: readonly Unfinished[]): void => {
    for (const { socket } of left) socket.destroy();
  };
  const statusOf = async (path: string, { apiKey }: BulkTeam, body?: string) => {
    const init = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { 'x-svc-api-key': apiKey },
    });
    await response.text();
    return response.status;
  };
  /** Imports until it is no longer refused, because the service notices a moment later that a caller has gone. */
  const importAgain = async (team: BulkTeam, body: string): Promise<number> => {
    for (;;) {
      const status = await statusOf(bulkImport.path, team, body);
      if (status !== 503) return status;
      await turn();
    }
  };

  it('answers another team, and the same team once its bodies have arrived', async () => {
    const body = await bodyOf(busy);
    const begun = Array.from({ length: 2 * most }, () => begin(busy, body.length));
    const waiting = () => begun.filter(({ answer }) => answer === '');
    while (waiting().length > ofOneTeam) await turn();
    for (const { answer } of begun) {
      if (answer !== '') assert.match(answer, /^HTTP\/1\.1 503 [^]*retry-after: [1-3]\r\n[^]*"overloaded"/i);
    }
    assert.equal(await statusOf('/v2/user', other), 200);
    assert.equal(await statusOf(bulkImport.path, other, await bodyOf(other)), 200);
    assert.equal(await statusOf('/v2/user', busy), 200);
    assert.equal(await statusOf(bulkImport.path, busy, body), 503);

    const [finished, gone] = waiting();
    assert.ok(finished && gone);
    finished.socket.write(body.slice(1));
    while (finished.answer === '') await turn();
    assert.match(finished.answer, /^HTTP\/1\.1 200 /);
    assert.equal(await statusOf(bulkImport.path, busy, body), 200);
    // The place of a caller who has gone is free for others, too.
    begin(busy, body.length);
    leave(gone);
    assert.equal(await importAgain(busy, body), 200);
  });

  it('accepts the long import of another team beside those of one team', async () => {
    const long = ' '.repeat(2 * 1024 * 1024);
    for (let n = 0; n < ofOneTeam; n++) begin(busy, long.length);
    // Once there is no room for a third import, the service waits for both.
    while ((await statusOf(bulkImport.path, busy, '{}')) !== 503) await turn();
    assert.equal(await statusOf(bulkImport.path, other, (await bodyOf(other)) + long), 200);
    leave(...held);
    assert.equal(await importAgain(busy, (await bodyOf(busy)) + long), 200);
  });

  it('refuses bodies that stop arriving, and lets others arrive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const part = ' '.repeat(1024 * 1024);
    received.clear();
    const coming = begin(busy, 3 * part.length);
    const stalled = [begin(other, 20), begin(other, 20)];
    while (vi.getTimerCount() < 3) await turn();
    coming.socket.write(part);
    while (![...received].some(({ bytesRead }) => bytesRead > part.length)) await turn();
    await vi.advanceTimersByTimeAsync(30_000);
    while (stalled.some(({ answer }) => answer === '')) await turn();
    for (const { answer } of stalled) assert.match(answer, /^HTTP\/1\.1 408 [^]*too slowly/);
    assert.equal(coming.answer, '');
    await vi.advanceTimersByTimeAsync(30_000);
    while (coming.answer === '') await turn();
    assert.match(coming.answer, /^HTTP\/1\.1 408 /);
    assert.equal(await statusOf(bulkImport.path, other, await bodyOf(other)), 200);
  });

  it('refuses long bodies that arrive slowly while another team waits for their place', async () => {
    const third = await newBulkTeam(service);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const part = ' '.repeat(1024 * 1024);
    received.clear();
    const slow = [begin(busy, 60 * part.length), begin(other, 60 * part.length)];
    while (vi.getTimerCount() < 2) await turn();
    /** A period in which some more of both arrives, as fast as is enough while nobody waits. */
    let parts = 0;
    const period = async (): Promise<void> => {
      parts++;
      for (const { socket } of slow) socket.write(part);
      while ([...received].filter(({ bytesRead }) => bytesRead > parts * part.length).length < 2)
        await turn();
      await vi.advanceTimersByTimeAsync(30_000);
    };
    for (let periods = 0; periods < 3; periods++) await period();
    assert.deepEqual(
      slow.map(({ answer }) => answer),
      ['', ''],
    );
    const body = (await bodyOf(third)) + ' '.repeat(2 * part.length);
    const waits = begin(third, body.length);
    waits.socket.write(body.slice(1));
    // One period may have begun before it waits, and one passes until it has waited for a whole one.
    for (let periods = 0; periods < 3 && slow.every(({ answer }) => answer === ''); periods++) await period();
    while (slow.every(({ answer }) => answer === '')) await turn();
    const [refused, ...others] = slow.filter(({ answer }) => answer !== '');
    assert.match(refused?.answer ?? '', /^HTTP\/1\.1 408 [^]*too slowly/);
    // One place is enough for it.
    assert.deepEqual(others, []);
    while (waits.answer === '') await turn();
    assert.match(waits.answer, /^HTTP\/1\.1 200 /);
  });
});
