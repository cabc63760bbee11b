// The sessions of people in the console. A browser has the secret, the database has its hash.
import { randomUUID } from 'node:crypto';
import { recordAudit } from '../audit/index.js';
import { hash, mint } from '../crypto/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import type { Person } from '../http/index.js';
import { after } from '../work/index.js';
import type { ConsoleSignIn } from './settings.js';

type Issuer = Pick<ConsoleSignIn, 'issuer'>;

/** The identity provider where people sign in, and the organization that they sign in to. */
export interface SignInPlace extends Issuer {
  readonly orgId: string;
}

/** A session ends this long after its last request, in seconds: an hour. */
const idle = 3600;
/** A session ends this long after the sign-in, however much it is used, in seconds: 12 hours. */
export const longestSession = 43_200;
/** How exactly the last use of a session is known, in seconds. */
const seenEvery = 60;
/** How long a sign-in may take, in seconds. */
export const longestSignIn = 600;

/** Begins a sign-in and returns the browser's secret for it. */
export async function beginSignIn(db: Db, backTo: string, now: Date): Promise<string> {
  const secret = mint('');
  const row = { hash: hash(secret), back_to: backTo, ends_at: after(now, longestSignIn) };
  await db.insertInto('console_sign_in').values(row).execute();
  return secret;
}

/** Ends a sign-in, which works once. Returns the place to return to; undefined if the sign-in is over or unknown. */
export async function takeSignIn(db: Db, secret: string, now: Date): Promise<string | undefined> {
  const row = await transact(db, (tx) =>
    tx
      .deleteFrom('console_sign_in')
      .where('hash', '=', hash(secret))
      .returning(['back_to', 'ends_at'])
      .executeTakeFirst(),
  );
  return row && row.ends_at > now ? row.back_to : undefined;
}

/**
 * The hash by which a session is found. The same `sub` at another identity provider is another person. So a session from one
 * provider does not exist where people sign in at another one.
 */
const hashOf = ({ issuer }: Issuer, secret: string): Uint8Array => hash(JSON.stringify([issuer, secret]));

/** Begins a session and returns the browser's secret. The secret is always new, so that nobody can plant it beforehand. */
export async function beginSession(
  tx: Tx,
  { issuer, orgId }: SignInPlace,
  { subject, role, name }: Pick<Person, 'subject' | 'role' | 'name'>,
  now: Date,
): Promise<string> {
  const secret = mint('');
  await tx
    .insertInto('console_session')
    .values({
      ...{ id: randomUUID(), hash: hashOf({ issuer }, secret), issuer, org_id: orgId },
      ...{ subject, name, role },
      ...{ created_on: now, seen_on: now, ends_at: after(now, longestSession) },
    })
    .execute();
  return secret;
}

/** The person of a session that has not ended. A session for another organization than people sign in to now does not count. */
export async function findSession(
  db: Db,
  at: SignInPlace,
  secret: string,
  now: Date,
): Promise<Person | undefined> {
  const row = await db
    .selectFrom('console_session')
    .selectAll()
    .where('hash', '=', hashOf(at, secret))
    .where('org_id', '=', at.orgId)
    .where('ends_at', '>', now)
    .where('seen_on', '>', after(now, -idle))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.seen_on < after(now, -seenEvery))
    await transact(db, (tx) =>
      tx.updateTable('console_session').set({ seen_on: now }).where('id', '=', row.id).execute(),
    );
  return { id: row.id, subject: row.subject, name: row.name, orgId: row.org_id, role: row.role };
}

/** Ends the session of a browser. */
export const endSession = (db: Db, at: Issuer, secret: string): Promise<void> =>
  transact(db, async (tx) => {
    const row = await tx
      .deleteFrom('console_session')
      .where('hash', '=', hashOf(at, secret))
      .returning('org_id')
      .executeTakeFirst();
    if (row) await recordAudit(tx, { action: 'console.signed_out', of: { orgId: row.org_id } });
  });

/**
 * Ends the sessions that the settings no longer allow: of another identity provider or organization, or all sessions if people
 * cannot sign in. Of the sessions that an earlier version began, only the organization is known.
 */
export const endFormerSessions = (db: Db, at: SignInPlace | undefined): Promise<void> =>
  transact(db, async (tx) => {
    const all = tx.deleteFrom('console_session').returning(['subject', 'org_id']);
    const former = at
      ? all.where((row) => row.or([row('org_id', '<>', at.orgId), row('issuer', '<>', at.issuer)]))
      : all;
    const ended = await former.execute();
    for (const { subject, org_id } of ended)
      await recordAudit(tx, {
        action: 'console.signed_out',
        of: { orgId: org_id },
        ...{ subject, by: 'settings' },
      });
  });

/** Deletes sessions and sign-ins that are over. They are few, because people sign in by hand. */
export async function pruneConsole(tx: Tx, now: Date): Promise<boolean> {
  await tx.deleteFrom('console_sign_in').where('ends_at', '<=', now).execute();
  await tx
    .deleteFrom('console_session')
    .where((row) => row.or([row('ends_at', '<=', now), row('seen_on', '<=', after(now, -idle))]))
    .execute();
  return false;
}
