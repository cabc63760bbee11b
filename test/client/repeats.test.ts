import { expect } from '@open-wc/testing';
import * as contract from '../../src/contract/index.js';
import { createClient, type Client } from '../../src/client/index.js';
import { managedCalls, organizationCalls, otherCalls, teamCalls } from './every-call.js';
import { codeOf, errorOf, json, Network, text } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';
const success = json({ success: true });
const lost = () => new TypeError('the connection was closed');
const clientOf = (network: Network) => createClient({ ...network.options, apiKey: 'k', managementKey: 'm' });

describe('a call that creates something', () => {
  const keysOf = ({ sent }: Network) => sent.map(({ headers }) => headers['idempotency-key']);
  const restore = (network: Network, idempotencyKey?: string) =>
    clientOf(network).undoDeleteUser({ user_id: id }, idempotencyKey === undefined ? {} : { idempotencyKey });

  it('has its own key', async () => {
    const network = new Network().answers(success);
    await restore(network);
    await restore(network);
    const [first, second] = keysOf(network);
    expect(first).to.match(/^[0-9a-f]{32}$/);
    expect(second).to.match(/^[0-9a-f]{32}$/);
    expect(first).not.to.equal(second);
  });

  it('has the key that it is given', async () => {
    const network = new Network().answers(success);
    await restore(network, 'order-17');
    expect(keysOf(network)).to.deep.equal(['order-17']);
  });

  it('has that key whatever it creates, and no other call has it', async () => {
    const network = new Network().answers(json({}));
    const client = clientOf(network);
    const tables = [teamCalls, managedCalls, organizationCalls, otherCalls].flatMap((table) => table(client));
    await Promise.allSettled(tables.map(([, , send]) => send({ idempotencyKey: 'order-17' })));

    const endpoints = Object.values(contract).filter(
      (value) => typeof value === 'object' && 'path' in value && 'method' in value,
    );
    for (const { method, path, ...endpoint } of endpoints) {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      const requests = network.sent.filter(
        ({ url, init }) => init.method === method && pattern.test(new URL(url).pathname),
      );
      const makes = 'repeatable' in endpoint && endpoint.repeatable;
      if (makes) expect(requests, `${method} ${path}`).not.to.deep.equal([]);
      for (const { headers } of requests)
        expect(headers['idempotency-key'], `${method} ${path}`).to.equal(makes ? 'order-17' : undefined);
    }
  });

  it('is not sent with an invalid key', async () => {
    const network = new Network().answers(success);
    for (const key of ['', 'two words', 'ü', 'line\n', 'x'.repeat(256)]) {
      const thrown: unknown = await restore(network, key).catch((error: unknown) => error);
      expect(String(thrown)).to.contain('TypeError: svc-link: an idempotencyKey is');
    }
    expect(network.sent).to.deep.equal([]);
  });

  for (const [what, answer] of [
    ['no answer came', lost()],
    ['a gateway has failed', text('<html>', 502)],
    ['the service is away', json({ detail: 'no_database' }, 503)],
    ['a gateway has waited too long', text('', 504)],
    ['there were too many', json({ detail: 'slow down' }, 429)],
  ] as const)
    it(`is sent again with the same key if ${what}`, async () => {
      const network = new Network().answers(answer, answer, success);
      const call = restore(network);
      await network.pass(450);
      expect(network.sent.length).to.equal(2);
      await network.pass(900);
      expect(await call).to.deep.equal({ success: true });
      expect(network.sent.length).to.equal(3);
      expect(new Set(keysOf(network)).size).to.equal(1);
      expect(new Set(network.sent.map(({ init }) => init.body)).size).to.equal(1);
      expect(network.timers).to.equal(0);
    });

  it('waits as long as the service says', async () => {
    const network = new Network().answers(json({ detail: '' }, 503, { 'retry-after': '4' }), success);
    const call = restore(network);
    await network.pass(3999);
    expect(network.sent.length).to.equal(1);
    await network.pass(1);
    await call;
    expect(network.sent.length).to.equal(2);
  });

  it('fails if the wait is long, if it was repeated twice, or if the failure is final', async () => {
    const long = new Network().answers(json({ detail: '' }, 503, { 'retry-after': '60' }));
    expect((await errorOf(restore(long))).retryAfter).to.equal(60);
    expect(long.sent.length).to.equal(1);

    const gone = new Network().answers(lost());
    const code = codeOf(restore(gone));
    await gone.pass(2000);
    expect([await code, gone.sent.length]).to.deep.equal(['network_failed', 3]);

    for (const status of [400, 409, 422, 500]) {
      const refused = new Network().answers(json({ detail: '' }, status));
      await errorOf(restore(refused));
      expect(refused.sent.length).to.equal(1);
    }
  });

  it('ends within the time of one request', async () => {
    const network = new Network().answers(lost(), 'hang');
    const code = codeOf(restore(network));
    await network.pass(15_000);
    expect([await code, network.sent.length]).to.deep.equal(['timeout', 2]);
  });

  it('keeps the address of its operation if it is one', async () => {
    const location = '/v2/link/bulk_op?id=o';
    const network = new Network().answers(lost(), json({}, 202, { location }));
    const call = clientOf(network).bulkPause({ provider: 'p', user_ids: [id] }, { idempotencyKey: 'mine' });
    await network.pass(450);
    expect((await call).operation_id).to.equal('o');
    expect(keysOf(network)).to.deep.equal(['mine', 'mine']);
  });
});

describe('a call that takes long', () => {
  it('is given up after a minute, and any other call after a quarter of a minute', async () => {
    for (const [call, limit] of [
      [(client: Client) => client.exportUser(id), 60_000],
      [(client: Client) => client.advanceClock(1), 60_000],
      [(client: Client) => client.bulkExport({ provider: 'p' }), 60_000],
      [(client: Client) => client.readUser(id), 15_000],
    ] as const) {
      const network = new Network().answers('hang');
      let isOver = false;
      const code = codeOf(call(clientOf(network))).finally(() => (isOver = true));
      await network.pass(limit - 1);
      expect(isOver, network.sent[0]!.url).to.equal(false);
      await network.pass(1);
      expect(await code).to.equal('timeout');
    }
  });
});

describe('a call that creates nothing', () => {
  it('is repeated by itself if it only reads, by POST too', async () => {
    for (const call of [
      (client: Client) => client.readUser(id),
      (client: Client) => client.bulkExport({ provider: 'p' }),
      (client: Client) => client.exportedConnections({ provider: 'p' }).next(),
      (client: Client) => client.isLinkTokenValid('t'),
      (client: Client) => client.listAppointmentSlots({ order_id: id }),
      (client: Client) => client.listOrderSetMarkers({ lab_test_ids: [id] }),
      (client: Client) => client.orderSetMarkers({ lab_test_ids: [id] }).next(),
      (client: Client) => client.prepareCustomCredentials('p'),
    ]) {
      const network = new Network().answers(lost(), text('<html>', 502), json({}));
      const code = codeOf(call(clientOf(network)));
      await network.pass(2000);
      // The result of the second repeat, after the network has come back.
      expect(await code).to.equal('bad_response');
      expect(network.sent.length, network.sent[0]!.url).to.equal(3);
      for (const { headers } of network.sent) expect(headers).not.to.have.property('idempotency-key');
    }
  });

  it('has no key, and is sent once, if it changes something', async () => {
    const network = new Network().answers(lost());
    const client = clientOf(network);
    for (const call of [
      () => client.extendLinkToken('t'),
      () => client.deleteUser(id),
      () => client.advanceClock(1),
    ]) {
      network.sent.length = 0;
      await errorOf(call());
      expect(network.sent.length).to.equal(1);
      expect(network.sent[0]!.headers['idempotency-key']).to.equal(undefined);
    }
  });
});
