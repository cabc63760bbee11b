// Deleting teams: all access ends at once, and their rows are deleted bit by bit.
import { sql } from 'kysely';
import { lockTeam } from '../accounts/index.js';
import type { Tx } from '../db/index.js';
import { longestTokenSeconds } from '../link/index.js';
import { endSessions } from '../users/index.js';
import { after } from '../work/index.js';
import { deleteWebhooks } from '../webhooks/index.js';

/** Requests and sign-ins that were under way when a team was deleted, or a token expired, are over after so many seconds. */
export const underWay = 3600;

/** How old a session may be that can still come to something, in seconds: older ones have ended by themselves. */
const oldestSession = longestTokenSeconds + underWay;

/**
 * Deletes a team: its keys, webhooks, link tokens and bulk operations end now, and nobody can read its connections and users. A
 * management key that reached this team alone is deleted too. What it has much of is left to `forgetDeletedTeams`, so that this
 * takes no longer for a team with many users.
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
