// A FHIR server at an address with a path, over a socket. The service has to follow the addresses of its next pages.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { smart } from '../../src/adapters/smart.js';
import { createApi, ProviderFailure } from '../../src/provider-http/index.js';
import { createSmartSimulator } from './simulators/smart.js';

const window = { from: '2026-01-01', until: '2026-03-31' };

/** The interface of a server. Its next pages have addresses below `named`, which may be a path, or below its own address. */
async function apiOf(named?: string) {
  const app = new Hono();
  const listener = getRequestListener((request) => app.fetch(request));
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir/r4`;
  const accountOf = (token: string) => (token === 'token' ? 'ada' : undefined);
  const simulator = createSmartSimulator({ accountOf, until: window.until, base: named ?? base });
  app.mount('/fhir/r4', (request) => simulator.app.fetch(request));
  const caller = {
    adapter: smart,
    urls: { api: base, token: base },
    application: { clientId: 'id', clientSecret: 'secret' },
    person: { authorization: 'Bearer token' },
  };
  return { api: createApi({ allowPrivate: true }, caller), base, simulator };
}

async function readAll({
  api,
  base,
}: Pick<Awaited<ReturnType<typeof apiOf>>, 'api' | 'base'>): Promise<unknown[]> {
  const { observations } = smart.collections;
  const records: unknown[] = [];
  let cursor: string | null = null;
  do {
    const context = { window, account: `${base}/Patient/ada`, cursor } as const;
    const body = await api.send(observations!.request(context));
    const page: { records: readonly unknown[]; next: string | null } = observations!.read(body, context);
    records.push(...page.records);
    cursor = page.next;
  } while (cursor !== null);
  return records;
}

it.each([
  ['below the address of the server', undefined],
  ['by their path', '/fhir/r4'],
  ['relative to the page before', '.'],
])('follows next pages that are named %s', async (_, named) => {
  const server = await apiOf(named);
  const records = await readAll(server);
  const from = Date.parse(window.from);
  const had = server.simulator
    .records('ada')
    .observations.filter(({ effectiveDateTime }) => Date.parse(effectiveDateTime ?? '') >= from);
  expect(records).toHaveLength(had.length);
  expect(server.simulator.requests.length).toBe(Math.ceil(had.length / 50));
});

it('sends the token nowhere else, though a server says so', async () => {
  const server = await apiOf('https://elsewhere.test/fhir/r4');
  await expect(readAll(server)).rejects.toThrow(ProviderFailure);
  expect(server.simulator.requests).toHaveLength(1);
});
