// A database with a team, its user and link sessions, for rules that need nothing else of the service.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { after } from '../../src/work/clock.js';
import { migrate, type Db, type Tables } from '../../src/db/index.js';
import { ApiError } from '../../src/http/errors.js';
import { hash, mint } from '../../src/crypto/hash.js';
import { openForTests } from './memory-database.js';
import type { LinkSessionRow } from '../../src/link/session-row.js';

export interface LinkRows {
  readonly db: Db;
  readonly teamId: string;
  readonly otherTeamId: string;
  /** A session that was made at `now`, and its token. */
  newSession(
    more?: Partial<Insertable<Tables['link_session']>>,
  ): Promise<{ readonly token: string; readonly session: LinkSessionRow }>;
  read(id: string): Promise<LinkSessionRow>;
  close(): Promise<void>;
}

export async function openLinkRows(now: Date): Promise<LinkRows> {
  const database = await openForTests(assert.fail);
  const { db, close } = database;
  await migrate(database);
  const [org, teamId, otherTeamId, user] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
  await db.insertInto('org').values({ id: org, name: 'One', created_on: now }).execute();
  const team = { org_id: org, name: 'One', region: 'us' as const, flags: '[]', created_on: now };
  await db
    .insertInto('team')
    .values([
      { ...team, id: teamId },
      { ...team, id: otherTeamId },
    ])
    .execute();
  await db.insertInto('app_user').values({ id: user, team_id: teamId, created_on: now }).execute();
  return {
    db,
    teamId,
    otherTeamId,
    async newSession(more = {}) {
      const token = mint('lt_');
      const session = await db
        .insertInto('link_session')
        .values({
          id: randomUUID(),
          team_id: teamId,
          user_id: user,
          token_hash: hash(token),
          state: 'started',
          reject_duplicate: false,
          created_on: now,
          started_on: now,
          expires_at: after(now, 3600),
          ...more,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { token, session };
    },
    read: (id) => db.selectFrom('link_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    close,
  };
}

/** A refusal with its status, code and seconds to wait. */
export const refused =
  (...expected: readonly unknown[]) =>
  (error: unknown): true => {
    assert.ok(error instanceof ApiError, String(error));
    const { error_type } = error.detail as unknown as { error_type: string };
    const wait = error.headers['retry-after'];
    assert.deepEqual([error.status, error_type, ...(wait === undefined ? [] : [wait])], expected);
    return true;
  };
