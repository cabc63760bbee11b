// Reads what a provider offers by notices, in the simplest way: asks for some days, and fetches what the notices name.
import assert from 'node:assert/strict';
import type { ApiRequest } from '../../src/adapters/api.js';
import type { Adapter, DayWindow } from '../../src/adapters/index.js';
import { addDays } from '../../src/work/index.js';

interface Asking {
  readonly adapter: Adapter;
  readonly account: string;
  readonly window: DayWindow;
  readonly api: { send(request: ApiRequest): Promise<unknown> };
  /** The bodies of notices. This function removes the ones that it reads. */
  readonly told: string[];
}

/** Records by collection. Asks for one more day before the window, because the window's days are not days of UTC. */
export async function readOffered({
  adapter,
  account,
  window,
  api,
  told,
}: Asking): Promise<Record<string, unknown[]>> {
  const { collections, notices } = adapter;
  const wider = { from: addDays(window.from, -1), until: window.until };
  const records: Record<string, unknown[]> = {};
  for (const [name, collection] of Object.entries(collections)) {
    records[name] = [];
    const asked = collection.request({ window: wider, account, cursor: null });
    const answer = collection.read(await api.send(asked), { window: wider, account, cursor: null });
    assert.deepEqual(answer.records, []);
  }
  for (const body of told.splice(0)) {
    const request = { method: 'POST', headers: new Headers(), query: new URLSearchParams(), body };
    for (const { offer } of notices?.read(request) ?? []) {
      const collection = offer && collections[offer.collection];
      assert.ok(collection, body);
      const answer = await api.send({ to: offer.to });
      const page = collection.read(answer, { window: wider, account, cursor: null });
      assert.deepEqual([page.misfits, page.next], [[], null]);
      records[offer.collection]?.push(...page.records);
    }
  }
  return records;
}
