// How the client handles answers that are lost on their way, between real programs.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { createClient, type Client } from 'svc-link/client';
import { sql } from 'kysely';
import { seededOrg } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { startAnswerServer, type AnswerServer } from '../support/answer-server.js';
import { provider, recipeFor } from '../support/bulk-service.js';
import { insurance } from '../support/insurance-records.js';
import { heartHealth } from '../support/lab-service.js';
import { startOauthService, type OauthService } from '../support/oauth-service.js';

/** What happens to an answer. */
type Fate = 'lost' | 'cut' | 502;

describe('a client whose answers are lost', () => {
  let service: OauthService;
  let proxy: AnswerServer;
  let client: Client;
  /** What happens to the next answers of the service. */
  let fates: Fate[];

  /** Forwards a request, and its answer unless something happens to it. */
  const pass: RequestListener = (request, response) => {
    const { method, url, headers, body } = proxy.asked.at(-1)!;
    // Headers about the connection to the proxy are not forwarded.
    const own = Object.entries(headers).filter(
      ([name]) => !/^(?:host|connection|content-length)$/.test(name),
    );
    void fetch(service.url + url, {
      method: method!,
      headers: Object.fromEntries(own) as Record<string, string>,
      ...(body !== '' && { body }),
    }).then(async (answer) => {
      const text = await answer.text();
      const fate = fates.shift();
      if (fate === 502) return void response.writeHead(502).end('<h1>Bad Gateway</h1>');
      if (fate === 'lost') return void request.socket.destroy();
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...(answer.headers.has('location') && { location: answer.headers.get('location')! }),
      });
      if (fate === undefined) return void response.end(text);
      response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
    });
  };

  beforeAll(async () => {
    service = await startOauthService();
    proxy = await startAnswerServer();
    proxy.answer = pass;
    fates = [];
    client = createClient({ baseUrl: proxy.url, ...sandboxKeys });
    await client.setCustomCredentials(provider, { client_id: 'own', client_secret: 'secret' });
  });
  beforeEach(() => {
    proxy.asked.length = 0;
  });
  afterAll(async () => {
    proxy.close();
    await service.close();
  });

  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(
      service.deps.db,
    );
    return Number(rows[0]?.n);
  };

  const calls: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
    app_user: () => client.createUser({}),
    lab_order: (user_id) => client.createOrder({ user_id, lab_test_id: heartHealth }),
    insurance: (userId) => client.createInsurance(userId, insurance),
    webhook: () => client.createWebhook({ url: 'https://nowhere.invalid/' }),
    link_session: (user_id) => client.createLinkToken({ user_id, include: ['start'] }),
    bulk_operation: (userId) => client.bulkImport({ provider, connections: [recipeFor(userId)] }),
    team: () => client.createTeam(seededOrg, { name: 'One more', region: 'us' }),
    api_key: () => client.createManagementKey(seededOrg, { name: 'one more', kind: 'org' }),
  };
  for (const [table, call] of Object.entries(calls))
    it(`has made one ${table}, and knows it`, async () => {
      const { user_id } = await client.createUser({ client_user_id: randomUUID() });
      const before = await count(table);
      for (const lost of [['lost', 'cut'], [502]] as const) {
        proxy.asked.length = 0;
        fates = [...lost];
        assert.ok(await call(user_id));
        assert.deepEqual([fates, proxy.asked.length], [[], lost.length + 1]);
        assert.equal(new Set(proxy.asked.map(({ headers }) => headers['idempotency-key'])).size, 1);
      }
      assert.equal(await count(table), before + 2);
    });

  it('can come again with a key of its own after it has given up', async () => {
    const { user_id } = await client.createUser({ client_user_id: randomUUID() });
    const body = { user_id, lab_test_id: heartHealth };
    const orders = await count('lab_order');
    const idempotencyKey = `order-${randomUUID()}`;
    fates = ['lost', 'lost', 'lost'];
    await assert.rejects(client.createOrder(body, { idempotencyKey }), { code: 'network_failed' });
    const { id } = await client.createOrder(body, { idempotencyKey });
    assert.equal((await client.readOrder(id)).user_id, user_id);
    assert.equal(await count('lab_order'), orders + 1);
    await assert.rejects(client.createOrder({ ...body, lab_test_id: randomUUID() }, { idempotencyKey }), {
      errorType: 'idempotency_key_reused',
      message: /used for another request/,
    });
  });
});
