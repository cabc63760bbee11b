// Grants that no connection has got are ended at the provider, unless another connection uses them.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { grantResolver } from '../../src/applications/index.js';
import { tidyGrants } from '../../src/grants/tend.js';
import { revokeDue } from '../../src/grants/revoke-due.js';
import type { RealProviderSettings } from '../../src/providers/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';
import {
  Browser,
  connectionOf,
  handed,
  type Json,
  type Link,
  newLink,
  oauthUrl,
  type OauthService,
  ours,
  startOauthService,
} from '../support/oauth-service.js';

const slug = 'wahoo';
const real = new Map<string, RealProviderSettings>();
let service: OauthService;
let server: AuthorizationServer;
let db: OauthService['deps']['db'];
/** The accounts whose grants the provider was asked to end. */
const ended: string[] = [];

beforeAll(async () => {
  service = await startOauthService({ fictional: new Set(), real });
  ({ db } = service.deps);
  server = await startAuthorizationServer(
    { revocation: { method: 'DELETE', path: '/api/v1/permissions', status: 200 } },
    {
      scopes: ['user_read', 'workouts_read', 'offline_data'],
      redirectUris: [`${service.url}/v2/link/connect/${slug}`],
    },
  );
  const end = server.end.bind(server);
  server.end = (account) => {
    ended.push(account);
    return end(account);
  };
  real.set(slug, {
    client: { id: server.clientId, secret: server.clientSecret },
    enabled: true,
    where: { base: null, region: null },
    urls: server.urls,
    noticeSecret: undefined,
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
});
let account: string;
beforeEach(async () => {
  await db.deleteFrom('provider_revocation').execute();
  await db.deleteFrom('unnamed_tokens').execute();
  ended.length = 0;
  account = String(randomInt(1, 2 ** 40));
  server.interfere = () => undefined;
  server.data = (of) => ({ status: 200, body: { id: Number(of) } });
});

/**
 * A person goes to the provider, agrees to everything except a scope, and comes back. Returns what the callback passes to
 * the page.
 */
async function send(to: Link, leftOut?: string): Promise<Record<string, string>> {
  const browser = new Browser();
  const { location } = await browser.step(await oauthUrl(service, to, slug), undefined, ours);
  const address = new URL(String(location));
  const scopes = address.searchParams.get('scope')?.split(' ') ?? [];
  address.searchParams.set('scope', scopes.filter((scope) => scope !== leftOut).join(' '));
  const callback = await server.consent(address.href, account);
  const end = await browser.step(callback.href);
  return end.location === null ? {} : handed(end.location);
}
const revoking = () => ({ ...service.deps, resolve: grantResolver(service.deps) });
/** Ends the grants that are due now. */
const endDue = () => revokeDue(revoking());
/** The same after the time in which somebody could still come back. */
async function endLater(): Promise<void> {
  await sql`update unnamed_tokens set expires_at = now() where expires_at > now()`.execute(db);
  await tidyGrants(revoking());
  await sql`update provider_revocation set next_try = now()`.execute(db);
  await endDue();
  assert.deepEqual(await db.selectFrom('provider_revocation').selectAll().execute(), []);
  assert.deepEqual(await db.selectFrom('unnamed_tokens').selectAll().execute(), []);
}
async function call(method: string, path: string, body?: Json): Promise<Json> {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${response.status}`);
  return (await response.json()) as Json;
}
const confirm = ({ sessionId }: Link, confirm_code = '') =>
  call('POST', `/v2/link/session/${sessionId}/confirm`, { confirm_code });
const waiting = () => newLink(service, { provider: slug, confirm: 'host' });

describe('the provider is asked to end what was allowed', () => {
  it('if the team’s server never confirms the link, and not before', async () => {
    const link = await waiting();
    assert.ok((await send(link))['confirm_code']);
    await endDue();
    assert.deepEqual(ended, []);
    await sweep(db, new Date(Date.now() + 120_000));
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('if the user is deleted while the link waits for that', async () => {
    const link = await waiting();
    await send(link);
    await call('DELETE', `/v2/user/${link.userId}`);
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('if the person left out what is required', async () => {
    const link = await newLink(service, { provider: slug });
    const { error_type } = await send(link, 'workouts_read');
    assert.equal(error_type, 'required_scopes_not_granted');
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('if it is another account than the one that the link renews, and the connection keeps its own', async () => {
    const link = await newLink(service, { provider: slug });
    await send(link);
    const before = await connectionOf(service, link);
    const grant = () =>
      db
        .selectFrom('provider_grant')
        .selectAll()
        .where('id', '=', before?.grant_id ?? '')
        .execute();
    const kept = await grant();
    const right = account;
    account = String(randomInt(1, 2 ** 40));
    const again = await newLink(service, { reconnect: slug }, { userId: link.userId });
    assert.equal((await send(again))['error_type'], 'account_mismatch');
    assert.deepEqual([await connectionOf(service, link), await grant()], [before, kept]);
    await endLater();
    assert.deepEqual(ended, [account]);

    account = right;
    assert.equal((await send(again))['state'], 'success');
    const after = await connectionOf(service, link);
    assert.deepEqual(
      [after?.id, after?.grant_id, after?.created_on],
      [before?.id, before?.grant_id, before?.created_on],
    );
    assert.equal((await grant())[0]?.version, 2);
    await endLater();
    assert.equal(ended.length, 1);
  });

  it('if a later try has begun meanwhile', async () => {
    const link = await newLink(service, { provider: slug });
    server.interfere = async () => {
      server.interfere = () => undefined;
      await oauthUrl(service, link, slug);
      return undefined;
    };
    await send(link);
    assert.equal(await connectionOf(service, link), undefined);
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('if the provider could not name the account, and nobody came back', async () => {
    server.data = () => ({ status: 503, body: {} });
    const link = await newLink(service, { provider: slug });
    await send(link);
    await tidyGrants(revoking());
    server.data = (of) => ({ status: 200, body: { id: Number(of) } });
    await tidyGrants(revoking());
    await endDue();
    assert.deepEqual(ended, [], 'the person may come back for ten minutes');
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('for each sign-in of a session whose account the provider could not name', async () => {
    server.data = () => ({ status: 503, body: {} });
    const link = await newLink(service, { provider: slug });
    await send(link);
    const first = account;
    account = String(Number(account) + 1);
    await send(link);
    server.data = (of) => ({ status: 200, body: { id: Number(of) } });
    await tidyGrants(revoking());
    await endDue();
    assert.deepEqual(ended, [], 'the person may come back for the second');
    await endLater();
    assert.deepEqual(ended.toSorted(), [first, account].toSorted());
  });

  it('if the provider could not name the account, and the person linked another one in the same session', async () => {
    server.data = () => ({ status: 503, body: {} });
    const link = await newLink(service, { provider: slug });
    await send(link);
    server.data = (of) => ({ status: 200, body: { id: Number(of) } });
    const first = account;
    account = String(Number(account) + 1);
    assert.equal((await send(link))['state'], 'success');
    await endLater();
    assert.deepEqual(ended, [first]);
    assert.equal((await connectionOf(service, link))?.provider_account, account);
  });

  it('even if many earlier ones cannot be ended', async () => {
    server.data = () => ({ status: 503, body: {} });
    await send(await newLink(service, { provider: slug }));
    server.data = (of) => ({ status: 200, body: { id: Number(of) } });
    await sql`update unnamed_tokens set expires_at = now()`.execute(db);
    const redeemed = Buffer.from('of another key');
    const expires_at = new Date(Date.now() - 3_600_000);
    for (let many = 0; many < 20; many++) {
      const { sessionId } = await newLink(service, { provider: slug });
      const row = {
        id: randomUUID(),
        session_id: sessionId,
        provider: slug,
        application: '',
        redeemed,
        expires_at,
        next_look: expires_at,
      };
      await db.insertInto('unnamed_tokens').values(row).execute();
    }
    await tidyGrants(revoking());
    await tidyGrants(revoking());
    await endDue();
    assert.deepEqual(ended, [account]);
    assert.equal((await db.selectFrom('unnamed_tokens').selectAll().execute()).length, 20);
  });

  it('if the process is killed after it has received the tokens', async () => {
    const link = await newLink(service, { provider: slug });
    // After a kill, only what is in the database while the provider is asked for the account is left.
    let left: Promise<readonly object[]> = Promise.resolve([]);
    server.data = (of) => {
      left = db.selectFrom('unnamed_tokens').selectAll().execute();
      return { status: 200, body: { id: Number(of) } };
    };
    await send(link);
    await db.deleteFrom('connection').execute();
    await db.deleteFrom('provider_grant').execute();
    await db
      .insertInto('unnamed_tokens')
      // The rows were read from the same table.
      .values((await left) as never)
      .execute();
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('if another account takes its place', async () => {
    const link = await newLink(service, { provider: slug });
    await send(link);
    const first = account;
    account = String(Number(account) + 1);
    await send(await newLink(service, { provider: slug }, { userId: link.userId }));
    await endLater();
    assert.deepEqual(ended, [first]);
  });
});

describe('nothing is ended', () => {
  it('once the link is confirmed', async () => {
    const link = await waiting();
    await confirm(link, (await send(link))['confirm_code']);
    await endLater();
    assert.deepEqual(ended, []);
  });

  it('if the person disconnects, and is about to link the account again', async () => {
    const first = await newLink(service, { provider: slug });
    await send(first);
    await call('DELETE', `/v2/user/${first.userId}/${slug}`);
    const second = await newLink(service, { provider: slug, confirm: 'host' }, { userId: first.userId });
    const { confirm_code } = await send(second);
    await endDue();
    assert.deepEqual(ended, []);
    await confirm(second, confirm_code);
    await endLater();
    assert.deepEqual(ended, []);
    assert.equal((await connectionOf(service, second))?.status, 'connected');
  });

  it('if somebody else with the same account disconnects', async () => {
    const first = await newLink(service, { provider: slug });
    await send(first);
    const second = await waiting();
    const { confirm_code } = await send(second);
    await call('DELETE', `/v2/user/${first.userId}/${slug}`);
    await endDue();
    assert.deepEqual(ended, []);
    await confirm(second, confirm_code);
    await endLater();
    assert.deepEqual(ended, []);
  });

  it('of the first sign-in of a session, if a later one links the same account', async () => {
    server.data = () => ({ status: 503, body: {} });
    const link = await newLink(service, { provider: slug });
    await send(link);
    server.data = (of) => ({ status: 200, body: { id: Number(of) } });
    assert.equal((await send(link))['state'], 'success');
    await endLater();
    assert.deepEqual(ended, []);
    assert.deepEqual(await db.selectFrom('unnamed_tokens').selectAll().execute(), []);
  });

  it('if another connection uses it', async () => {
    const first = await newLink(service, { provider: slug });
    await send(first);
    const second = await waiting();
    await send(second);
    await sweep(db, new Date(Date.now() + 120_000));
    await newLink(service, { provider: slug });
    const third = await newLink(service, { provider: slug, reject_duplicate_connection: true });
    assert.equal((await send(third))['error_type'], 'duplicate_connection');
    await endLater();
    assert.deepEqual(ended, []);
    assert.equal((await connectionOf(service, first))?.status, 'connected');
    await call('DELETE', `/v2/user/${first.userId}/${slug}`);
    await endLater();
    assert.deepEqual(ended, [account]);
  });

  it('if the person links the account again before that', async () => {
    const link = await newLink(service, { provider: slug });
    await send(link, 'workouts_read');
    await send(await newLink(service, { provider: slug }, { userId: link.userId }));
    await endLater();
    assert.deepEqual(ended, []);
  });
});
