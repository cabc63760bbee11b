import { expect } from '@open-wc/testing';
import { createClient } from '../../src/client/index.js';
import { insurance } from '../../service/src/openapi/operations/insurance-example.js';
import { Network, codeOf, json } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';
const may = { start_date: '2026-05-01', end_date: '2026-05-31' };
const inMay = '?start_date=2026-05-01&end_date=2026-05-31';

describe("the client of a team's server", () => {
  it('sends each call to its endpoint with the API key', async () => {
    const network = new Network().answers(json({}));
    const client = createClient({ ...network.options, apiKey: 'key-of-a-test' });
    const calls: readonly [string, string, () => Promise<unknown>, unknown?][] = [
      ['POST', '/v2/link/token', () => client.createLinkToken({ user_id: id }), { user_id: id }],
      ['GET', '/v2/link/session/s%201', () => client.readLinkSession('s 1')],
      [
        'POST',
        '/v2/link/session/s/confirm',
        () => client.confirmLinkSession('s', 'c'),
        { confirm_code: 'c' },
      ],
      ['POST', '/v2/user', () => client.createUser({ client_user_id: 'u' }), { client_user_id: 'u' }],
      ['GET', `/v2/user/${id}`, () => client.readUser(id)],
      ['GET', '/v2/user', () => client.listUsers()],
      ['GET', '/v2/user?offset=5&limit=10', () => client.listUsers({ offset: 5, limit: 10 })],
      ['POST', `/v2/user/${id}/insurance`, () => client.createInsurance(id, insurance), insurance],
      [
        'GET',
        '/v3/order/area/info?zip_code=85004&labs=alder_labs&labs=cedar_clinical',
        () => client.readAreaInfo({ zip_code: '85004', labs: ['alder_labs', 'cedar_clinical'], lab: null }),
      ],
      ['DELETE', `/v2/user/${id}`, () => client.deleteUser(id)],
      ['DELETE', `/v2/user/${id}/p`, () => client.disconnectProvider(id, 'p')],
      [
        'POST',
        '/v2/user/undo_delete',
        () => client.undoDeleteUser({ client_user_id: 'u' }),
        { client_user_id: 'u' },
      ],
      ['GET', `/v2/user/providers/${id}`, () => client.listUserProviders(id)],
      ['GET', '/v2/providers', () => client.listProviders()],
      ['GET', `/v2/summary/activity/${id}${inMay}`, () => client.readActivitySummary(id, may)],
      ['GET', `/v2/summary/body/${id}${inMay}`, () => client.readBodySummary(id, may)],
      ['GET', `/v2/summary/meal/${id}${inMay}`, () => client.readMealSummary(id, may)],
      ['GET', `/v2/summary/profile/${id}`, () => client.readProfileSummary(id)],
      ['GET', `/v2/summary/sleep/${id}${inMay}`, () => client.readSleepSummary(id, may)],
      ['GET', `/v2/summary/workouts/${id}${inMay}`, () => client.readWorkoutsSummary(id, may)],
      ['GET', `/v2/introspect/historical_pull?user_id=${id}`, () => client.listHistoricalPulls(id)],
      ['POST', '/v2/link/bulk_export', () => client.bulkExport({ provider: 'p' }), { provider: 'p' }],
      ['GET', '/v2/link/bulk_op', () => client.listBulkOperations()],
      ['POST', '/v2/team/custom_credentials/p/prepare', () => client.prepareCustomCredentials('p')],
      [
        'PUT',
        '/v2/team/custom_credentials/p',
        () => client.setCustomCredentials('p', { client_id: 'i', client_secret: 's' }),
        { client_id: 'i', client_secret: 's' },
      ],
      ['POST', '/v2/webhook', () => client.createWebhook({ url: 'u' }), { url: 'u' }],
      ['GET', '/v2/webhook', () => client.listWebhooks()],
      ['GET', '/v2/webhook/w', () => client.getWebhook('w')],
      ['PATCH', '/v2/webhook/w', () => client.updateWebhook('w', { url: 'u' }), { url: 'u' }],
      ['DELETE', '/v2/webhook/w', () => client.deleteWebhook('w')],
      ['POST', '/v2/webhook/w/secret/rotate', () => client.rotateWebhookSecret('w')],
      [
        'GET',
        '/v2/webhook/w/deliveries?page_size=5',
        () => client.listWebhookDeliveries('w', { page_size: 5 }),
      ],
      ['POST', '/v2/webhook/w/deliveries/d/replay', () => client.replayWebhookDelivery('w', 'd')],
      ['GET', '/v3/lab_tests?page=2&size=10', () => client.listLabTests({ page: 2, size: 10 })],
      ['GET', `/v3/lab_tests/${id}/markers`, () => client.listLabTestMarkers(id)],
      [
        'POST',
        '/v3/lab_tests/list_order_set_markers?size=5',
        () => client.listOrderSetMarkers({ lab_test_ids: [id] }, { size: 5 }),
        { lab_test_ids: [id] },
      ],
      [
        'POST',
        '/v3/order',
        () => client.createOrder({ user_id: id, lab_test_id: id }),
        { user_id: id, lab_test_id: id },
      ],
      ['GET', `/v3/order/${id}`, () => client.readOrder(id)],
      ['GET', '/v3/orders?interpretation=critical', () => client.listOrders({ interpretation: 'critical' })],
      [
        'POST',
        '/v3/order/phlebotomy/appointment/availability',
        () => client.listAppointmentSlots({ order_id: id }),
        { order_id: id },
      ],
      [
        'POST',
        `/v3/order/${id}/phlebotomy/appointment/book`,
        () => client.bookAppointment(id, { booking_key: 'k' }),
        { booking_key: 'k' },
      ],
    ];
    for (const [method, path, call, body] of calls) {
      expect(await codeOf(call())).to.equal('bad_response');
      const sent = network.sent.at(-1)!;
      expect([sent.init.method, sent.url]).to.deep.equal([method, `https://service.example${path}`]);
      expect(sent.headers['x-svc-api-key']).to.equal('key-of-a-test');
      expect(sent.body).to.deep.equal(body);
    }
  });

  it('goes on to the next page of users when it gets there, up to the empty one', async () => {
    const user = (client_user_id: string) => ({
      user_id: id,
      team_id: id,
      client_user_id,
      created_on: '2026-01-01T00:00:00.000Z',
      connected_sources: [],
      fallback_birth_date: null,
      fallback_time_zone: null,
    });
    const page = (...names: string[]) => json({ users: names.map(user), total: 3, offset: 0, limit: 500 });
    const network = new Network().answers(page('a', 'b'), page('c'), page());
    const names: string[] = [];
    const asked: number[] = [];
    for await (const { client_user_id } of createClient({ ...network.options, apiKey: 'k' }).users()) {
      names.push(client_user_id);
      asked.push(network.sent.length);
    }
    expect(names).to.deep.equal(['a', 'b', 'c']);
    expect(asked).to.deep.equal([1, 1, 2]);
    expect(network.sent.map(({ url }) => new URL(url).search)).to.deep.equal([
      '?offset=0&limit=500',
      '?offset=2&limit=500',
      '?offset=3&limit=500',
    ]);
  });

  it('goes on with the deliveries of a webhook by their cursor', async () => {
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

  it('asks with the management key where the call names a team', async () => {
    const network = new Network().answers(json({ webhooks: [] }));
    const client = createClient({ ...network.options, apiKey: 'k', managementKey: 'm' });
    await client.listWebhooks({ teamId: id });
    const [sent] = network.sent;
    expect(new URL(sent!.url).search).to.equal(`?team_id=${id}`);
    expect(sent!.headers['X-Management-Key']).to.equal('m');
    expect(sent!.headers['x-svc-api-key']).to.equal(undefined);
    for (const call of [
      () => client.bulkExport({ provider: 'p' }, { teamId: id }),
      () => client.bulkPause({ provider: 'p', user_ids: [] }, { teamId: id }),
      () => client.bulkImport({ provider: 'p', connections: [] }, { teamId: id }),
      () => client.listBulkOperations({}, { teamId: id }),
      () => client.waitForBulkOperation(id, { teamId: id }),
    ]) {
      await codeOf(call());
      const { url, headers } = network.sent.at(-1)!;
      expect(new URL(url).searchParams.get('team_id')).to.equal(id);
      expect(headers['X-Management-Key']).to.equal('m');
    }
  });

  it('sends the calls of an organization with the management key', async () => {
    const network = new Network().answers(json({}));
    const client = createClient({ ...network.options, apiKey: 'k', managementKey: 'm' });
    const region = 'eu' as const;
    const calls: readonly [string, string, () => Promise<unknown>, unknown?][] = [
      ['GET', '/team', () => client.listTeams('o')],
      ['GET', '/team?region=us&region=eu', () => client.listTeams('o', { region: ['us', 'eu'] })],
      ['GET', '/team?search_query=a%26b', () => client.listTeams('o', { search_query: 'a&b', region: null })],
      ['POST', '/team', () => client.createTeam('o', { name: 'n', region }), { name: 'n', region }],
      ['GET', '/team/t', () => client.readTeam('o', 't')],
      ['PATCH', '/team/t', () => client.updateTeam('o', 't', { name: 'n' }), { name: 'n' }],
      ['DELETE', '/team/t', () => client.deleteTeam('o', 't')],
      [
        'POST',
        '/management_key',
        () => client.createManagementKey('o', { name: 'n', kind: 'org' }),
        { name: 'n', kind: 'org' },
      ],
      ['GET', '/management_key', () => client.listManagementKeys('o')],
      ['DELETE', '/management_key/k', () => client.deleteManagementKey('o', 'k')],
      ['POST', '/team/t/api_key', () => client.createApiKey('o', 't', { name: 'n' }), { name: 'n' }],
      ['GET', '/team/t/api_key', () => client.listApiKeys('o', 't')],
      ['DELETE', '/team/t/api_key/k', () => client.deleteApiKey('o', 't', 'k')],
      ['GET', '/team/t/link_funnel', () => client.readLinkFunnel('o', 't')],
      [
        'GET',
        '/team/t/link_problems?start=2026-05-01&provider=p',
        () => client.readLinkProblems('o', 't', { start: '2026-05-01', provider: 'p' }),
      ],
    ];
    for (const [method, path, call, body] of calls) {
      expect(await codeOf(call())).to.equal('bad_response');
      const sent = network.sent.at(-1)!;
      expect([sent.init.method, sent.url]).to.deep.equal([method, `https://service.example/v1/org/o${path}`]);
      expect(sent.headers['X-Management-Key']).to.equal('m');
      expect(sent.headers['x-svc-api-key']).to.equal(undefined);
      expect(sent.body).to.deep.equal(body);
    }
  });

  it('asks what its management key is', async () => {
    const network = new Network().answers(json({}));
    const client = createClient({ ...network.options, managementKey: 'm' });
    expect(await codeOf(client.readOwnManagementKey())).to.equal('bad_response');
    expect(network.sent[0]!.url).to.equal('https://service.example/v1/management_key');
    expect(network.sent[0]!.headers['X-Management-Key']).to.equal('m');
  });

  it('sends no key where none is asked for', async () => {
    const network = new Network().answers(json({ valid: true, state: 'created', expires_at: 'later' }));
    const client = createClient({ ...network.options, apiKey: 'key-of-a-test' });
    expect((await client.isLinkTokenValid('t')).valid).to.equal(true);
    expect(network.sent[0]!.headers).to.deep.equal({ 'content-type': 'application/json' });
  });

  it('says so where the key is missing, before anything is sent', async () => {
    const network = new Network().answers(json({}));
    expect(await codeOf(createClient(network.options).listProviders())).to.equal('not_configured');
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
});
