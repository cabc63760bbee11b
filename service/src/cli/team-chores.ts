// The command line's work on teams.
import { teamFlags } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { type Db, transact } from '../db/index.js';
import { findOwner } from './find-owner.js';
import { type Lines, UsageError } from './lines.js';

/** Lists every team with its organization and its switches that are on. */
export async function listTeams(db: Db): Promise<Lines> {
  const rows = await db
    .selectFrom('team')
    .innerJoin('org', 'org.id', 'team.org_id')
    .select(['team.id', 'team.name', 'team.region', 'team.flags', 'org.id as org_id'])
    .where('deleted_on', 'is', null)
    .orderBy('team.created_on')
    .orderBy('team.id')
    .execute();
  return rows.map(({ id, name, region, flags, org_id }) =>
    [id, `organization ${org_id}`, region, name, flags.length > 0 ? flags.join(' ') : 'nothing on'].join(
      '  ',
    ),
  );
}

/** Turns a switch of a team on or off. */
export async function switchFlag(
  db: Db,
  verb: 'enable' | 'disable',
  team: string | undefined,
  flag: string | undefined,
): Promise<Lines> {
  if (team === undefined || !teamFlags.some((known) => known === flag))
    throw new UsageError(`teams ${verb} takes a team and one of ${teamFlags.join(', ')}`);
  await transact(db, async (tx) => {
    const { id, flags } = await findOwner(tx, 'team', team, true);
    const rest = flags.filter((each) => each !== flag);
    const now = verb === 'enable' ? [...rest, flag] : rest;
    await tx
      .updateTable('team')
      .set({ flags: JSON.stringify(now) })
      .where('id', '=', id)
      .execute();
    await recordAudit(tx, { action: 'team.changed', of: { teamId: id }, detail: `flags: ${verb} ${flag}` });
  });
  return [`${flag} is ${verb === 'enable' ? 'on' : 'off'} for ${team}.`];
}
