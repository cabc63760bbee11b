// Deletes what is left of deleted teams: a limited number of rows of one kind at a time, so that no team is too large.
import { sql } from 'kysely';
import { withCountedUsers } from '../accounts/index.js';
import type { Db, Tx } from '../db/index.js';
import { forgetSessions, hasUnnamed } from '../link-figures/index.js';
import { forgetAnswersOf } from '../repeats/index.js';
import { forgetOne, lastTryBefore } from '../retention/index.js';
import { endSessions, letGo } from '../users/index.js';
import { after } from '../work/index.js';
import { endAccess, underWay } from './delete-team.js';

interface DeletedTeam {
  readonly id: string;
  readonly deleted_on: Date;
  readonly deletion_failed_on: Date | null;
}

/** Users of a deleted team are deleted with it, and removed for good after 7 days, like all deleted users. */
const usersAtOnce = 1000;
const stoppedAtOnce = 2000;
/**
 * The data of each connection, of some months or years, is deleted with it: 100 connections with three years of five kinds
 * take one to two seconds.
 */
const connectionsAtOnce = 100;
const sessionsAtOnce = 500;
const rowsAtOnce = 5000;

const ofTeam = (table: string, more = sql`true`) =>
  sql`exists (select from ${sql.table(table)} where team_id = team.id and ${more})`;
const isNotEnded = sql`finished_on is null and (state <> 'success' or multiple) and created_on >= team.deleted_on - interval '1 hour'`;
const isFree = sql`not ${hasUnnamed}`;

/**
 * Does a part of what is left to do for one deleted team; the team's own row is deleted after the last of its users.
 * Returns whether there was such a team: a finished team is not touched again. Rejects if a team fails; the next call
 * continues with another team.
 */
export const forgetDeletedTeams = (db: Db, now: Date): Promise<boolean> =>
  forgetOne(
    db,
    {
      table: 'team',
      find: (tx) => findTeam(tx, now),
      forget: (tx, team) => forgetPart(tx, team, now),
    },
    now,
  );

async function findTeam(tx: Tx, now: Date): Promise<DeletedTeam | undefined> {
  const areOver = sql<boolean>`team.deleted_on <= ${after(now, -underWay)}`;
  const { rows } = await sql<DeletedTeam>`
    select id, deleted_on, deletion_failed_on from team
    where deleted_on <= ${now} and (deletion_failed_on is null or deletion_failed_on <= ${lastTryBefore(now)}) and (
      ${ofTeam('app_user', sql`deleted_on is null`)} or ${ofTeam('connection')} or ${ofTeam('custom_credentials')}
      or ${ofTeam('kept_answer')} or ${ofTeam('event')} or ${ofTeam('webhook', sql`deleted_on is null`)}
      or ${ofTeam('link_session', isNotEnded)}
      or (${areOver} and ${ofTeam('link_session', isFree)})
      or not (${ofTeam('app_user')} or ${ofTeam('webhook')} or ${ofTeam('link_session')})
    )
    order by deletion_failed_on nulls first, deleted_on limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

async function forgetPart(tx: Tx, team: DeletedTeam, now: Date): Promise<void> {
  await endSessions(tx, { teamId: team.id, since: after(team.deleted_on, -underWay) }, now);
  // Requests that were in progress when the team was deleted may have made keys and webhooks.
  await endAccess(tx, team.id, now);
  const isOver = team.deleted_on <= after(now, -underWay);
  for (const step of [stopPulls, endUsers, endConnections, forgetRows, ...(isOver ? [forgetLinks] : [])])
    if (await step(tx, team)) return;
  await forgetIfEmpty(tx, team);
}

/**
 * Removes connections from the index of what is due. They are not pulled, and claims would step over them until they are
 * deleted, which takes long with much data.
 */
async function stopPulls(tx: Tx, { id }: DeletedTeam): Promise<boolean> {
  const some = tx
    .selectFrom('connection')
    .select('id')
    .where('team_id', '=', id)
    .where('status', '=', 'connected')
    .limit(stoppedAtOnce);
  const stopped = await tx
    .updateTable('connection')
    .set({ status: 'paused' })
    .where('id', 'in', some)
    .executeTakeFirstOrThrow();
  return stopped.numUpdatedRows > 0;
}

/** Marks users as deleted, so that they are not counted any more. Their 7 days end with those of the team. */
async function endUsers(tx: Tx, { id, deleted_on }: DeletedTeam): Promise<boolean> {
  const some = tx
    .selectFrom('app_user')
    .select('id')
    .where('team_id', '=', id)
    .where('deleted_on', 'is', null)
    .orderBy('place')
    .limit(usersAtOnce);
  const ended = await withCountedUsers(tx, 'taken away', (query) =>
    query.updateTable('app_user').set({ deleted_on }).where('id', 'in', some).returningAll(),
  )
    .select('id')
    .execute();
  return ended.length > 0;
}

/** Deletes connections together with their grants, which are ended at real providers by the team's current applications. */
async function endConnections(tx: Tx, { id }: DeletedTeam): Promise<boolean> {
  const some = tx.selectFrom('connection').select('id').where('team_id', '=', id).limit(connectionsAtOnce);
  const ended = await tx
    .deleteFrom('connection')
    .where('id', 'in', some)
    .returning(['provider', 'provider_account', 'grant_id'])
    .execute();
  await letGo(tx, ended);
  return ended.length > 0;
}

/**
 * Deletes events with their deliveries, and stored answers for repeats; then the applications, which nothing needs any
 * more.
 */
async function forgetRows(tx: Tx, { id }: DeletedTeam): Promise<boolean> {
  const some = tx
    .selectFrom('event')
    .select('id')
    .where('team_id', '=', id)
    .orderBy('created_on')
    .limit(rowsAtOnce);
  const events = await tx.deleteFrom('event').where('id', 'in', some).executeTakeFirstOrThrow();
  if (events.numDeletedRows > 0 || (await forgetAnswersOf(tx, id, rowsAtOnce)) > 0) return true;
  const applications = await tx
    .deleteFrom('custom_credentials')
    .where('team_id', '=', id)
    .executeTakeFirstOrThrow();
  return applications.numDeletedRows > 0;
}

async function forgetLinks(tx: Tx, { id }: DeletedTeam): Promise<boolean> {
  const sessions = await tx
    .selectFrom('link_session')
    .select('id')
    .where('team_id', '=', id)
    .where(sql<boolean>`${isFree}`)
    .orderBy('created_on')
    .limit(sessionsAtOnce)
    .execute();
  await forgetSessions(
    tx,
    sessions.map((session) => session.id),
  );
  return sessions.length > 0;
}

/** Deletes the team itself, once no rows are left that take long to delete. */
async function forgetIfEmpty(tx: Tx, { id }: DeletedTeam): Promise<void> {
  const left = sql`team.id = ${id} and not (${ofTeam('app_user')} or ${ofTeam('webhook')} or ${ofTeam('link_session')})`;
  const { rows } = await sql<{ id: string }>`select id from team where ${left}`.execute(tx);
  if (rows.length === 0) return;
  const operations = tx.selectFrom('bulk_operation').select('id').where('team_id', '=', id);
  await tx.deleteFrom('bulk_chunk').where('operation_id', 'in', operations).execute();
  await tx.deleteFrom('bulk_operation').where('team_id', '=', id).execute();
  await tx.deleteFrom('team').where('id', '=', id).execute();
}
