// Tokens whose account the provider could not name: kept for the person, and ended at the provider if nobody comes back for them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OauthSignIn } from '../../src/adapters/index.js';
import { findUnnamed, forgetUnnamed, giveUpUnnamed, keepUnnamed } from '../../src/grants/index.js';
import type { RevokeDeps } from '../../src/grants/revoke-due.js';
import { endUnnamed } from '../../src/grants/unnamed.js';
import { createBudgets, ProviderFailure } from '../../src/provider-http/index.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { atServer } from './grant-scene.js';

let service: TestService;
let server: AuthorizationServer;
let db: TestService['deps']['db'];
let signIn: Partial<OauthSignIn>;

beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.deps);
  server = await startAuthorizationServer({ revocation: { method: 'DELETE', path: '/access', status: 204 } });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});
beforeEach(async () => {
  await db.deleteFrom('unnamed_grant').execute();
  await db.deleteFrom('provider_revocation').execute();
  server.interfere = () => undefined;
  server.data = undefined;
  signIn = { revoke: () => ({ method: 'DELETE', to: { address: 'revoke' } }) };
});

const deps = (more: Partial<RevokeDeps> = {}): RevokeDeps => ({
  ...service.deps,
  budgets: createBudgets(db),
  resolve: () => Promise.resolve(at()),
  ...more,
});
const at = () => atServer(server, madeUpAdapter(signIn));
const waiting = () => db.selectFrom('provider_revocation').selectAll().execute();

describe('tokens without an account', () => {
  const tokens = { accessToken: 'at', refreshToken: null, expiresAt: null };
  const redeemed = { tokens, token: { access_token: 'at' }, granted: ['sleep'] };
  const holder = { browser: 'of the person', handoff: null };
  const rows = () => db.selectFrom('unnamed_grant').selectAll().execute();
  const setEnd = (end: string) =>
    sql`update unnamed_grant set expires_at = now() - ${end}::interval`.execute(db);

  it('are kept for ten minutes, for their session and provider alone', async () => {
    const { secrets } = service.deps;
    const { sessionId } = await service.newLink();
    const other = await service.newLink();
    const found = (id = sessionId, slug = 'made_up') =>
      findUnnamed(db, secrets, id, { ...at(), adapter: { ...at().adapter, slug } }, holder);
    await keepUnnamed(db, secrets, sessionId, at(), { ...redeemed, granted: null }, holder);
    await keepUnnamed(db, secrets, sessionId, at(), redeemed, holder);
    const another = { ...at(), adapter: { ...at().adapter, slug: 'another' } };
    await keepUnnamed(db, secrets, sessionId, another, redeemed, holder);
    assert.deepEqual(await found(), redeemed);
    assert.equal(await found(other.sessionId), undefined);
    assert.equal(await found(sessionId, 'a third'), undefined);
    await endUnnamed(deps());
    assert.deepEqual(await found(), redeemed);
    await giveUpUnnamed(db, sessionId, 'made_up');
    assert.equal(await found(), undefined);
    assert.deepEqual(await found(sessionId, 'another'), redeemed);
    for (const slug of ['made_up', 'another']) await forgetUnnamed(db, sessionId, slug);
    assert.deepEqual(await rows(), []);
  });

  it('are nobody else’s in their session, and given up at all providers with it', async () => {
    const { secrets } = service.deps;
    const { sessionId } = await service.newLink();
    const phone = { ...holder, handoff: randomUUID() };
    const found = (by: typeof holder | typeof phone) => findUnnamed(db, secrets, sessionId, at(), by);
    await keepUnnamed(db, secrets, sessionId, at(), redeemed, phone);
    assert.deepEqual(await found(phone), redeemed);
    for (const by of [holder, { ...phone, browser: 'another' }, { ...phone, handoff: randomUUID() }])
      assert.equal(await found(by), 'of-others');
    await giveUpUnnamed(db, sessionId);
    assert.equal(await found(phone), undefined);
    await setEnd('1 hour');
    const [before] = await rows();
    await giveUpUnnamed(db, sessionId);
    assert.deepEqual((await rows())[0]?.expires_at, before?.expires_at);
    await forgetUnnamed(db, sessionId, 'made_up');
  });

  it('are tried for a day if the provider is away, and forgotten if it refuses them', async () => {
    const { secrets } = service.deps;
    const { sessionId } = await service.newLink();
    await keepUnnamed(db, secrets, sessionId, at(), redeemed, holder);
    await setEnd('1 minute');
    let kind: 'later' | 'token' = 'later';
    signIn.readAccount = () => {
      const retryAt = new Date(Date.now() + 60_000);
      throw new ProviderFailure({ kind, errorType: 'provider_api_error', message: 'No.', retryAt });
    };
    await endUnnamed(deps());
    assert.equal((await rows()).length, 1);
    await setEnd('25 hours');
    await endUnnamed(deps());
    assert.deepEqual([await rows(), await waiting()], [[], []]);
    await keepUnnamed(db, secrets, sessionId, at(), redeemed, holder);
    await setEnd('1 minute');
    kind = 'token';
    await endUnnamed(deps());
    assert.deepEqual([await rows(), await waiting()], [[], []]);
  });
});
