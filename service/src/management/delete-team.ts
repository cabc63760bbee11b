// Deleting teams: all access ends at once, and their rows are deleted bit by bit.
import type { Tx } from '../db/index.js';
import { releaseGrants } from '../grants/index.js';
import { endSessions, letGo } from '../users/index.js';
import { forgetAnswers } from '../repeats/index.js';
import { withCountedUsers, lockTeam } from '../accounts/index.js';
import { deleteWebhooks } from '../webhooks/index.js';

/** How many connections one sweep deletes, which keeps transactions short. */
const mostAtOnce = 500;

/**
 * Deletes a team: its keys, webhooks, link tokens and applications end now, and its connections and users can no longer be
 * read. A management key that reached this team alone is deleted too.
 */
export async function deleteTeam(tx: Tx, id: string, now: Date): Promise<void> {
  await lockTeam(tx, id);
  await tx
    .updateTable('team')
    .set({ deleted_on: now, brand: null, terms_url: null, privacy_url: null })
    .where('id', '=', id)
    .execute();
  await endAll(tx, id, now);
}

/** Also called later, for what requests in progress have added after the deletion. */
async function endAll(tx: Tx, teamId: string, now: Date): Promise<void> {
  await endGrants(tx, teamId);
  await endAccess(tx, teamId);
  await forgetAnswers(tx, { teamId });
  await endSessions(tx, { teamId }, now);
  await withCountedUsers(tx, 'taken away', (query) =>
    query
      .updateTable('app_user')
      .set({ deleted_on: now })
      .where('team_id', '=', teamId)
      .where('deleted_on', 'is', null)
      .returningAll(),
  )
    .select('id')
    .limit(1)
    .execute();
  // Paused connections are not pulled any more.
  await tx
    .updateTable('connection')
    .set({ status: 'paused' })
    .where('team_id', '=', teamId)
    .where('status', '!=', 'paused')
    .execute();
}

/**
 * What people have allowed at real providers ends now: later the team's applications are gone. Until they are deleted the
 * connections have no grant.
 */
async function endGrants(tx: Tx, teamId: string): Promise<void> {
  const used = await tx
    .selectFrom('connection')
    .select('grant_id')
    .where('team_id', '=', teamId)
    .where('grant_id', 'is not', null)
    .execute();
  if (used.length === 0) return;
  await tx
    .updateTable('connection')
    .set({ grant_id: null })
    .where('team_id', '=', teamId)
    .where('grant_id', 'is not', null)
    .execute();
  await releaseGrants(
    tx,
    used.map(({ grant_id }) => grant_id),
  );
}

/** Keys, webhooks and applications. */
async function endAccess(tx: Tx, teamId: string): Promise<void> {
  await tx.deleteFrom('api_key').where('team_id', '=', teamId).execute();
  const bound = await tx
    .deleteFrom('management_key_team')
    .where('team_id', '=', teamId)
    .returning('key_id')
    .execute();
  if (bound.length > 0)
    await tx
      .deleteFrom('api_key')
      .where(
        'id',
        'in',
        bound.map(({ key_id }) => key_id),
      )
      .where('id', 'not in', tx.selectFrom('management_key_team').select('key_id'))
      .execute();
  await deleteWebhooks(tx, { teamId });
  await tx.deleteFrom('custom_credentials').where('team_id', '=', teamId).execute();
}

/** Deletes what is left of deleted teams. Their users are deleted for good after 7 days, like all deleted users. */
export async function forgetDeletedTeams(tx: Tx, now: Date): Promise<void> {
  const teams = await tx.selectFrom('team').select('id').where('deleted_on', '<=', now).forUpdate().execute();
  for (const { id } of teams) {
    await endAll(tx, id, now);
    const some = tx.selectFrom('connection').select('id').where('team_id', '=', id).limit(mostAtOnce);
    const ended = await tx
      .deleteFrom('connection')
      .where('id', 'in', some)
      .returning(['provider', 'provider_account', 'grant_id'])
      .execute();
    await letGo(tx, ended);
    const user = await tx.selectFrom('app_user').select('id').where('team_id', '=', id).executeTakeFirst();
    if (!user) await forget(tx, id);
  }
}

async function forget(tx: Tx, teamId: string): Promise<void> {
  const operations = tx.selectFrom('bulk_operation').select('id').where('team_id', '=', teamId);
  await tx.deleteFrom('bulk_chunk').where('operation_id', 'in', operations).execute();
  await tx.deleteFrom('bulk_operation').where('team_id', '=', teamId).execute();
  await tx.deleteFrom('event').where('team_id', '=', teamId).execute();
  await tx.deleteFrom('team').where('id', '=', teamId).execute();
}
