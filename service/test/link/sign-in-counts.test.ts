// How often sign-ins may be refused, decided by the database alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { after, type Clock } from '../../src/work/clock.js';
import { transact, type Tx } from '../../src/db/index.js';
import type { Deps } from '../../src/deps.js';
import { createSecrets } from '../../src/crypto/secrets.js';
import {
  accountSeconds,
  codesOfUser,
  countCode,
  realAccount,
  countTry,
  mostOfToken,
  pruneTries,
  requireCodeLeft,
  uncountTry,
} from '../../src/link/sign-in-tries.js';
import type { LinkSessionRow } from '../../src/link/session-row.js';
import { lockSession } from '../../src/link/sessions.js';
import { openLinkRows, refused, type LinkRows } from '../support/link-rows.js';

const now = new Date('2026-05-01T12:00:00Z');
let rows: LinkRows;
beforeAll(async () => {
  rows = await openLinkRows(now);
});
afterAll(() => rows.close());

describe('refused sign-ins', () => {
  const secrets = createSecrets(new Uint8Array(32).fill(5));
  const clockAt = (seconds: number): Clock => ({ now: () => after(now, seconds), advanced: () => 0 });
  const count = (
    session: { id: string; team_id: string },
    username: string,
    { at = 0, provider = 'quartz_scale', most = 2 }: { at?: number; provider?: string; most?: number } = {},
  ) =>
    transact(rows.db, async (tx) => {
      const locked = { ...(await lockSession(tx, session.id)), team_id: session.team_id };
      return countTry(tx, { clock: clockAt(at), secrets, refusedSignIns: most }, locked, provider, username);
    });
  const uncount = (counted: Awaited<ReturnType<typeof count>>) =>
    transact(rows.db, (tx) => uncountTry(tx, counted));
  const kept = async (account: string, teamId = rows.teamId) => {
    const found = await rows.db
      .selectFrom('sign_in_try')
      .select(['times', 'latest'])
      .where('account', '=', account)
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    return found ?? null;
  };
  const newName = () => `${randomUUID()}@a.example`;
  const tooMany = (seconds: number) => refused(429, 'rate_limited', String(seconds));

  it('of one user name count over all sessions, for 15 minutes', async () => {
    const [one, other] = [(await rows.newSession()).session, (await rows.newSession()).session];
    const name = newName();
    const first = await count(one, name);
    const { teamId } = rows;
    assert.deepEqual(
      { ...first, account: '' },
      { sessionId: one.id, teamId, account: '', at: now.getTime() },
    );
    await count(other, name, { at: 100 });
    const latest = after(now, 100);
    assert.deepEqual(await kept(first.account), { times: [now.getTime(), latest.getTime()], latest });
    await assert.rejects(count(other, name, { at: 100 }), tooMany(accountSeconds - 100));
    await assert.rejects(count(other, name, { at: accountSeconds - 1 }), tooMany(1));
    assert.equal((await rows.read(other.id)).refused_sign_ins, 1);
    await count(one, name, { at: accountSeconds });
    await assert.rejects(count(one, name, { at: accountSeconds }), tooMany(100));
    assert.deepEqual((await kept(first.account))?.times, [
      now.getTime() + 100_000,
      now.getTime() + accountSeconds * 1000,
    ]);
  });

  it('of one user name count together however it is written, at one provider and in one team', async () => {
    const { session } = await rows.newSession();
    const name = newName();
    const { account } = await count(session, name, { most: 9 });
    assert.equal(account, secrets.digest('sign-in', JSON.stringify(['quartz_scale', name])));
    for (const written of [
      ` ${name} `,
      name.toUpperCase(),
      name.replace('@', ' @\u200b'),
      name.replace('@', '\u{ff20}'),
    ])
      assert.equal((await count(session, written, { most: 9 })).account, account);
    assert.notEqual((await count(session, `x${name}`)).account, account);
    assert.notEqual((await count(session, name, { provider: 'ridge_treadmill' })).account, account);
    const theirs = { id: session.id, team_id: rows.otherTeamId };
    assert.equal((await count(theirs, name, { most: 1 })).account, account);
    assert.equal((await kept(account))?.times.length, 5);
    assert.equal((await kept(account, rows.otherTeamId))?.times.length, 1);
    assert.ok(!account.includes(name.slice(0, 8)));
  });

  it('of one user name are not limited if the settings say so', async () => {
    const { session } = await rows.newSession();
    const name = newName();
    for (let n = 0; n < 3; n++) await count(session, name, { most: 0 });
    const { account } = await count(session, name, { most: 0 });
    assert.deepEqual((await kept(account))?.times, []);
    assert.equal((await rows.read(session.id)).refused_sign_ins, 4);
    await count(session, name, { most: 1 });
    await assert.rejects(count(session, name, { most: 1 }), tooMany(accountSeconds));
  });

  it('of codes count for their user over all sessions, for an hour, and can be checked without counting', async () => {
    const [one, other] = [(await rows.newSession()).session, (await rows.newSession()).session];
    const withCode = <T>(
      does: (tx: Tx, tools: Pick<Deps, 'clock' | 'secrets'>, session: LinkSessionRow) => Promise<T>,
      id: string,
      at: number,
    ) =>
      transact(rows.db, async (tx) => does(tx, { clock: clockAt(at), secrets }, await lockSession(tx, id)));
    for (let n = 0; n < codesOfUser.most; n++) await withCode(countCode, n % 2 ? one.id : other.id, n);
    for (const does of [countCode, requireCodeLeft]) {
      await assert.rejects(withCode<unknown>(does, one.id, 60), tooMany(codesOfUser.seconds - 60));
      await assert.rejects(withCode<unknown>(does, other.id, codesOfUser.seconds - 1), tooMany(1));
    }
    await withCode(requireCodeLeft, one.id, codesOfUser.seconds);
    assert.equal((await rows.read(one.id)).refused_sign_ins, codesOfUser.most / 2);
    const { account } = await withCode(countCode, one.id, codesOfUser.seconds);
    assert.equal((await kept(account))?.times.length, codesOfUser.most);
    const { session } = await rows.newSession({ refused_sign_ins: mostOfToken });
    await assert.rejects(withCode(requireCodeLeft, session.id, 2 * codesOfUser.seconds), tooMany(1));
  });

  it('with one token are limited to thirty', async () => {
    const { session } = await rows.newSession({ refused_sign_ins: mostOfToken - 1 });
    const name = newName();
    const { account } = await count(session, name);
    await assert.rejects(count(session, newName(), { at: 600 }), tooMany(3000));
    await assert.rejects(count(session, name), tooMany(3600));
    assert.equal((await kept(account))?.times.length, 1);
    assert.equal((await rows.read(session.id)).refused_sign_ins, mostOfToken);
  });

  it('do not include a try that was uncounted, and only that one is removed', async () => {
    const { session } = await rows.newSession();
    const name = newName();
    const [first, second] = [await count(session, name), await count(session, name, { at: 5 })];
    const theirs = await count({ id: session.id, team_id: rows.otherTeamId }, name);
    await uncount(first);
    const left = { times: [second.at], latest: after(now, 5) };
    assert.deepEqual(await kept(second.account), left);
    assert.equal((await rows.read(session.id)).refused_sign_ins, 2);
    // Uncounting it again removes no other try.
    await uncount(first);
    assert.deepEqual(await kept(second.account), left);
    await uncount(second);
    assert.deepEqual((await kept(second.account))?.times, []);
    assert.deepEqual((await kept(second.account, rows.otherTeamId))?.times, [theirs.at]);
  });

  it('of the same moment are uncounted one by one', async () => {
    const { session } = await rows.newSession();
    const name = newName();
    const first = await count(session, name);
    await count(session, name);
    await uncount(first);
    assert.deepEqual((await kept(first.account))?.times, [first.at]);
  });

  it('are deleted when the latest is too old to count at any provider', async () => {
    const { session } = await rows.newSession();
    const [old, young] = [await count(session, newName()), await count(session, newName(), { at: 1 })];
    const prune = (seconds: number) => transact(rows.db, (tx) => pruneTries(tx, after(now, seconds)));
    await prune(realAccount.seconds - 1);
    assert.ok(await kept(old.account));
    await prune(realAccount.seconds);
    assert.equal(await kept(old.account), null);
    assert.ok(await kept(young.account));
  });

  it('are deleted five thousand at a time, which says whether there are more', async () => {
    const { db, teamId } = rows;
    await sql`insert into sign_in_try (team_id, account, times, latest)
      select ${teamId}, 'one of many ' || n, '[]', ${after(now, -2 * realAccount.seconds)} from generate_series(1, 5001) as n`.execute(
      db,
    );
    const left = () =>
      db.selectFrom('sign_in_try').select('account').where('account', 'like', 'one of many %').execute();
    const prune = () => transact(db, (tx) => pruneTries(tx, now));
    assert.deepEqual([await prune(), (await left()).length], [true, 1]);
    assert.deepEqual([await prune(), await left()], [false, []]);
  });
});
