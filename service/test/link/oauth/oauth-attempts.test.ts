// The attempts to link through a provider's own page, decided by the
// database alone: who may leave, who may return, and until when.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { after } from '../../../src/work/clock.js';
import { transact } from '../../../src/db/index.js';
import { hash } from '../../../src/crypto/hash.js';
import {
  beginOauth,
  extendAttempt,
  openTicket,
  pruneAttempts,
  claimAttempt,
  type Departure,
  type End,
  type OauthDeps,
  type Visitor,
} from '../../../src/link/oauth/attempts.js';
import { findProvider } from '../../../src/providers/index.js';
import { createSecrets } from '../../../src/crypto/secrets.js';
import { openLinkRows, refused, type LinkRows } from '../../support/link-rows.js';
import type { LinkSessionRow } from '../../../src/link/session-row.js';

const start = new Date('2026-05-01T12:00:00Z');
const provider = findProvider('aurora_ring')!;
const end: End = { display: 'window', returnUrl: 'https://shop.example/' };
const [browser, other] = ['B'.repeat(43), 'C'.repeat(43)];

let rows: LinkRows;
let deps: OauthDeps;
let now = start;
beforeAll(async () => {
  rows = await openLinkRows(start);
  const secrets = createSecrets(new Uint8Array(32).fill(3));
  // The only parts of the service that the code under test uses.
  deps = { db: rows.db, secrets, clock: { now: () => now, advanced: () => 0 } } as OauthDeps;
});
afterAll(() => rows.close());

const at = (seconds: number) => {
  now = after(start, seconds);
};
const newSession = async (more: Parameters<LinkRows['newSession']>[0] = {}): Promise<LinkSessionRow> => {
  at(0);
  return (await rows.newSession(more)).session;
};
const begin = (session: LinkSessionRow, more: Partial<End> = {}) =>
  beginOauth(deps, session.id, provider, { ...end, ...more }, null);
/** A visitor who comes from our own page. */
const ours: Visitor = { browser, cookie: undefined, site: 'same-origin', pressed: false };
const open = (ticket: string, more: Partial<Visitor> = {}) => openTicket(deps, ticket, { ...ours, ...more });
const leave = async (ticket: string, more?: Partial<Visitor>): Promise<Departure> => {
  const opened = await open(ticket, more);
  assert.ok(typeof opened === 'object' && 'state' in opened, JSON.stringify(opened));
  return opened;
};
const back = (state: string, more: { provider?: string; browser?: string } = {}) =>
  claimAttempt(deps, { provider: provider.slug, state, browser, ...more });
const attemptOf = (ticket: string) =>
  rows.db.selectFrom('oauth_attempt').selectAll().where('ticket_hash', '=', hash(ticket)).executeTakeFirst();

describe('an attempt', () => {
  it('is stored with the page where it ends, and with the hash of its ticket', async () => {
    const session = await newSession();
    at(60);
    const ticket = await begin(session);
    assert.match(ticket, /^[\w-]{43}$/);
    const { id, ticket_hash, ...row } = (await attemptOf(ticket))!;
    assert.match(id, /^[\da-f-]{36}$/);
    assert.deepEqual(Buffer.from(ticket_hash), hash(ticket));
    assert.deepEqual(row, {
      session_id: session.id,
      provider: 'aurora_ring',
      state_hash: null,
      cookie_hash: null,
      verifier: null,
      nonce: null,
      display: 'window',
      return_url: 'https://shop.example/',
      attempt: 1,
      created_on: now,
      used_on: null,
      superseded: false,
      expires_at: after(now, 1800),
    });
    assert.equal((await rows.read(session.id)).attempt, 1);
  });

  it('expires after half an hour, and never later than its token', async () => {
    const short = await newSession({ expires_at: after(start, 1799) });
    assert.deepEqual((await attemptOf(await begin(short)))?.expires_at, short.expires_at);
    const long = await newSession({ expires_at: after(start, 1801) });
    assert.deepEqual((await attemptOf(await begin(long)))?.expires_at, after(start, 1800));
  });

  it('is refused if the token cannot connect', async () => {
    const session = await newSession({ state: 'created' });
    await assert.rejects(begin(session), refused(401, 'token_not_validated'));
  });
});

describe('a ticket', () => {
  it('works for one visit to the provider, which does not reveal the state and the verifier', async () => {
    const session = await newSession();
    const ticket = await begin(session);
    const departure = await leave(ticket);
    const { state, codeChallenge } = departure;
    assert.equal(departure.attempt.provider, 'aurora_ring');
    assert.equal(departure.session.id, session.id);
    assert.equal(departure.session.team_id, rows.teamId);
    assert.match(state, /^[\w-]{43}$/);
    const row = (await attemptOf(ticket))!;
    assert.deepEqual(Buffer.from(row.state_hash!), hash(state));
    assert.deepEqual(Buffer.from(row.cookie_hash!), hash(browser));
    const verifier = deps.secrets.open('oauth-verifier', row.id, row.verifier!);
    assert.match(verifier, /^[\w-]{43}$/);
    assert.equal(createHash('sha256').update(verifier).digest('base64url'), codeChallenge);
    assert.equal(await open(ticket), 'used');
  });

  it('does not work if it is unknown, superseded or too old', async () => {
    assert.equal(await open('nothing'), 'unknown');
    const session = await newSession();
    const [first, second] = [await begin(session), await begin(session)];
    assert.equal(await open(first), 'superseded');
    at(1800);
    assert.equal(await open(second), 'expired');
    at(1799);
    await leave(second);
  });

  const bound = { browser_hash: hash(browser) };
  const named = { allowed_origins: '["https://shop.example"]' };
  const unlike = { cookie: other };
  for (const [name, session, visitor, goes, isMine] of [
    ['from our own page', {}, {}, true],
    ['from our own page where the session names pages', named, {}, true],
    ['from an address', {}, { site: 'none' }, false, false],
    ['from elsewhere', {}, { site: 'cross-site' }, false, false],
    ['from a page of the same site', {}, { site: 'same-site' }, false, false],
    ['without a word', {}, { site: undefined }, false, false],
    ['with a cookie where there is no browser', {}, { ...unlike, site: 'none' }, false, false],
    ['from our own page in no browser of it', bound, {}, false, false],
    ['from our own page in another browser', bound, unlike, false, false],
    ['in its browser', bound, { cookie: browser, site: 'none' }, true],
    ['in its browser without a word', bound, { cookie: browser, site: undefined }, true],
    ['in its browser from elsewhere', bound, { cookie: browser, site: 'cross-site' }, true],
    ['in its browser, naming pages', { ...bound, ...named }, { cookie: browser, site: 'none' }, true],
    [
      'in its browser from elsewhere, naming pages',
      { ...bound, ...named },
      { cookie: browser, site: 'cross-site' },
      false,
      true,
    ],
    ['by the button', named, { site: 'cross-site', pressed: true }, true],
    ['by the button in another browser', bound, { ...unlike, site: 'none', pressed: true }, true],
  ] as const)
    it(`${goes ? 'goes on' : 'is held'} ${name}`, async () => {
      const made = await newSession(session);
      const ticket = await begin(made, { display: null });
      const before = await attemptOf(ticket);
      if (goes) return void (await leave(ticket, visitor));
      const held = await open(ticket, visitor);
      assert.deepEqual(held, {
        type: 'held',
        session: await rows.read(made.id),
        attempt: await attemptOf(ticket),
        end: { display: null, returnUrl: 'https://shop.example/' },
        isMine,
      });
      assert.deepEqual(await attemptOf(ticket), before);
    });
});

describe('the way back', () => {
  it('works once, in the browser that left, with the data that it left with', async () => {
    const ticket = await begin(await newSession());
    const { state, codeChallenge } = await leave(ticket);
    assert.equal(await back('nothing'), 'unknown');
    assert.equal(await back(state, { provider: 'ember_scale' }), 'unknown');
    for (const stranger of [other, ''])
      assert.equal(await back(state, { browser: stranger }), 'other-browser');
    at(60);
    const left = await attemptOf(ticket);
    const arrival = await back(state);
    assert.ok(typeof arrival === 'object');
    assert.equal(createHash('sha256').update(arrival.verifier).digest('base64url'), codeChallenge);
    assert.deepEqual(arrival.attempt, left);
    assert.deepEqual(await attemptOf(ticket), { ...left, used_on: now, verifier: null });
    assert.equal(await back(state), 'used');
    assert.equal(await back(state, { browser: other }), 'other-browser');
  });

  it('is refused if another attempt has begun, or after too long', async () => {
    const session = await newSession();
    const first = await leave(await begin(session));
    const second = await leave(await begin(session));
    assert.equal(await back(first.state), 'superseded');
    at(1800);
    assert.equal(await back(second.state), 'expired');
    at(1799);
    assert.equal(typeof (await back(second.state)), 'object');
  });

  it('is refused if the verifier was deleted', async () => {
    const { state } = await leave(await begin(await newSession()));
    at(1800);
    await transact(rows.db, (tx) => pruneAttempts(tx, now));
    at(1799);
    assert.equal(await back(state), 'expired');
  });
});

describe('a token that lives longer', () => {
  const lengthen = (session: LinkSessionRow) => transact(rows.db, (tx) => extendAttempt(tx, session));
  it('extends the attempt in progress, up to half an hour in all', async () => {
    const session = await newSession({ expires_at: after(start, 1000) });
    const superseded = await begin(session);
    const ticket = await begin(session);
    at(100);
    await lengthen({ ...session, expires_at: after(start, 1500) });
    assert.deepEqual((await attemptOf(ticket))?.expires_at, after(start, 1500));
    await lengthen({ ...session, expires_at: after(start, 9000) });
    assert.deepEqual((await attemptOf(ticket))?.expires_at, after(start, 1800));
    assert.deepEqual((await attemptOf(superseded))?.expires_at, after(start, 1000));
  });

  it('does not extend an attempt that has returned, and does nothing without an attempt', async () => {
    const session = await newSession({ expires_at: after(start, 1000) });
    await lengthen(session);
    const ticket = await begin(session);
    await back((await leave(ticket)).state);
    await lengthen({ ...session, expires_at: after(start, 1500) });
    assert.deepEqual((await attemptOf(ticket))?.expires_at, after(start, 1000));
  });
});

describe('attempts that are over', () => {
  it('lose their verifier when they expire, and are deleted a day later', async () => {
    const [one, young] = [await begin(await newSession()), await begin(await newSession())];
    await leave(one);
    at(0);
    await leave(young);
    await rows.db
      .updateTable('oauth_attempt')
      .set({ expires_at: after(start, 1801) })
      .where('ticket_hash', '=', hash(young))
      .execute();
    const prune = (seconds: number) => transact(rows.db, (tx) => pruneAttempts(tx, after(start, seconds)));
    const kept = async (ticket: string) => {
      const row = await attemptOf(ticket);
      return row && row.verifier !== null;
    };
    await prune(1799);
    assert.deepEqual([await kept(one), await kept(young)], [true, true]);
    await prune(1800);
    assert.deepEqual([await kept(one), await kept(young)], [false, true]);
    await prune(1800 + 86_399);
    assert.deepEqual([await kept(one), await kept(young)], [false, false]);
    await prune(1800 + 86_400);
    assert.deepEqual([await kept(one), await kept(young)], [undefined, false]);
  });

  it('are handled five thousand at a time, which says whether there are more', async () => {
    const { id } = await newSession();
    await sql`insert into oauth_attempt (id, session_id, provider, ticket_hash, verifier, attempt, created_on, expires_at)
      select gen_random_uuid(), ${id}, 'aurora_ring', decode(md5('one of many ' || n), 'hex'), '\\x5a', 1, ${start},
        ${after(start, -1)} from generate_series(1, 5001) as n`.execute(rows.db);
    const prune = (seconds: number) => transact(rows.db, (tx) => pruneAttempts(tx, after(start, seconds)));
    // First they lose their verifiers, and a day later they are deleted.
    assert.deepEqual([await prune(0), await prune(0)], [true, false]);
    assert.deepEqual([await prune(86_400), await prune(86_400)], [true, false]);
  });
});
