import type { Tx } from '../db/index.js';
import { after } from '../work/index.js';

/** How long an answer is kept for repeats, in seconds. */
const keptFor = 86_400;
/** How many answers one run deletes, so that transactions stay short. */
const mostAtOnce = 5000;

/** Deletes the answers about a user. */
export async function forgetAnswers(tx: Tx, { userId }: { readonly userId: string }): Promise<void> {
  await tx.deleteFrom('kept_answer').where('user_id', '=', userId).execute();
}

/** Deletes at most `most` answers of a team. Returns how many. */
export async function forgetAnswersOf(tx: Tx, teamId: string, most: number): Promise<number> {
  const some = tx.selectFrom('kept_answer').select('id').where('team_id', '=', teamId).limit(most);
  const { numDeletedRows } = await tx
    .deleteFrom('kept_answer')
    .where('id', 'in', some)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes expired answers. Returns whether there may be more. */
export async function pruneAnswers(tx: Tx, now: Date): Promise<boolean> {
  const over = tx
    .selectFrom('kept_answer')
    .select('id')
    .where('created_on', '<=', after(now, -keptFor))
    .orderBy('created_on')
    .limit(mostAtOnce);
  const { numDeletedRows } = await tx
    .deleteFrom('kept_answer')
    .where('id', 'in', over)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === mostAtOnce;
}
