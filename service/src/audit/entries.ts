import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { AuditEntry, listAuditEntries, QueryOf } from 'svc-link/contract';
import type { Db, Tables, Tx } from '../db/index.js';
import { notOfThisList } from '../http/index.js';
import { ofUser } from './forget-users.js';

type Filter = Omit<QueryOf<typeof listAuditEntries>, 'page_size' | 'next_cursor'>;

/** The entries of an organization, newest first, that are older than the entry with the id `before`. */
export async function readEntries(
  db: Db,
  orgId: string,
  { team_id, action, start, end }: Filter,
  before: number | undefined,
  most: number,
): Promise<readonly AuditEntry[]> {
  let query = db
    .selectFrom('audit_entry')
    .selectAll()
    .select([nameOf(sql.ref('key_id')).as('key_name'), nameOf(keySubject).as('subject_name')])
    .where('org_id', '=', orgId);
  if (team_id !== undefined) query = query.where('team_id', '=', team_id.toLowerCase());
  if (action !== undefined) query = query.where('action', '=', action);
  if (start !== undefined) query = query.where('at', '>=', dayStart(start));
  if (end !== undefined) query = query.where('at', '<', dayStart(end));
  if (before !== undefined) query = query.where('id', '<', String(before));
  const rows = await query.orderBy('id', 'desc').limit(most).execute();
  return rows.map(toEntry);
}

/** The name that a key has now. The names are not part of the entries, which never change. */
const nameOf = (keyId: RawBuilder<unknown>) =>
  sql<string | null>`(select name from api_key where api_key.id = ${keyId})`;

/** The subject if it is a key's id. Other subjects need not be ids. */
const keySubject = sql`case when action like 'key.%' then subject::uuid end`;

/** The entries about a user, oldest first, that are newer than the entry with the id `behind`. */
export async function readEntriesAbout(
  db: Db,
  userId: string,
  behind: number,
  most: number,
): Promise<readonly AuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        and([sql<boolean>`action like 'user.%'`, eb('subject', '=', userId)]),
        and([eb('action', '=', 'connection.deleted'), eb('detail', '=', ofUser(userId))]),
      ]),
    )
    .where('id', '>', String(behind))
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(toEntry);
}

/** When a team or a key was deleted; undefined if it never was, or so long ago that its entry is gone too. */
export async function readDeletion(db: Db | Tx, kind: 'team' | 'key', id: string): Promise<Date | undefined> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('at')
    .where('action', '=', `${kind}.deleted`)
    .where(kind === 'team' ? 'team_id' : 'subject', '=', id.toLowerCase())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.at;
}

const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);

type Row = Selectable<Tables['audit_entry']> & Pick<AuditEntry, 'key_name' | 'subject_name'>;

const toEntry = ({ id, at, ...row }: Row): AuditEntry => ({
  // PGlite returns a number, PostgreSQL a text.
  number: Number(id),
  at: at.toISOString(),
  action: row.action,
  actor: row.actor,
  key_id: row.key_id,
  key_name: row.key_name,
  person: row.person,
  team_id: row.team_id,
  subject: row.subject,
  subject_name: row.subject_name,
  detail: row.detail,
  request_id: row.request_id,
});

export const writePlace = (number: number): string => Buffer.from(`audit ${number}`).toString('base64url');

/** Reads the place in a cursor. Throws 422 for a text that `writePlace` did not write. */
export function readPlace(cursor: string): number {
  const [, number] = /^audit (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (number !== undefined) return Number(number);
  throw notOfThisList();
}
