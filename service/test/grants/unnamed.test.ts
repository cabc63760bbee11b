// Tokens whose account the provider could not name: they are kept for the person, and ended at the provider if nobody comes
// back for them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { endUnnamed } from '../../src/grants/end-unnamed.js';
import {
  findUnnamed,
  forgetUnnamed,
  giveUpUnnamed,
  keepUnnamed,
  openTokens,
  type Tokens,
} from '../../src/grants/index.js';
import { ProviderFailure } from '../../src/provider-http/index.js';
import { startEndingScene } from './ending-scene.js';

const scene = await startEndingScene();
const { service, server, db, signIn, at, deps, endDue, waiting } = scene;
beforeEach(scene.empty);
afterAll(scene.stop);

describe('tokens without an account', () => {
  const tokens = { accessToken: 'at', refreshToken: null, expiresAt: null };
  const redeemed = { tokens, token: { access_token: 'at' }, granted: ['sleep'] };
  const holder = { browser: 'of the person', handoff: null };
  const rows = () => db.selectFrom('unnamed_tokens').selectAll().execute();
  const setEnd = (end: string) =>
    sql`update unnamed_tokens set expires_at = now() - ${end}::interval, next_look = now()`.execute(db);

  it('are kept for ten minutes, only for their session and provider', async () => {
    const { secrets } = service.deps;
    const { sessionId } = await service.newLink();
    const other = await service.newLink();
    const found = (id = sessionId, slug = 'made_up') =>
      findUnnamed(db, secrets, id, { ...at(), adapter: { ...at().adapter, slug } }, holder);
    const first = await keepUnnamed(db, secrets, sessionId, at(), { ...redeemed, granted: null }, holder);
    const kept = await keepUnnamed(db, secrets, sessionId, at(), redeemed, holder);
    const another = { ...at(), adapter: { ...at().adapter, slug: 'another' } };
    const ofAnother = await keepUnnamed(db, secrets, sessionId, another, redeemed, holder);
    assert.deepEqual(await found(), kept);
    assert.equal(await found(other.sessionId), undefined);
    assert.equal(await found(sessionId, 'a third'), undefined);
    await endUnnamed(deps());
    assert.deepEqual(await found(), kept);
    await giveUpUnnamed(db, sessionId, 'made_up');
    assert.equal(await found(), undefined);
    assert.deepEqual(await found(sessionId, 'another'), ofAnother);
    assert.equal(await forgetUnnamed(db, kept), true);
    assert.equal(await forgetUnnamed(db, ofAnother), true);
    assert.equal(await forgetUnnamed(db, ofAnother), false);
    assert.deepEqual(
      (await rows()).map(({ id }) => id),
      [first.id],
      'those of the sign-in before are still to be ended',
    );
  });

  it('are for nobody else in their session, and are given up with it at all providers', async () => {
    const { secrets } = service.deps;
    const { sessionId } = await service.newLink();
    const phone = { ...holder, handoff: randomUUID() };
    const found = (by: typeof holder | typeof phone) => findUnnamed(db, secrets, sessionId, at(), by);
    const kept = await keepUnnamed(db, secrets, sessionId, at(), redeemed, phone);
    assert.deepEqual(kept.redeemed, redeemed);
    assert.deepEqual(await found(phone), kept);
    for (const by of [holder, { ...phone, browser: 'another' }, { ...phone, handoff: randomUUID() }])
      assert.equal(await found(by), 'of-others');
    await giveUpUnnamed(db, sessionId);
    assert.equal(await found(phone), undefined);
    await setEnd('1 hour');
    const [before] = await rows();
    await giveUpUnnamed(db, sessionId);
    assert.deepEqual((await rows())[0]?.expires_at, before?.expires_at);
  });

  describe('that a process of the previous version has kept', () => {
    const keptBefore = async (sessionId: string, end: string, accessToken = 'at') => {
      const held = { ...redeemed, tokens: { ...tokens, accessToken }, by: holder };
      await db
        .insertInto('unnamed_grant')
        .values({
          ...{ session_id: sessionId, provider: 'made_up' },
          redeemed: service.deps.secrets.seal('unnamed-grant', sessionId, JSON.stringify(held)),
          expires_at: sql<Date>`now() + ${end}::interval`,
        })
        .execute();
    };
    const before = () => db.selectFrom('unnamed_grant').selectAll().execute();

    it('are found, and replaced by those of a later sign-in', async () => {
      const { secrets } = service.deps;
      const { sessionId } = await service.newLink();
      await keptBefore(sessionId, '5 minutes');
      const found = await findUnnamed(db, secrets, sessionId, at(), holder);
      assert.ok(found && found !== 'of-others');
      assert.deepEqual(found.redeemed, redeemed);
      await keptBefore(sessionId, '5 minutes');
      const later = await keepUnnamed(db, secrets, sessionId, at(), redeemed, holder);
      assert.deepEqual(await findUnnamed(db, secrets, sessionId, at(), holder), later);
      const ends = (await rows()).map(({ id, expires_at }) => [id === later.id, expires_at > new Date()]);
      assert.deepEqual(ends.toSorted(), [
        [false, false],
        [false, false],
        [true, true],
      ]);
      await keptBefore(sessionId, '5 minutes');
      await giveUpUnnamed(db, sessionId);
      assert.equal((await rows()).filter(({ expires_at }) => expires_at > new Date()).length, 0);
      assert.deepEqual(await before(), []);
    });

    it('are ended at the provider once nobody can come back for them', async () => {
      const account = randomUUID();
      const { accessToken } = await server.issue(account);
      const { sessionId } = await service.newLink();
      await keptBefore(sessionId, '-1 minute', accessToken);
      await db
        .updateTable('unnamed_grant')
        .set({ looked_on: sql<Date>`now()` })
        .execute();
      await endUnnamed(deps());
      assert.equal((await before()).length, 1, 'a process looks at them now');
      await db.updateTable('unnamed_grant').set({ looked_on: null }).execute();
      await endUnnamed(deps());
      await endDue();
      assert.equal(await server.accountOf(accessToken), undefined);
      assert.deepEqual([await before(), await rows(), await waiting()], [[], [], []]);
    });
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

  it('are left to the next process if this one stops meanwhile', async () => {
    const account = randomUUID();
    const { accessToken } = await server.issue(account);
    const { sessionId } = await service.newLink();
    const held = { ...redeemed, tokens: { ...tokens, accessToken } };
    await keepUnnamed(db, service.deps.secrets, sessionId, at(), held, holder);
    await setEnd('1 minute');
    const stop = new AbortController();
    server.data = () => {
      stop.abort();
      return { status: 200, body: { id: account } };
    };
    const goOn = () => !stop.signal.aborted;
    await endUnnamed(deps({ stopping: stop.signal }), goOn);
    assert.deepEqual([goOn(), await waiting()], [false, []]);
    await endUnnamed(deps());
    assert.equal((await waiting())[0]?.account, account);
    assert.doesNotMatch(service.logged(), /AbortError/);
  });

  describe('that can be renewed', () => {
    const failure = (kind: 'later' | 'token') => () => {
      const retryAt = new Date(Date.now() + 60_000);
      throw new ProviderFailure({ kind, errorType: 'provider_api_error', message: 'No.', retryAt });
    };
    /** Tokens of an account that nobody came back for. The provider does not accept their access token any more. */
    async function givenUp(account: string, isOver = true) {
      const { sessionId } = await service.newLink();
      const { refreshToken } = await server.issue(account);
      const tokens: Tokens = {
        accessToken: 'over',
        refreshToken,
        expiresAt: Date.now() + (isOver ? -1 : 60_000),
      };
      const keep = (more: Partial<Tokens> = {}) =>
        keepUnnamed(
          db,
          service.deps.secrets,
          sessionId,
          at(),
          { ...redeemed, tokens: { ...tokens, ...more } },
          holder,
        );
      await keep();
      await setEnd('1 hour');
      return { keep };
    }
    /** Checks that the tokens are ended at the provider, with tokens that it accepted until then. */
    async function assertEnded(account: string): Promise<void> {
      const [row] = await waiting();
      assert.equal(row?.account, account);
      const refreshToken = String(openTokens(service.deps.secrets, row).refreshToken);
      assert.equal(await server.holderOf(refreshToken), account);
      await endDue();
      assert.deepEqual([await rows(), await waiting()], [[], []]);
      assert.equal(await server.holderOf(refreshToken), undefined);
    }

    it.each(['is over', 'is refused before its time'])(
      'are renewed once the access token %s',
      async (how) => {
        await givenUp(how, how === 'is over');
        await endUnnamed(deps());
        await assertEnded(how);
      },
    );

    it('are stored as they were renewed, whatever happens next', async () => {
      const account = randomUUID();
      await givenUp(account);
      for (const kind of ['later', 'token'] as const) {
        signIn.readAccount = failure(kind);
        await endUnnamed(deps());
        await setEnd('1 hour');
        assert.equal((await rows()).length, 1);
      }
      delete signIn.readAccount;
      await endUnnamed(deps());
      await assertEnded(account);
    });

    it('are renewed by only one of several processes', async () => {
      const account = randomUUID();
      await givenUp(account);
      await Promise.all([endUnnamed(deps()), endUnnamed(deps()), endUnnamed(deps())]);
      assert.equal(server.refreshes.get(account), 1);
      await assertEnded(account);
    });

    it('are forgotten if the provider says that they have ended', async () => {
      const account = randomUUID();
      await givenUp(account);
      await server.end(account);
      await endUnnamed(deps());
      assert.deepEqual([await rows(), await waiting()], [[], []]);
    });

    it('leave other tokens of their session that arrive meanwhile', async () => {
      const account = randomUUID();
      const { keep } = await givenUp(account);
      let stored: Uint8Array | undefined;
      server.interfere = async () => {
        ({ stored } = await keep({ accessToken: 'of the next' }));
        return undefined;
      };
      await endUnnamed(deps());
      assert.deepEqual((await rows())[0]?.redeemed, stored);
      // The person may link the same account in a moment.
      const [row] = await waiting();
      assert.ok(row?.account === account && Number(row.next_try) > Date.now() + 600_000);
      await setEnd('1 hour');
      server.interfere = async () => {
        ({ stored } = await keep({ accessToken: 'of the one after' }));
        return { refuse: { status: 400, body: { error: 'invalid_grant' } } };
      };
      await endUnnamed(deps());
      assert.deepEqual((await rows())[0]?.redeemed, stored);
    });
  });
});
