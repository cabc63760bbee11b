import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  bulkExport,
  confirmLinkSession,
  readLinkSession,
  readLinkState,
  setCustomCredentials,
} from 'svc-link/contract';
import { nameOldAccounts } from '../../src/upgrades/old-accounts.js';
import { sandboxKeys } from '../../src/server/server.js';
import {
  Browser,
  consent,
  newLink as newOauthLink,
  oauthUrl,
  startOauthService,
} from '../support/oauth-service.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
});
afterAll(() => service.stop());

const relink = (link: StartedLink) => service.newLink({ user_id: link.userId });
const signIn = async (link: StartedLink, username = 'ok@example.com') =>
  (await service.signIn(link, username)).body.provider_id;
const connectionOf = (link: StartedLink) =>
  service.deps.db
    .selectFrom('connection')
    .selectAll()
    .where('user_id', '=', link.userId)
    .executeTakeFirstOrThrow();
const eventsOf = (link: StartedLink) => service.eventsOf(link.userId);

describe('provider_id after a password', () => {
  // spec 2.12.1
  it('is the same in result, state, session report and event, and after each relink', async () => {
    const link = await service.newLink();
    const id = await signIn(link);
    assert.match(String(id), /^[\w-]{43}$/);
    assert.equal((await service.call(readLinkState, { token: link.token })).body.provider_id, id);
    const params = { link_session_id: link.sessionId };
    assert.equal((await service.call(readLinkSession, { apiKey, params })).body.provider_id, id);

    const again = await relink(link);
    assert.equal(await signIn(again, ' OK@example.com'), id);
    assert.equal((await service.call(readLinkState, { token: again.token })).body.provider_id, id);
    // The first session still names it, even though its connection was replaced.
    assert.equal((await service.call(readLinkSession, { apiKey, params })).body.provider_id, id);
    const told = (await eventsOf(link)).filter(
      ({ event_type }) => event_type === 'provider.connection.created',
    );
    assert.deepEqual(
      told.map(({ data }) => (data as { provider_id?: string }).provider_id),
      [id, id],
    );
  });

  it('is returned after the team has confirmed', async () => {
    const link = await service.newLink({ confirm: 'host' });
    const { body } = await service.signIn(link, 'ok@example.com');
    assert.equal(body.provider_id, null);
    const confirmed = await service.call(confirmLinkSession, {
      apiKey,
      params: { link_session_id: link.sessionId },
      body: { confirm_code: String(body.confirm_code) },
    });
    assert.equal(confirmed.body.provider_id, await signIn(await relink(link)));
  });

  it('belongs to the account: it differs for another user name, user, provider or team', async () => {
    const link = await service.newLink();
    const other = await service.newTeam();
    const stranger = await service.newLink({}, other.apiKey);
    const at = async (provider: string) =>
      (await service.signIn(await relink(link), 'ok@example.com', { provider })).body.provider_id;
    const ids = [
      await signIn(link),
      await signIn(await relink(link), 'ok@elsewhere.example'),
      await signIn(await service.newLink()),
      await at('solstice_ring'),
      await signIn(await service.newLink(), 'shared@example.com'),
      await signIn(stranger, 'shared@example.com'),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(await signIn(await service.newLink(), 'shared@elsewhere.example'), ids[4]);
  });

  it('shows neither the user name nor the row of the connection', async () => {
    const link = await service.newLink();
    const { body } = await service.signIn(link, 'ok@name-of-a-person.example');
    const { id } = await connectionOf(link);
    const state = await service.call(readLinkState, { token: link.token });
    const params = { link_session_id: link.sessionId };
    const report = await service.call(readLinkSession, { apiKey, params });
    const shown = JSON.stringify([body, state.body, report.body, await eventsOf(link)]);
    assert.ok(!shown.includes(id));
    assert.ok(!shown.includes('name-of-a-person'));
  });
});

describe('accounts that an earlier version stored', () => {
  it('get the same ids as new links, also in their sessions', async () => {
    const { db, secrets } = service.deps;
    const old = async (username: string, account: string) => {
      const link = await service.newLink();
      await signIn(link, username);
      const { id } = await connectionOf(link);
      await db
        .updateTable('connection')
        .set({ provider_account: account.replace('USER', link.userId) })
        .where('id', '=', id)
        .execute();
      await db
        .updateTable('link_session')
        .set({ provider_account: account.replace('USER', link.userId) })
        .where('id', '=', link.sessionId)
        .execute();
      await db.insertInto('unnamed_account').values({ connection_id: id }).execute();
      return link;
    };
    const own = await old('ok@example.com', 'quartz_scale:USER');
    const shared = await old('shared@example.com', 'quartz_scale:shared');
    const broken = await old('ok@example.com', 'quartz_scale:broken');
    await db
      .updateTable('connection')
      .set({ credentials: Buffer.from('not sealed') })
      .where('user_id', '=', broken.userId)
      .execute();
    await nameOldAccounts(db, secrets, service.deps.log);
    // An account that cannot be opened does not stop a process from starting.
    assert.equal((await connectionOf(broken)).provider_account, 'quartz_scale:broken');
    assert.match(service.logged(), /credentials of a connection cannot be read/);
    for (const [link, username] of [
      [own, 'ok@example.com'],
      [shared, 'shared@example.com'],
    ] as const) {
      const { body } = await service.call(readLinkState, { token: link.token });
      assert.match(String(body.provider_id), /^[\w-]{43}$/);
      assert.equal((await connectionOf(link)).provider_account, body.provider_id);
      assert.equal(await signIn(await relink(link), username), body.provider_id);
    }
    const strict = await service.newLink({ reject_duplicate_connection: true });
    const refused = await service.signIn(strict, 'shared@example.com');
    assert.equal(refused.body.error_type, 'duplicate_connection');
    assert.deepEqual(await db.selectFrom('unnamed_account').selectAll().execute(), []);
  });
});

describe('provider_id after OAuth', () => {
  // spec 2.7.1
  it('is the provider’s own id of the account: in state, session report and export, and after a relink', async () => {
    const provider = 'aurora_ring';
    const oauth = await startOauthService();
    try {
      const ask = async (path: string, headers: Record<string, string>, body?: object) => {
        const response = await fetch(oauth.url + path, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        });
        return (await response.json()) as Record<string, unknown>;
      };
      await fetch(oauth.url + setCustomCredentials.path.replace('{provider}', provider), {
        method: setCustomCredentials.method,
        headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey },
        body: JSON.stringify({ client_id: 'own', client_secret: 'secret' }),
      });
      const browser = new Browser();
      const link = await newOauthLink(oauth);
      await consent(oauth, browser, await oauthUrl(oauth, link, provider), 'allow');
      const again = await newOauthLink(oauth, {}, { userId: link.userId });
      await consent(oauth, browser, await oauthUrl(oauth, again, provider), 'allow');

      const { account } = await oauth.deps.db
        .selectFrom('sandbox_grant')
        .select('account')
        .executeTakeFirstOrThrow();
      for (const { token, sessionId } of [link, again]) {
        const state = await ask(readLinkState.path, { 'x-svc-link-token': token });
        const report = await ask(`/v2/link/session/${sessionId}`, { 'x-svc-api-key': apiKey });
        assert.deepEqual([state['provider_id'], report['provider_id']], [account, account]);
      }
      const page = await ask(bulkExport.path, { 'x-svc-api-key': apiKey }, { provider });
      assert.deepEqual(
        (page['data'] as { provider_id: string }[]).map(({ provider_id }) => provider_id),
        [account],
      );
    } finally {
      await oauth.close();
    }
  });
});
