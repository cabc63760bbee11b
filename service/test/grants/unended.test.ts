// A provider that does not renew the tokens with which what was let go is to be ended: it is no mistake of ours, and asked again when it
// wants to be.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { transact } from '../../src/db/index.js';
import { endUnnamed } from '../../src/grants/end-unnamed.js';
import { expectGrant, keepUnnamed, type Tokens } from '../../src/grants/index.js';
import { revokeDue, type RevokeDeps } from '../../src/grants/revoke-due.js';
import { createBudgets } from '../../src/provider-http/index.js';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.js';
import { madeUpAdapter } from '../support/made-up-adapter.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { atServer } from './grant-scene.js';

let service: TestService;
let server: AuthorizationServer;
let db: TestService['deps']['db'];
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
  await db.deleteFrom('unnamed_tokens').execute();
  await db.deleteFrom('provider_revocation').execute();
  server.interfere = () => undefined;
});

const at = () =>
  atServer(server, madeUpAdapter({ revoke: () => ({ method: 'DELETE', to: { address: 'revoke' } }) }));
const deps = (): RevokeDeps => ({
  ...service.deps,
  budgets: createBudgets(db),
  resolve: () => Promise.resolve(at()),
});

/** Tokens that have to be renewed before anything is asked with them. */
async function overTokens(account: string): Promise<Tokens> {
  const { accessToken, refreshToken } = await server.issue(account);
  return { accessToken, refreshToken, expiresAt: Date.now() - 1000 };
}

/** The two ways to what is to be ended: what makes it, ends it, and says when that is tried again. */
const ways = {
  'of a connection that was ended': {
    async make(account: string) {
      const tokens = await overTokens(account);
      const grant = { provider: 'made_up', account, application: null, tokens };
      await transact(db, (tx) => expectGrant(tx, service.deps.secrets, grant, 0));
    },
    end: () => revokeDue(deps()),
    next: async () => (await db.selectFrom('provider_revocation').selectAll().executeTakeFirst())?.next_try,
    makeDue: () => sql`update provider_revocation set next_try = now()`.execute(db),
  },
  'without an account': {
    async make(account: string) {
      const tokens = await overTokens(account);
      const redeemed = { tokens, token: { access_token: 'at' }, granted: null };
      const { sessionId } = await service.newLink();
      const by = { browser: 'one', handoff: null };
      await keepUnnamed(db, service.deps.secrets, sessionId, at(), redeemed, by);
      await sql`update unnamed_tokens set expires_at = now()`.execute(db);
    },
    end: () => endUnnamed(deps()),
    next: async () => (await db.selectFrom('unnamed_tokens').selectAll().executeTakeFirst())?.next_look,
    makeDue: () => sql`update unnamed_tokens set next_look = now()`.execute(db),
  },
};

describe.each(Object.entries(ways))(
  'access %s, whose tokens are not renewed',
  (_, { make, end, next, makeDue }) => {
    const logged = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      const before = service.logged().length;
      await work();
      return service
        .logged()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('"level":50'));
    };
    /** Seconds until it is tried again. */
    const secondsLeft = async () => (Number(await next()) - Date.now()) / 1000;

    it('is tried again at the time that the provider names', async () => {
      await make(randomUUID());
      const headers = { 'retry-after': '3000' };
      server.interfere = () => ({ refuse: { status: 429, headers } });
      assert.deepEqual(await logged(end), []);
      const seconds = await secondsLeft();
      assert.ok(seconds > 2900 && seconds <= 3000, `${seconds}`);
    });

    it('is tried again as usual if it does not answer, and ended then', async () => {
      const account = randomUUID();
      await make(account);
      server.interfere = () => 'close-before';
      assert.deepEqual(await logged(end), []);
      const seconds = await secondsLeft();
      assert.ok(seconds > 30 && seconds <= 300, `${seconds}`);
      server.interfere = () => undefined;
      await makeDue();
      await end();
      await revokeDue(deps());
      assert.deepEqual(await db.selectFrom('provider_revocation').selectAll().execute(), []);
      assert.equal(await next(), undefined);
    });

    it('is told of if it refuses the application', async () => {
      await make(randomUUID());
      server.interfere = () => ({ refuse: { status: 401, body: { error: 'invalid_client' } } });
      const lines = await logged(end);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', /"error_type":"provider_api_error".*a provider refuses the application/);
      assert.doesNotMatch(lines[0] ?? '', /"err"|frames/);
    });
  },
);
