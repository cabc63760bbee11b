// The command line's work on organizations.
import { randomUUID } from 'node:crypto';
import { createTeam } from 'svc-link/contract';
import { isUuid } from '../http/index.js';
import { UsageError, type Lines } from './lines.js';
import { nothingThere } from './nothing-there.js';
import type { Db } from '../db/index.js';

/** Makes an organization. Its id is the last line. */
export async function makeOrg(db: Db, name: string | undefined): Promise<Lines> {
  const row = { id: randomUUID(), name: nameOf('orgs create', name), created_on: new Date() };
  await db.insertInto('org').values(row).execute();
  return [
    `${row.name} has no teams and no keys. "svc-service keys create --org ID" makes a management key for it:`,
    row.id,
  ];
}

export async function renameOrg(db: Db, id: string | undefined, name: string | undefined): Promise<Lines> {
  if (id === undefined) throw new UsageError('orgs rename takes the id of an organization and --name NAME');
  const now = nameOf('orgs rename', name);
  const row = isUuid(id)
    ? await db.updateTable('org').set({ name: now }).where('id', '=', id).returning('id').executeTakeFirst()
    : undefined;
  if (!row) throw await nothingThere(db, 'org', id);
  return [`The organization ${id} is ${now}.`];
}

/** Lists every organization with its number of teams, oldest first. */
export async function listOrgs(db: Db): Promise<Lines> {
  const rows = await db
    .selectFrom('org')
    .leftJoin('team', (join) => join.onRef('team.org_id', '=', 'org.id').on('team.deleted_on', 'is', null))
    .select(({ fn }) => ['org.id', 'org.name', 'org.created_on', fn.count('team.id').as('teams')])
    .groupBy(['org.id', 'org.name', 'org.created_on'])
    .orderBy('org.created_on')
    .orderBy('org.id')
    .execute();
  return rows.map(({ id, name, created_on, teams }) =>
    [id, created_on.toISOString().slice(0, 10), Number(teams) === 1 ? '1 team' : `${teams} teams`, name].join(
      '  ',
    ),
  );
}

/** Checks a name by the rule for the names of teams. */
function nameOf(command: string, name: string | undefined): string {
  const read = createTeam.body.shape.name.safeParse(name);
  if (!read.success) throw new UsageError(`${command} takes --name NAME: one line of at most 100 characters`);
  return read.data.trim();
}
