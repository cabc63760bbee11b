// Deletes teams: all access ends at once, and the rows are deleted in small parts.
import { sql } from 'kysely';
import { lockTeam } from '../accounts/index.js';
import type { Tx } from '../db/index.js';
import { longestTokenSeconds } from '../link/index.js';
import { endSessions } from '../users/index.js';
import { after } from '../work/index.js';
import { deleteWebhooks } from '../webhooks/index.js';

/**
 * After this many seconds, requests and sign-ins that were in progress when a team was deleted or a token expired have
 * ended.
 */
export const underWay = 3600;

/** The oldest session that can still lead to something, in seconds. Older sessions have expired. */
const oldestSession = longestTokenSeconds + underWay;

/**
 * Deletes a team: its keys, webhooks, link tokens and bulk operations end now, and its connections and users cannot be read
 * any more. A management key that reached only this team is deleted too. Rows that may be many are left to
 * `forgetDeletedTeams`, so that this takes no longer for a team with many users.
 */
export async function deleteTeam(tx: Tx, id: string, now: Date): Promise<void> {
  await lockTeam(tx, id);
  await tx
    .updateTable('team')
    .set({ deleted_on: now, brand: null, terms_url: null, privacy_url: null })
    .where('id', '=', id)
    .execute();
  await endAccess(tx, id, now);
  await tx
    .updateTable('bulk_operation')
    .set({ status: 'aborted', ended_at: now })
    .where('team_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await endSessions(tx, { teamId: id, since: after(now, -oldestSession) }, now);
}

/** Deletes a team's keys, and ends its webhooks. */
export async function endAccess(tx: Tx, id: string, now: Date): Promise<void> {
  await endKeys(tx, id);
  await deleteWebhooks(tx, { teamId: id }, now);
}

async function endKeys(tx: Tx, teamId: string): Promise<void> {
  await tx.deleteFrom('api_key').where('team_id', '=', teamId).execute();
  const bound = await tx
    .deleteFrom('management_key_team')
    .where('team_id', '=', teamId)
    .returning('key_id')
    .execute();
  if (bound.length === 0) return;
  await tx
    .deleteFrom('api_key')
    .where(
      'id',
      'in',
      bound.map(({ key_id }) => key_id),
    )
    .where(sql<boolean>`not exists (select from management_key_team where key_id = api_key.id)`)
    .execute();
}
