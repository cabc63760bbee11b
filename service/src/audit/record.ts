import { sql } from 'kysely';
import type { AuditAction } from 'svc-link/contract';
import type { Db, Tx } from '../db/index.js';
import { personNow, requestLogged } from '../http/index.js';

export interface Done {
  readonly action: AuditAction;
  /** The team that the entry belongs to, or the organization if it belongs to no team. */
  readonly of: { readonly teamId: string } | { readonly orgId: string };
  /** An id or slug; never what a person typed. */
  readonly subject?: string;
  /** A few words of our own. */
  readonly detail?: string;
  /** Who did it, if not the key of the request. */
  readonly by?: 'command' | 'settings' | 'time' | 'user' | 'import';
}

/** Writes an entry about what this transaction does, with the key of the current request. */
export async function recordAudit(tx: Tx, { action, of, subject, detail, by }: Done): Promise<void> {
  const { key_id = null, ...request } = by === undefined ? requestLogged() : {};
  // People act in a link by requests. Even if a key has sent such a request, the key did not do it.
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

/** For each database, the keys whose use on this day is already recorded. */
const used = new WeakMap<Db, { day: string; readonly keys: Set<string> }>();

/** Records that a key is used, once a day over all processes. */
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
  // Added before the entry is written, so that requests at the same moment do not all write it.
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
