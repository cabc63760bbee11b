import { expect } from '@open-wc/testing';
import { createClient } from '../../src/client/index.js';
import type { BulkOperation } from '../../src/contract/index.js';
import { Network, codeOf, json } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';
const clientOf = (network: Network) => createClient({ ...network.options, apiKey: 'key-of-a-test' });

const operation = (status: string, more: object = {}) => ({
  id,
  type: 'bulk_import',
  status,
  provider: 'p',
  pending: 0,
  processed: 1,
  failed: 0,
  started_at: 'then',
  ended_at: null,
  ...more,
});
const page = (...data: object[]) => json({ data, next_cursor: null });

describe('the client for bulk operations', () => {
  it('answers the id of the operation that it began', async () => {
    const location = { location: `/v2/link/bulk_op?id=${id}` };
    const network = new Network().answers(
      json({ user_ids_imported: [], user_ids_failed: [] }, 202, location),
      json({}, 202, location),
    );
    const client = clientOf(network);
    const imported = await client.bulkImport({ provider: 'p', connections: [] });
    expect(imported).to.deep.equal({ user_ids_imported: [], user_ids_failed: [], operation_id: id });
    expect((await client.bulkPause({ provider: 'p', user_ids: [id] })).operation_id).to.equal(id);
    expect(network.sent.map(({ url, body }) => [url, body])).to.deep.equal([
      ['https://service.example/v2/link/bulk_import', { provider: 'p', connections: [] }],
      ['https://service.example/v2/link/bulk_pause', { provider: 'p', user_ids: [id] }],
    ]);
  });

  it('rejects if the answer names no operation', async () => {
    const network = new Network().answers(json({}, 202));
    expect(await codeOf(clientOf(network).bulkPause({ provider: 'p', user_ids: [] }))).to.equal(
      'bad_response',
    );
  });

  it('asks less and less often until the operation has ended', async () => {
    const network = new Network().answers(
      page(operation('in_progress')),
      page(operation('failure', { id: 'another' }), operation('in_progress')),
      page(operation('success')),
    );
    const heard: string[] = [];
    const onProgress = ({ status }: BulkOperation) => void heard.push(status);
    const ended = clientOf(network).waitForBulkOperation(id, { onProgress });
    await network.pass(250);
    expect(network.sent).to.have.length(2);
    await network.pass(374);
    expect(network.sent).to.have.length(2);
    await network.pass(1);
    expect((await ended).status).to.equal('success');
    expect(heard).to.deep.equal(['in_progress', 'in_progress', 'success']);
    expect(network.sent[2]!.url).to.equal(`https://service.example/v2/link/bulk_op?id=${id}`);
    expect(network.timers).to.equal(0);
  });

  it('stops waiting at the signal, and if the operation does not exist', async () => {
    const network = new Network().answers(page(operation('in_progress')), page());
    const leaving = new AbortController();
    const left = clientOf(network).waitForBulkOperation(id, { signal: leaving.signal });
    const reason = left.catch((thrown: unknown) => thrown);
    await network.pass(0);
    leaving.abort('enough');
    expect(await reason).to.equal('enough');
    expect(await codeOf(clientOf(network).waitForBulkOperation(id))).to.equal('not_found');
    expect(network.timers).to.equal(0);
  });

  it('continues if the service is away for a while, and gives up if it is away for long', async () => {
    const away = () => json({ detail: { error_type: 'no_database' } }, 503, { 'retry-after': '2' });
    const network = new Network().answers(
      page(operation('in_progress')),
      // The client itself repeats each look twice.
      ...Array.from({ length: 6 }, away),
      ...Array.from({ length: 3 }, () => new TypeError('connection refused')),
      page(operation('success')),
    );
    const heard: string[] = [];
    const onProgress = ({ status }: BulkOperation) => void heard.push(status);
    const ended = clientOf(network).waitForBulkOperation(id, { onProgress });
    await network.pass(30_000);
    expect((await ended).status).to.equal('success');
    expect(heard).to.deep.equal(['in_progress', 'success']);

    const silent = new Network().answers(away());
    const given = codeOf(clientOf(silent).waitForBulkOperation(id));
    let isOver = false;
    void given.then(() => (isOver = true));
    await silent.pass(4 * 60_000);
    expect(isOver).to.equal(false);
    await silent.pass(4 * 60_000);
    expect(isOver).to.equal(true);
    expect(await given).to.equal('service_error');
    expect(silent.timers).to.equal(0);
  });

  it('asks again no sooner than the service wants', async () => {
    const network = new Network().answers(json({}, 429, { 'retry-after': '90' }), page(operation('success')));
    const ended = clientOf(network).waitForBulkOperation(id);
    await network.pass(89_999);
    expect(network.sent).to.have.length(1);
    await network.pass(1);
    expect((await ended).status).to.equal('success');
  });

  it('gives up once five minutes have brought no answer, but not before', async () => {
    const asks = (seconds: string) =>
      new Network().answers(json({}, 429, { 'retry-after': seconds }), page(operation('success')));
    const patient = asks('299');
    const ended = clientOf(patient).waitForBulkOperation(id);
    await patient.pass(299_000);
    expect((await ended).status).to.equal('success');
    expect(await codeOf(clientOf(asks('301')).waitForBulkOperation(id))).to.equal('rate_limited');
  });

  it('continues after an answer that never came, and while the machine is offline', async () => {
    const network = new Network().answers('hang', new TypeError('no network'), page(operation('success')));
    const ended = clientOf(network).waitForBulkOperation(id);
    await network.pass(15_000);
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    try {
      await network.pass(250);
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
    await network.pass(1000);
    expect((await ended).status).to.equal('success');
    expect(network.sent).to.have.length(3);
  });

  it('stops at a refusal', async () => {
    const network = new Network().answers(page(operation('in_progress')), json({ detail: 'no' }, 401));
    const refused = codeOf(clientOf(network).waitForBulkOperation(id));
    await network.pass(250);
    expect(await refused).to.equal('unauthorized');
    expect(network.sent).to.have.length(2);
  });

  it('leaves no listener at the signal, however often it has asked', async () => {
    const network = new Network().answers(
      ...Array.from({ length: 20 }, () => page(operation('in_progress'))),
      page(operation('success')),
    );
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (type: string, listener: EventListener) => {
      listeners.add(listener);
      addEventListener.call(signal, type, listener);
    };
    signal.removeEventListener = (type: string, listener: EventListener) => {
      listeners.delete(listener);
      removeEventListener.call(signal, type, listener);
    };
    const ended = clientOf(network).waitForBulkOperation(id, { signal });
    await network.pass(100);
    expect(listeners.size).to.equal(1);
    await network.pass(200_000);
    expect((await ended).status).to.equal('success');
    expect(listeners.size).to.equal(0);
    expect(network.timers).to.equal(0);
  });

  it('does not wait for the next answer if it is given up while it reports one', async () => {
    const network = new Network().answers(page(operation('in_progress')));
    const leaving = new AbortController();
    const reason = clientOf(network)
      .waitForBulkOperation(id, { signal: leaving.signal, onProgress: () => leaving.abort('enough') })
      .catch((thrown: unknown) => thrown);
    await network.pass(0);
    expect(network.timers).to.equal(0);
    expect(await reason).to.equal('enough');
  });

  it('requests the next page of operations and of connections when it gets there', async () => {
    const connection = (provider_id: string) => ({
      user_id: id,
      access_token: 'a',
      refresh_token: '',
      provider_id,
      expires_at: 0,
      oauth_scopes: [],
    });
    const network = new Network().answers(
      json({ data: [operation('success')], next_cursor: 'c' }),
      page(operation('failure')),
      json({ data: [connection('1')], next_token: 'n' }),
      json({ data: [connection('2')], next_token: null }),
    );
    const client = clientOf(network);
    const statuses: unknown[] = [];
    for await (const { status } of client.bulkOperations()) statuses.push(status);
    expect(statuses).to.deep.equal(['success', 'failure']);
    const accounts: string[] = [];
    for await (const { provider_id } of client.exportedConnections({ provider: 'p' }))
      accounts.push(provider_id);
    expect(accounts).to.deep.equal(['1', '2']);
    expect(network.sent.map(({ url, body }) => [new URL(url).search, body])).to.deep.equal([
      ['?page_size=50', undefined],
      ['?page_size=50&next_cursor=c', undefined],
      ['', { provider: 'p' }],
      ['', { provider: 'p', next_token: 'n' }],
    ]);
  });
});
