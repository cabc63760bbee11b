import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { addDays, dayOf, serviceTime } from '../work/index.js';
import { columns, figuresOfSteps } from './figures-of-steps.js';

/**
 * How many days later a day is counted. A session lives for four hours, and a provider's answer can be added for another
 * day. After that nothing changes the day's figures.
 */
const daysLater = 3;
/** How many teams one transaction looks at. */
const mostTeams = 100;

/**
 * Counts one finished day of one team: the earliest day that is not counted yet. The team's statistics for that day stay
 * the same from then on, because deleted sessions are added to `link_day` with the figures they were counted with. Returns
 * whether there may be more.
 */
export async function countDays(tx: Tx, now: Date): Promise<boolean> {
  if (await isBehind(tx, now)) return false;
  const end = addDays(dayOf(await earlierOf(tx, now)), 1 - daysLater);
  const { rows: teams } = await sql<{ id: string; next: string | null }>`
    select team.id, least(
      (select min(day) from link_step where team_id = team.id and day >= behind.until and day < ${end}),
      (select min(day) from link_day where team_id = team.id and day >= behind.until and day < ${end})
    ) as next
    from (select team.id, coalesce(link_counted.until, '') as until
      from team left join link_counted on team_id = team.id
      where deleted_on is null and coalesce(link_counted.until, '') < ${end}
      order by team.id limit ${mostTeams}) as behind
    join team on team.id = behind.id
    order by team.id`.execute(tx);
  const idle = teams.filter(({ next }) => next === null);
  await setCounted(
    tx,
    idle.map(({ id }) => id),
    end,
  );
  const busy = teams.find(({ next }) => next !== null);
  if (busy?.next) await countDay(tx, busy.id, busy.next);
  return teams.length > 0;
}

/**
 * The earlier one of `now` and the database's time: a process whose clock is ahead would count days that have not ended.
 */
async function earlierOf(tx: Tx, now: Date): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${serviceTime} as now`.execute(tx);
  return new Date(Math.min(now.getTime(), ...rows.map((row) => row.now.getTime())));
}

/** Whether some expired waits have not been ended yet. Ending them adds to the day on which their session was opened. */
async function isBehind(tx: Tx, now: Date): Promise<boolean> {
  const overdue = await tx
    .selectFrom('link_session')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('challenge', 'is not', null), eb('challenge_expires_at', '<=', now)]),
        and([eb('pending_connection', 'is not', null), eb('confirm_expires_at', '<=', now)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return overdue !== undefined;
}

async function countDay(tx: Tx, teamId: string, day: string): Promise<void> {
  // This comes first, so that of two processes one waits here and then finds the day counted.
  if (!(await setCounted(tx, [teamId], addDays(day, 1)))) return;
  await sql`
    insert into link_total (${columns})
    select team_id, day, provider, mode, step, error_type, sum(sessions), sum(times)
    from (${figuresOfSteps(sql`link_step.team_id = ${teamId} and day = ${day}`)}
      union all select ${columns} from link_day where team_id = ${teamId} and day = ${day}) as figure
    group by 1, 2, 3, 4, 5, 6`.execute(tx);
}

/** Records until which day teams are counted, that day excluded. Returns whether this was new for any team. */
async function setCounted(tx: Tx, teamIds: readonly string[], until: string): Promise<boolean> {
  if (teamIds.length === 0) return false;
  const stored = await tx
    .insertInto('link_counted')
    .values(teamIds.map((team_id) => ({ team_id, until })))
    .onConflict((conflict) =>
      conflict.column('team_id').doUpdateSet({ until }).where('link_counted.until', '<', until),
    )
    .returning('team_id')
    .execute();
  return stored.length > 0;
}
