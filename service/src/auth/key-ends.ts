// Keys that end: because they expire, or because a new key replaced them.
import { defaultOverlap } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import type { Tx } from '../db/index.js';
import { broken } from '../http/index.js';
import { after } from '../work/index.js';
import { type ApiKeyRow, createKey } from './keys.js';

/** The team or organization that an audit entry about a key belongs to. */
export const auditOwnerOf = ({ team_id, org_id }: Pick<ApiKeyRow, 'team_id' | 'org_id'>) =>
  team_id === null ? { orgId: org_id ?? '' } : { teamId: team_id };

/** Whether a key is accepted at a moment. */
export const isInForce = ({ expires_at }: Pick<ApiKeyRow, 'expires_at'>, now: Date): boolean =>
  expires_at === null || expires_at > now;

export interface Rotation {
  /** For how long the old key still works, in seconds; a day if it is absent. */
  readonly overlap?: number | null | undefined;
  /** The end of the new key: null for none. If it is absent, the new key lives as long as the old one was made for. */
  readonly end?: Date | null | undefined;
}

/** Replaces a locked key by a new one with the same name and reach. The old key still works for the overlap. */
export async function rotateKey(tx: Tx, row: ApiKeyRow, { overlap, end }: Rotation, now: Date) {
  if (row.replaced_by !== null)
    throw broken(
      409,
      'key_replaced',
      'This key was rotated already. Rotate the new one, or delete it first.',
    );
  if (row.seeded)
    throw broken(
      409,
      'key_in_settings',
      'The settings of the service name this key: change SVC_API_KEY or SVC_MANAGEMENT_KEY, and start it again.',
    );
  const seconds = overlap ?? defaultOverlap;
  const owner = { kind: row.kind, id: row.team_id ?? row.org_id ?? '' };
  const made = await createKey(tx, owner, row.name, now, end === undefined ? sameLife(row, now) : end);
  await tx
    .insertInto('management_key_team')
    .columns(['key_id', 'team_id'])
    .expression((eb) =>
      eb
        .selectFrom('management_key_team')
        .select([eb.val(made.row.id).as('key_id'), 'team_id'])
        .where('key_id', '=', row.id),
    )
    .execute();
  const overlapEnd = after(now, seconds);
  const ends = row.expires_at !== null && row.expires_at < overlapEnd ? row.expires_at : overlapEnd;
  await tx
    .updateTable('api_key')
    .set({ expires_at: ends, replaced_by: made.row.id })
    .where('id', '=', row.id)
    .execute();
  const of = auditOwnerOf(row);
  await recordAudit(tx, { action: 'key.created', of, subject: made.row.id, detail: `for ${row.id}` });
  const detail = `to ${made.row.id}, with an overlap of ${seconds} seconds`;
  await recordAudit(tx, { action: 'key.rotated', of, subject: row.id, detail });
  return { ...made, replaces: { id: row.id, expires_at: ends.toISOString() } };
}

const sameLife = ({ created_on, expires_at }: ApiKeyRow, now: Date): Date | null =>
  expires_at && new Date(now.getTime() + expires_at.getTime() - created_on.getTime());

/** How long an expired key is remembered, so that it is not an unknown one, in seconds: 30 days. */
const remembered = 2_592_000;
/** How many keys one sweep ends. The limit keeps transactions short. */
const mostAtOnce = 500;

/** Writes the end of each key into the audit log, once, and deletes it 30 days later. */
export async function endKeys(tx: Tx, now: Date): Promise<boolean> {
  const over = tx
    .selectFrom('api_key')
    .select('id')
    .where('expires_at', '<=', now)
    .where('expired_on', 'is', null)
    .limit(mostAtOnce);
  const ended = await tx
    .updateTable('api_key')
    .set({ expired_on: now })
    .where('id', 'in', over)
    // Checked again, because another process may have ended the key since the inner query.
    .where('expired_on', 'is', null)
    .returning(['id', 'team_id', 'org_id'])
    .execute();
  for (const row of ended)
    await recordAudit(tx, { action: 'key.expired', of: auditOwnerOf(row), subject: row.id, by: 'time' });
  const old = tx
    .selectFrom('api_key')
    .select('id')
    .where('expires_at', '<=', after(now, -remembered))
    .limit(mostAtOnce);
  const deleted = await tx
    .deleteFrom('api_key')
    .where('id', 'in', old)
    .returning(['id', 'team_id', 'org_id'])
    .execute();
  for (const row of deleted)
    await recordAudit(tx, { action: 'key.deleted', of: auditOwnerOf(row), subject: row.id, by: 'time' });
  return ended.length === mostAtOnce || deleted.length === mostAtOnce;
}
