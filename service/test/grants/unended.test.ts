// A provider does not renew the tokens that are needed to end a grant. That is not our mistake, and the request is repeated
// when the provider wants it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { transact } from '../../src/db/index.js';
import { endUnnamed } from '../../src/grants/end-unnamed.js';
import { expectGrant, keepUnnamed, type Tokens } from '../../src/grants/index.js';
import { startEndingScene } from './ending-scene.js';

const scene = await startEndingScene();
const { service, server, db, at, deps, endDue, waiting, letWaitBeOver } = scene;
beforeEach(scene.empty);
afterAll(scene.stop);

/** Tokens that must be renewed before any other request. */
async function overTokens(account: string): Promise<Tokens> {
  const { accessToken, refreshToken } = await server.issue(account);
  return { accessToken, refreshToken, expiresAt: Date.now() - 1000 };
}

/** The two kinds of tokens that must be ended: how each is made and ended, and how to read the time of its next try. */
const ways = {
  'of a connection that was ended': {
    async make(account: string) {
      const tokens = await overTokens(account);
      const grant = { provider: 'made_up', account, application: null, tokens };
      await transact(db, (tx) => expectGrant(tx, service.deps.secrets, grant, 0));
    },
    end: () => endDue(),
    next: async () => (await waiting())[0]?.next_try,
    makeDue: letWaitBeOver,
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
    /** The seconds until the next try. */
    const secondsLeft = async () => (Number(await next()) - Date.now()) / 1000;

    it('is tried again at the time that the provider names', async () => {
      await make(randomUUID());
      const headers = { 'retry-after': '3000' };
      server.interfere = () => ({ refuse: { status: 429, headers } });
      assert.deepEqual(await logged(end), []);
      const seconds = await secondsLeft();
      assert.ok(seconds > 2900 && seconds <= 3000, `${seconds}`);
    });

    it('is tried again as usual if the provider does not answer, and ends it then', async () => {
      const account = randomUUID();
      await make(account);
      server.interfere = () => 'close-before';
      assert.deepEqual(await logged(end), []);
      const seconds = await secondsLeft();
      assert.ok(seconds > 30 && seconds <= 300, `${seconds}`);
      server.interfere = () => undefined;
      await makeDue();
      await end();
      await endDue();
      assert.deepEqual(await waiting(), []);
      assert.equal(await next(), undefined);
    });

    it('is logged if the provider refuses the application', async () => {
      await make(randomUUID());
      server.interfere = () => ({ refuse: { status: 401, body: { error: 'invalid_client' } } });
      const lines = await logged(end);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', /"error_type":"provider_api_error".*a provider refuses the application/);
      assert.doesNotMatch(lines[0] ?? '', /"err"|frames/);
    });
  },
);
