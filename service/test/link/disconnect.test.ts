// Ending connections from a link. The attacks of docs/security.md are among these.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  disconnectLink,
  disconnectProvider,
  finishLink,
  listAuditEntries,
  listUserProviders,
  readLinkSession,
  readLinkState,
  startLink,
} from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { seededOrg } from '../../src/server/seed.js';
import { newBulkTeam, provider, recipeFor } from '../support/bulk-service.js';
import { errorType } from '../support/error-type.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { apiKey } = sandboxKeys;
type Headers = Readonly<Record<string, string>>;
const disconnect = (token: string | undefined, provider = 'quartz_scale', headers: Headers = {}) =>
  service.call(disconnectLink, { ...(token !== undefined && { token }), params: { provider }, headers });
const connected = async (userId: string) =>
  (await service.call(listUserProviders, { params: { user_id: userId }, apiKey })).body.providers.map(
    ({ slug }) => slug,
  );
const said = ({ status, detail }: { status: number; detail: unknown }) => [status, errorType(detail)];

/** A user with a connection, and a link that may end it. */
async function managed(
  more: Parameters<TestService['newLink']>[0] = {},
): Promise<StartedLink & { readonly userId: string }> {
  const { userId } = await connectedUser();
  return service.newLink({ manage: true, ...more, user_id: userId });
}

async function connectedUser(): Promise<StartedLink> {
  const link = await service.newLink();
  await service.signIn(link, 'ok@example.com');
  return link;
}

describe('a person who manages connections', () => {
  it('ends a connection, and gets no error for ending it again', async () => {
    const link = await managed();
    for (let times = 0; times < 2; times++)
      assert.deepEqual((await disconnect(link.token)).body, { success: true });
    assert.deepEqual(await connected(link.userId), []);
  });

  it('sees the connected providers first', async () => {
    const { userId } = await connectedUser();
    const link = await service.newToken({ manage: true, user_id: userId });
    const { body } = await service.call(startLink, { body: { link_token: link.token } });
    assert.equal(body.session.manage, true);
    assert.equal(body.providers[0]?.slug, 'quartz_scale');
    assert.deepEqual(
      body.providers.filter((provider) => provider.connected).map(({ slug }) => slug),
      ['quartz_scale'],
    );
  });

  it('sees a broken connection first too, marked as broken, and ends it', async () => {
    const { userId } = await connectedUser();
    await service.deps.db
      .updateTable('connection')
      .set({ status: 'error' })
      .where('user_id', '=', userId)
      .execute();
    const link = await service.newToken({ manage: true, user_id: userId });
    const start = () => service.call(startLink, { body: { link_token: link.token } });
    const stand = ({
      slug,
      connected: is,
      broken,
    }: {
      slug: string;
      connected?: unknown;
      broken?: unknown;
    }) => [slug, is, broken];
    const { providers } = (await start()).body;
    assert.deepEqual(providers.slice(0, 1).map(stand), [['quartz_scale', false, true]]);
    assert.ok(providers.slice(1).every(({ broken }) => broken === false));
    assert.equal((await disconnect(link.token)).status, 200);
    assert.ok((await start()).body.providers.every(({ broken }) => broken === false));
  });

  it('ends a connection once, even with two requests at the same time', async () => {
    const link = await managed();
    const answers = await Promise.all([disconnect(link.token), disconnect(link.token)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(await connected(link.userId), []);
  });

  it('can connect again, and a connection that was ended is no success of this session', async () => {
    const link = await managed({ multiple: true });
    await service.signIn(link, 'ok@example.com', { provider: 'tundra_watch' });
    await disconnect(link.token, 'tundra_watch');
    const { body: between } = await service.call(readLinkState, { token: link.token });
    assert.deepEqual([between.state, between.provider, between.connections], ['started', null, []]);
    await service.signIn(link, 'ok@example.com', { provider: 'tundra_watch' });
    await service.call(finishLink, { token: link.token });
    const { body } = await service.call(readLinkSession, {
      params: { link_session_id: link.sessionId },
      apiKey,
    });
    assert.deepEqual([body.state, body.provider], ['success', 'tundra_watch']);
  });

  it('deletes the data of the connection too, as the team’s server does', async () => {
    await service.hear();
    const link = await managed();
    await disconnect(link.token);
    const waiting = await service.deps.db
      .selectFrom('connection')
      .select('id')
      .where('user_id', '=', link.userId)
      .execute();
    assert.deepEqual(waiting, []);
  });
});

describe('the end of a connection in the audit log', () => {
  /** The audit entries about the ends of a user's connections, oldest first. */
  async function endedOf(userId: string) {
    const { body } = await service.call(listAuditEntries, {
      params: { org_id: seededOrg },
      headers: { 'x-management-key': sandboxKeys.managementKey },
      query: { action: 'connection.deleted', page_size: 200 },
    });
    return body.data.filter(({ detail }) => detail === `of the user ${userId}`).reverse();
  }

  it('is recorded for the person who disconnects, once', async () => {
    const link = await managed();
    for (let times = 0; times < 2; times++) await disconnect(link.token);
    const [entry, ...others] = await endedOf(link.userId);
    assert.deepEqual(
      [entry?.actor, entry?.subject, entry?.key_id, entry?.person],
      ['user', 'quartz_scale', null, null],
    );
    assert.match(entry?.request_id ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(others, []);
  });

  it('is recorded for an import that brings another account, and has no request any more', async () => {
    const team = await newBulkTeam(service);
    const [user] = await team.users(1);
    assert.ok(user);
    for (const provider_id of ['first', 'first', 'second'])
      await team.ended(await team.import([recipeFor(user, { provider_id })]));
    assert.deepEqual(
      (await endedOf(user)).map(({ actor, subject, key_id }) => [actor, subject, key_id]),
      [['import', provider, null]],
    );
  });

  it('is recorded for the person who links another account in its place, and not for the same account', async () => {
    const { userId } = await connectedUser();
    await service.signIn(await service.newLink({ user_id: userId }), 'ok@example.com');
    assert.deepEqual(await endedOf(userId), []);
    await service.signIn(await service.newLink({ user_id: userId }), 'ok@example.org');
    await service.call(disconnectProvider, { apiKey, params: { user_id: userId, provider: 'quartz_scale' } });
    assert.deepEqual(
      (await endedOf(userId)).map(({ actor }) => actor),
      ['user', 'key'],
    );
  });
});

describe('an attacker who would end connections', () => {
  it('cannot with a token without manage', async () => {
    const { userId } = await connectedUser();
    const link = await service.newLink({ user_id: userId });
    assert.deepEqual(said(await disconnect(link.token)), [403, 'manage_not_allowed']);
    assert.deepEqual(await connected(userId), ['quartz_scale']);
  });

  it('cannot reach the connections of another user', async () => {
    const { userId } = await connectedUser();
    const mine = await service.newLink({ manage: true });
    assert.equal((await disconnect(mine.token)).status, 200);
    assert.deepEqual(await connected(userId), ['quartz_scale']);
  });

  it('cannot end a connection that the token does not offer', async () => {
    const link = await managed({ filter_on_providers: ['tundra_watch'] });
    assert.deepEqual(said(await disconnect(link.token)), [403, 'provider_not_offered']);
    assert.deepEqual(said(await disconnect(link.token, 'no_such')), [403, 'provider_not_offered']);
    assert.deepEqual(await connected(link.userId), ['quartz_scale']);
  });

  it('cannot before the session has started, after it has ended, or with a used-up token', async () => {
    const { userId } = await connectedUser();
    const link = await service.newToken({ manage: true, user_id: userId });
    assert.deepEqual(said(await disconnect(link.token)), [401, 'token_not_validated']);
    await service.call(startLink, { body: { link_token: link.token } });
    await service.clock.advance(3601);
    assert.deepEqual(said(await disconnect(link.token)), [401, 'token_expired']);
    const used = await service.newLink({ manage: true, user_id: userId });
    await service.signIn(used, 'ok@example.com', { provider: 'tundra_watch' });
    assert.deepEqual(said(await disconnect(used.token)), [401, 'token_consumed']);
    const finished = await service.newLink({ manage: true, multiple: true, user_id: userId });
    await service.signIn(finished, 'ok@example.com', { provider: 'tundra_watch' });
    await service.call(finishLink, { token: finished.token });
    assert.deepEqual(said(await disconnect(finished.token)), [401, 'token_consumed']);
    assert.deepEqual(said(await disconnect('lt_unknown')), [401, 'invalid_token']);
    assert.deepEqual(await connected(userId), ['quartz_scale', 'tundra_watch']);
  });

  it('cannot from a page that the token does not allow', async () => {
    const link = await managed({ allowed_origins: ['https://app.example'] });
    const from = (origin: string) => disconnect(link.token, 'quartz_scale', { origin });
    assert.deepEqual(said(await from('https://evil.example')), [403, 'origin_not_allowed']);
    assert.equal((await from('https://app.example')).status, 200);
  });

  it('cannot with an address that another browser has opened', async () => {
    const { userId } = await connectedUser();
    const link = await service.newToken({ manage: true, user_id: userId });
    const opened = await service.call(startLink, { body: { link_token: link.token, via: 'link' } });
    assert.deepEqual(said(await disconnect(link.token)), [401, 'token_consumed']);
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const own = { cookie, 'x-svc-link-session': link.sessionId };
    assert.equal((await disconnect(undefined, 'quartz_scale', own)).status, 200);
  });

  it('cannot use the hosted page’s cookie from another page', async () => {
    const { userId } = await connectedUser();
    const link = await service.newToken({ manage: true, user_id: userId });
    const opened = await service.call(startLink, { body: { link_token: link.token, via: 'link' } });
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    // The cookie alone, as the form of another page sends it.
    assert.deepEqual(said(await disconnect(undefined, 'quartz_scale', { cookie })), [401, 'invalid_token']);
    const forged = { cookie, 'x-svc-link-session': link.sessionId, origin: 'https://evil.example' };
    assert.deepEqual(said(await disconnect(undefined, 'quartz_scale', forged)), [401, 'invalid_token']);
    const preflight = await service.app.request('/v2/link/connection/quartz_scale', { method: 'OPTIONS' });
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    assert.ok(!allowed.includes('x-svc-link-session'));
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /\bDELETE\b/);
    assert.deepEqual(await connected(userId), ['quartz_scale']);
  });
});
