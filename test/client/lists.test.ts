import { expect } from '@open-wc/testing';
import { createClient } from '../../src/client/index.js';
import { Network, json } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';
const account = '00000000-0000-4000-8000-00000000000b';
const options = { apiKey: 'k', managementKey: 'm' };

const test = (name: string) => ({
  ...{ id, slug: name, name, description: '', sample_type: 'blood', fasting: false, price: 'included' },
  ...{ turnaround_days: 2, lab: { id: 1, slug: 'alder_labs', name: 'Alder' } },
});
const marker = (name: string) => ({
  ...{ id: 1, name, slug: name, description: '', lab_id: 1, provider_id: 'p', type: 'panel', unit: null },
  ...{ price: 'included', expected_results: [] },
});
const order = (name: string) => ({
  ...{ id: name, team_id: id, user_id: id, lab_test: test('t'), status: 'received', interpretation: null },
  ...{ results: null, appointment: null, created_on: '2026-05-01', updated_on: '2026-05-01' },
});

/** Reads a list to its end. Returns its items, and the addresses and bodies of the requests. */
async function read<Item>(
  pages: readonly object[],
  list: (client: ReturnType<typeof createClient>) => AsyncGenerator<Item, void, undefined>,
): Promise<{ items: Item[]; asked: (string | undefined)[]; bodies: unknown[] }> {
  const network = new Network().answers(...pages.map((page) => json(page)));
  const items: Item[] = [];
  for await (const item of list(createClient({ ...network.options, ...options }))) items.push(item);
  const asked = network.sent.map(({ url }) => url.replace('https://service.example', ''));
  return { items, asked, bodies: network.sent.map(({ body }) => body) };
}
const counts = { total: 3, page: 1, size: 100, pages: 2 };
const numbered = (field: string, ...pages: object[][]) =>
  [...pages, []].map((items) => ({ [field]: items, ...counts }));

describe('a list that is read page by page', () => {
  it('has the tests of all accounts, or of one', async () => {
    const pages = numbered('lab_tests', [test('a'), test('b')], [test('c')]);
    const all = await read(pages, (client) => client.labTests());
    expect(all.items.map(({ name }) => name)).to.deep.equal(['a', 'b', 'c']);
    expect(all.asked).to.deep.equal([1, 2, 3].map((page) => `/v3/lab_tests?page=${page}&size=100`));

    const { asked } = await read(numbered('lab_tests'), (client) => client.labTests(account));
    expect(asked).to.deep.equal([`/v3/lab_tests?lab_account_id=${account}&page=1&size=100`]);
  });

  it('has what a test measures', async () => {
    const pages = numbered('markers', [marker('a')], [marker('b')]);
    const { items, asked } = await read(pages, (client) => client.labTestMarkers(id, account));
    expect(items.map(({ name }) => name)).to.deep.equal(['a', 'b']);
    expect(asked).to.deep.equal(
      [1, 2, 3].map((page) => `/v3/lab_tests/${id}/markers?lab_account_id=${account}&page=${page}&size=100`),
    );
  });

  it('has what several tests measure together', async () => {
    const set = { lab_test_ids: [id] };
    const pages = numbered('markers', [marker('a')], [marker('b')]);
    const { items, asked, bodies } = await read(pages, (client) => client.orderSetMarkers(set));
    expect(items.map(({ name }) => name)).to.deep.equal(['a', 'b']);
    expect(asked).to.deep.equal(
      [1, 2, 3].map((page) => `/v3/lab_tests/list_order_set_markers?page=${page}&size=100`),
    );
    expect(bodies).to.deep.equal([set, set, set]);
  });

  it('has all orders, or those with an interpretation, by a cursor', async () => {
    const page = (name: string, next_cursor: string | null) => ({
      ...numbered('orders', [order(name)])[0],
      next_cursor,
    });
    const all = await read([page('a', 'c'), page('b', null)], (client) => client.orders());
    expect(all.items.map((each) => each.id)).to.deep.equal(['a', 'b']);
    expect(all.asked).to.deep.equal(['/v3/orders?size=100', '/v3/orders?next_cursor=c&size=100']);

    const { asked } = await read([page('a', null)], (client) => client.orders('critical'));
    expect(asked).to.deep.equal(['/v3/orders?interpretation=critical&size=100']);
  });

  it('has all orders by their pages, if a service of an earlier version has no cursors', async () => {
    const pages = numbered('orders', [order('a')], [order('b')]).map((each, at) => ({
      ...each,
      page: at + 1,
    }));
    const { items, asked } = await read(pages, (client) => client.orders());
    expect(items.map((each) => each.id)).to.deep.equal(['a', 'b']);
    expect(asked).to.deep.equal([
      '/v3/orders?size=100',
      ...[2, 3].map((n) => `/v3/orders?page=${n}&size=100`),
    ]);
  });

  it('has the requested teams, by a cursor', async () => {
    const team = (name: string) => ({ id, name, created_on: '2026-05-01', region: 'eu' });
    const pages = [
      { teams: [team('a')], next_cursor: 'c' },
      { teams: [team('b')], next_cursor: null },
    ];
    const { items, asked } = await read(pages, (client) => client.teams('o', { region: ['eu'] }));
    expect(items.map(({ name }) => name)).to.deep.equal(['a', 'b']);
    expect(asked).to.deep.equal(['/v1/org/o/team?region=eu', '/v1/org/o/team?region=eu&next_cursor=c']);
  });
});
