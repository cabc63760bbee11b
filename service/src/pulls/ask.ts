// What a fictional provider answers when it is asked for data.
import * as z from 'zod/mini';
import type { Deps } from '../deps.js';
import { arrivesIncomplete, itemsOf } from '../fictional-data/index.js';
import { pullProblem, type PullProblem } from '../providers/index.js';
import type { PulledConnection } from './connection.js';

/** The field of the credentials that decides how the fictional providers answer. OAuth connections have none. */
const Credentials = z.looseObject({ username: z.optional(z.string()) });

/** Why the provider returns no data; undefined if it returns data. `refused` counts the earlier refusals. */
export function problemOf(
  { secrets }: Pick<Deps, 'secrets'>,
  { id, credentials }: PulledConnection,
  refused: number,
): PullProblem | undefined {
  const read = Credentials.safeParse(JSON.parse(secrets.open('connection', id, credentials)));
  const username = read.success ? read.data.username : undefined;
  return username === undefined ? undefined : pullProblem(username, refused);
}

/** The provider's data for a day. The newest day may be incomplete until the device has sent the rest. */
export function itemsOfDay(
  { provider_account }: PulledConnection,
  resource: string,
  date: string,
  newest: string,
): readonly object[] {
  const complete = date !== newest || !arrivesIncomplete(provider_account, resource, date);
  return itemsOf(resource, provider_account, date, complete);
}
