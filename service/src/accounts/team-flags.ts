import type { TeamFlag } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { broken } from '../http/index.js';

/** Throws 403 if a switch of the team is off. */
export async function requireFlag(db: Db, teamId: string, flag: TeamFlag): Promise<void> {
  const { flags } = await db
    .selectFrom('team')
    .select('flags')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  checkFlag(flags, flag);
}

export const hasFlag = (flags: readonly string[], flag: TeamFlag): boolean => flags.includes(flag);

/** Like `requireFlag`, for switches that were already read. */
export function checkFlag(flags: readonly string[], flag: TeamFlag): void {
  if (hasFlag(flags, flag)) return;
  throw broken(403, 'feature_not_enabled', `The team does not have ${flag}: ask for it to be switched on.`);
}
