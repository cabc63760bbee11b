import type { JobDatabase } from '../db/index.js';

/** The part of pg-boss's claim that counts how many jobs of each group run. */
const countsGroups = 'active_group_count_map';

/**
 * Lets this process claim grouped jobs one after the other. Two claims at once would each count without the other, and
 * both take a group's last place. Several processes may still pass a limit by one each.
 */
export function claimInTurn(db: JobDatabase['db']): JobDatabase['db'] {
  let last: Promise<unknown> = Promise.resolve();
  return {
    executeSql(text, values) {
      if (!text.includes(countsGroups)) return db.executeSql(text, values);
      const claimed = last.then(() => db.executeSql(text, values));
      last = claimed.catch(() => undefined);
      return claimed;
    },
  };
}
