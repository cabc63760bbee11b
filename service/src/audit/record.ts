import { sql } from 'kysely';
import type { AuditAction } from 'svc-link/contract';
import type { Db, Tx } from '../db/index.js';
import { personNow, requestLogged } from '../http/index.js';

export interface Done {
  readonly action: AuditAction;
  /** A team, or an organization for what is of no team. */
  readonly of: { readonly teamId: string } | { readonly orgId: string };
  /** An id or slug; never what a person typed. */
  readonly subject?: string;
  /** A few words of ours. */
  readonly detail?: string;
  /** Who did it, if it was not the key of the request. */
  readonly by?: 'command' | 'settings' | 'time' | 'user' | 'import';
}

/** Writes down what is done in this transaction, with the key of the request that does it. */
export async function recordAudit(tx: Tx, { action, of, subject, detail, by }: Done): Promise<void> {
  const { key_id = null, ...request } = by === undefined ? requestLogged() : {};
  // What people do in a link comes by a request; a key may have sent it, but it is not the key's doing.
  const { request_id = null } = by === 'user' ? requestLogged() : request;
  const person = by === undefined ? personNow() : null;
  await tx
    .insertInto('audit_entry')
    .values({
      org_id: 'orgId' in of ? of.orgId : sql<string>`(select org_id from team where id = ${of.teamId})`,
      team_id: 'teamId' in of ? of.teamId : null,
      action,
      actor: by ?? (request_id === null ? 'command' : person === null ? 'key' : 'person'),
      key_id,
      person,
      subject: subject ?? null,
      detail: detail ?? null,
      request_id,
    })
    .execute();
}

/** The keys whose use of this day is written down, of each database. */
const used = new WeakMap<Db, { day: string; readonly keys: Set<string> }>();

/** Writes down that a key is used, once a day for all processes. */
export async function recordUse(
  db: Db,
  {
    id,
    team_id,
    org_id,
  }: { readonly id: string; readonly team_id: string | null; readonly org_id: string | null },
): Promise<void> {
  // Real time, whatever the sandbox clock shows.
  const day = new Date().toISOString().slice(0, 10);
  const known = used.get(db) ?? { day, keys: new Set<string>() };
  used.set(db, known);
  if (known.day !== day) {
    known.day = day;
    known.keys.clear();
  }
  if (known.keys.has(id)) return;
  // Before it is, so that requests at the same moment do not all write it.
  known.keys.add(id);
  const { request_id = null } = requestLogged();
  try {
    await sql`insert into audit_entry (org_id, team_id, action, actor, key_id, request_id, used_day)
      select coalesce(${org_id}::uuid, (select org_id from team where id = ${team_id}::uuid)), ${team_id}::uuid,
        'key.used', 'key', ${id}::uuid, ${request_id}::uuid, ${day}
      on conflict do nothing`.execute(db);
  } catch (error) {
    known.keys.delete(id);
    throw error;
  }
}
