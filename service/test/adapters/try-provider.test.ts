// Trying out a real account, here with simulators over a socket.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { describe, it } from 'vitest';
import { placesOf, type Tried, tryProvider } from '../../demo/try-provider.js';
import { adapters } from '../../src/adapters/index.js';
import { rows } from './matrix/rows.js';

const until = '2026-11-10';

/** Tries a provider's simulator. `change` may change its answers. */
async function tried(slug: string, change: (text: string) => string = (text) => text): Promise<Tried> {
  const row = rows.find((each) => each.slug === slug) ?? assert.fail();
  const accountOf = (token: string) => (token === 'good' ? '4711' : undefined);
  const simulator = row.simulate({ accountOf, until }, { authorize: '', token: '', revoke: '', api: '' });
  const listener = getRequestListener(async (request) => {
    const answer = await simulator.app.fetch(request);
    return new Response(change(await answer.text()), answer);
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // The address of a TCP server has this type.
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const adapter = adapters.find((each) => each.slug === slug) ?? assert.fail();
    return await tryProvider({ adapter, api, accessToken: 'good', until, days: 7 });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a look at an account', () => {
  it.each(['oura', 'withings', 'dexcom'])('of %s finds that all fits, and shows no value', async (slug) => {
    const values = new Set<string>();
    const { lines, fits } = await tried(slug, (text) => {
      for (const [value] of text.matchAll(/\d{4}-\d\d-\d\dT[\d:]+|egv-\d+|"[sdwn]-2026[^"]*"/g))
        values.add(value);
      return text;
    });
    const printed = lines.join('\n');
    assert.ok(fits, printed);
    assert.ok(lines.some((line) => / {2}(time|date|whole number)/.test(line)));
    for (const value of values) assert.ok(!printed.includes(value), value);
    assert.doesNotMatch(printed, /2026|4711|good/);
  });

  it.each([
    ['a record that does not fit', 'replace'],
    ['what fits of none', 'replaceAll'],
  ] as const)('names the place of %s', async (_name, replace) => {
    const { lines, fits } = await tried('oura', (text) => text[replace]('"bedtime_end":', '"bedtime_over":'));
    assert.equal(fits, false);
    assert.equal(
      lines.filter((line) => /DOES NOT FIT {2}for the adapter: bedtime_end invalid_type/.test(line)).length,
      1,
      lines.join('\n'),
    );
  });

  it('takes keys that are values for values', () => {
    assert.deepEqual(
      [...placesOf({ beats: { '23:10': 61 }, days: [{ date: '2026-01-01' }, { date: null }] })],
      [
        ['.beats.…', new Set(['whole number'])],
        ['.days[].date', new Set(['date', 'null'])],
      ],
    );
  });
});
