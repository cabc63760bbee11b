import type { Context } from 'hono';
import { requireManagedTeam } from '../auth/index.js';
import type { Db } from '../db/index.js';
import type { Env } from '../deps.js';
import { requireFlag } from '../team-flags.js';

/** The team whose webhooks a request is about; 403 also where its switch `management` is off (spec section 5). */
export async function requireWebhookTeam(db: Db, c: Context<Env>): Promise<string> {
  const teamId = await requireManagedTeam(db, c);
  await requireFlag(db, teamId, 'management');
  return teamId;
}
