import { expect } from '@open-wc/testing';
import * as contract from '../../src/contract/index.js';
import { createClient, type Client, type ManagedCallOptions } from '../../src/client/index.js';
import { id, managedCalls, organizationCalls, otherCalls, teamCalls, type Call } from './every-call.js';
import { Network, codeOf, errorOf, json } from './network.js';

describe("the client of a team's server", () => {
  const sees = async (network: Network, [method, path, send, body]: Call, call?: ManagedCallOptions) => {
    expect(await codeOf(send(call))).to.equal('bad_response');
    const sent = network.sent.at(-1)!;
    const address = `https://service.example${path}`;
    expect([sent.init.method, sent.url, sent.body]).to.deep.equal([method, address, body]);
    const { 'x-svc-api-key': apiKey, 'X-Management-Key': managementKey } = sent.headers;
    return { apiKey, managementKey };
  };
  const keys = { apiKey: 'k', managementKey: 'm' };

  it('sends each call to its endpoint with the API key', async () => {
    const network = new Network().answers(json({}));
    const client = createClient({ ...network.options, ...keys });
    for (const call of [...teamCalls(client), ...managedCalls(client)])
      expect(await sees(network, call), call[1]).to.deep.equal({ ...keys, managementKey: undefined });
  });

  it('uses the management key if the call names a team', async () => {
    const network = new Network().answers(json({}));
    const client = createClient({ ...network.options, ...keys });
    for (const [method, path, send, body] of managedCalls(client)) {
      const withTeam = `${path}${path.includes('?') ? '&' : '?'}team_id=${id}`;
      const call: Call = [method, withTeam, send, body];
      expect(await sees(network, call, { teamId: id }), path).to.deep.equal({ ...keys, apiKey: undefined });
    }
  });

  it('sends the calls of an organization with the management key', async () => {
    const network = new Network().answers(json({}));
    const client = createClient({ ...network.options, ...keys });
    for (const call of organizationCalls(client))
      expect(await sees(network, call), call[1]).to.deep.equal({ ...keys, apiKey: undefined });
  });

  it('aborts every call by its signal', async () => {
    const network = new Network().answers('hang');
    const client = createClient({ ...network.options, ...keys });
    for (const [, path, send] of [
      ...[...teamCalls(client), ...managedCalls(client), ...organizationCalls(client)],
      ...otherCalls(client),
    ]) {
      const leaving = new AbortController();
      const reason = send({ signal: leaving.signal }).catch((thrown: unknown) => thrown);
      leaving.abort(path);
      expect(await reason).to.equal(path);
    }
  });

  it('has a call for each endpoint of a server, and these tests try each one', async () => {
    const network = new Network().answers(json({}));
    const tried = new Set<PropertyKey>();
    const all = createClient({ ...network.options, ...keys });
    const client = new Proxy(all, {
      get: (calls, name) => {
        tried.add(name);
        return Reflect.get(calls, name) as unknown;
      },
    });
    const tables = [teamCalls, managedCalls, organizationCalls, otherCalls].flatMap((table) => table(client));
    await Promise.allSettled(tables.map(([, , send]) => send()));
    expect(
      Object.keys(all).filter((name) => !tried.has(name)),
      'calls to add to every-call.ts',
    ).to.deep.equal([]);

    const sent = network.sent.map(({ url, init }) => `${init.method} ${new URL(url).pathname}`);
    const missing = Object.values(contract)
      .filter((value) => typeof value === 'object' && 'path' in value)
      .filter(({ auth }) => auth === 'api-key' || auth === 'management-key')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((endpoint) => {
        const pattern = new RegExp(`^${endpoint.replace(/\{\w+\}/g, '[^/]+')}$`);
        return !sent.some((each) => pattern.test(each));
      });
    expect(missing, 'endpoints without a call in src/client').to.deep.equal([]);
  });

  const user = (client_user_id: string) => ({
    user_id: id,
    team_id: id,
    client_user_id,
    created_on: '2026-01-01T00:00:00.000Z',
    connected_sources: [],
    fallback_birth_date: null,
    fallback_time_zone: null,
  });
  const walkUsers = async (network: Network) => {
    const names: (string | null)[] = [];
    const asked: number[] = [];
    for await (const { client_user_id } of createClient({ ...network.options, apiKey: 'k' }).users()) {
      names.push(client_user_id);
      asked.push(network.sent.length);
    }
    const queries = network.sent.map(({ url }) => new URL(url).search);
    return { names, asked, queries };
  };

  it('requests the next page of users when it gets there, by its cursor, up to the last one', async () => {
    const page = (next_cursor: string | null, ...names: string[]) =>
      json({ users: names.map(user), total: 3, offset: 0, limit: 500, next_cursor });
    const walk = await walkUsers(new Network().answers(page('behind-b', 'a', 'b'), page(null, 'c')));
    expect(walk.names).to.deep.equal(['a', 'b', 'c']);
    expect(walk.asked).to.deep.equal([1, 1, 2]);
    expect(walk.queries).to.deep.equal(['?limit=500', '?next_cursor=behind-b&limit=500']);
  });

  it('continues by offset, up to the empty page, if a service of an earlier version has no cursors', async () => {
    const page = (offset: number, ...names: string[]) =>
      json({ users: names.map(user), total: 3, offset, limit: 500 });
    const walk = await walkUsers(new Network().answers(page(0, 'a', 'b'), page(2, 'c'), page(3)));
    expect(walk.names).to.deep.equal(['a', 'b', 'c']);
    expect(walk.queries).to.deep.equal(['?limit=500', '?offset=2&limit=500', '?offset=3&limit=500']);
  });

  it('continues with the deliveries of a webhook by their cursor', async () => {
    const page = (event_id: string, next_cursor: string | null) =>
      json({
        data: [
          {
            id,
            event_id,
            event_type: 'daily.data.steps.created',
            status: 'success',
            attempts: 1,
            response_status: 204,
            error: null,
            next_attempt_at: null,
            created_on: '2026-01-01T00:00:00.000Z',
          },
        ],
        next_cursor,
      });
    const network = new Network().answers(page('a', 'next'), page('b', null));
    const ids: string[] = [];
    for await (const { event_id } of createClient({ ...network.options, apiKey: 'k' }).webhookDeliveries('w'))
      ids.push(event_id);
    expect(ids).to.deep.equal(['a', 'b']);
    expect(network.sent.map(({ url }) => new URL(url).search)).to.deep.equal([
      '?page_size=50',
      '?page_size=50&next_cursor=next',
    ]);
  });

  it('sends deliveries again that wait for a retry or failed, but none that is under way', async () => {
    const delivery = (name: string, attempts: number) => ({
      ...{ id: name, event_id: name, event_type: 'x', status: 'pending', attempts, response_status: null },
      ...{ error: null, next_attempt_at: null, created_on: '2026-05-01T00:00:00Z' },
    });
    const page = (...data: object[]) => json({ data, next_cursor: null });
    const again = json(delivery('again', 1));
    const network = new Network().answers(
      page(delivery('waits', 2), delivery('new', 0)),
      again,
      page(delivery('failed', 10), delivery('never', 0)),
      again,
      again,
    );
    const client = createClient({ ...network.options, apiKey: 'k' });
    expect(await client.replayWebhookDeliveries('w')).to.equal(3);
    expect(
      network.sent.map(({ url }) => url.replace('https://service.example/v2/webhook/w', '')),
    ).to.deep.equal([
      '/deliveries?page_size=50&status=pending',
      '/deliveries/waits/replay',
      '/deliveries?page_size=50&status=failed',
      '/deliveries/failed/replay',
      '/deliveries/never/replay',
    ]);
  });

  // spec 5.4
  it('moves connections with the API key alone', async () => {
    const network = new Network().answers(json({}));
    const calls = (client: Client) => [
      () => client.bulkExport({ provider: 'p' }),
      () => client.bulkPause({ provider: 'p', user_ids: [] }),
      () => client.bulkImport({ provider: 'p', connections: [] }),
      () => client.listBulkOperations(),
      () => client.waitForBulkOperation(id),
    ];
    for (const call of calls(createClient({ ...network.options, managementKey: 'm' })))
      expect(await codeOf(call())).to.equal('not_configured');
    expect(network.sent).to.have.length(0);
    for (const call of calls(createClient({ ...network.options, apiKey: 'k', managementKey: 'm' }))) {
      await codeOf(call());
      const { headers } = network.sent.at(-1)!;
      expect([headers['x-svc-api-key'], headers['X-Management-Key']]).to.deep.equal(['k', undefined]);
    }
    expect(network.sent).to.have.length(5);
  });

  it('sends no key if the endpoint needs none', async () => {
    const network = new Network().answers(json({ valid: true, state: 'created', expires_at: 'later' }));
    const client = createClient({ ...network.options, apiKey: 'key-of-a-test' });
    expect((await client.isLinkTokenValid('t')).valid).to.equal(true);
    expect(network.sent[0]!.headers).to.deep.equal({ 'content-type': 'application/json' });
    expect(network.sent[0]!.body).to.deep.equal({ token: 't' });
  });

  it('says that the key is missing, before anything is sent', async () => {
    const network = new Network().answers(json({}));
    expect(await codeOf(createClient(network.options).listProviders())).to.equal('not_configured');
    const unset = createClient({ ...network.options, apiKey: '', managementKey: '' });
    expect(await codeOf(unset.listProviders())).to.equal('not_configured');
    expect(await codeOf(unset.readOwnManagementKey())).to.equal('not_configured');
    expect((await errorOf(unset.listProviders())).message).to.equal(
      'GET /v2/providers: not_configured: no api-key: is its variable set?',
    );
    expect((await errorOf(unset.readOwnManagementKey())).message).to.match(/: no management-key: is/);
    expect(network.sent).to.have.length(0);
  });

  it('moves the sandbox clock', async () => {
    const network = new Network().answers(json({ now: 'then', advanced_seconds: 60 }));
    const client = createClient(network.options);
    await client.advanceClock(60);
    await client.readClock();
    expect(network.sent.map(({ init, url, body }) => [init.method, url, body])).to.deep.equal([
      ['POST', 'https://service.example/sandbox/clock', { advance_seconds: 60 }],
      ['GET', 'https://service.example/sandbox/clock', undefined],
    ]);
  });

  it('moves the sandbox clock with the key that it has', async () => {
    for (const [keys, header, value] of [
      [{ apiKey: 'sk_1' }, 'x-svc-api-key', 'sk_1'],
      [{ managementKey: 'mk_1' }, 'X-Management-Key', 'mk_1'],
      [{ apiKey: 'sk_1', managementKey: 'mk_1' }, 'x-svc-api-key', 'sk_1'],
    ] as const) {
      const network = new Network().answers(json({ now: 'then', advanced_seconds: 60 }));
      await createClient({ ...network.options, ...keys }).advanceClock(60);
      expect(network.sent[0]?.init.headers).to.include({ [header]: value });
    }
  });
});
