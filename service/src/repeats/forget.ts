import type { Tx } from '../db/index.js';
import { after } from '../work/index.js';

/** How long what was made is kept for repeats, in seconds. */
const keptFor = 86_400;
/** How many one sweep deletes, which keeps transactions short. */
const mostAtOnce = 5000;

/** Deletes the answers about a user, or all of a team. */
export async function forgetAnswers(
  tx: Tx,
  whose: { readonly userId: string } | { readonly teamId: string },
): Promise<void> {
  const all = tx.deleteFrom('kept_answer');
  await (
    'userId' in whose ? all.where('user_id', '=', whose.userId) : all.where('team_id', '=', whose.teamId)
  ).execute();
}

/** Deletes answers whose time is over. */
export async function pruneAnswers(tx: Tx, now: Date): Promise<void> {
  const over = tx
    .selectFrom('kept_answer')
    .select('id')
    .where('created_on', '<=', after(now, -keptFor))
    .limit(mostAtOnce);
  await tx.deleteFrom('kept_answer').where('id', 'in', over).execute();
}
