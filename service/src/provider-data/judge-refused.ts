// What follows if a provider refuses all data of a connection but still renews its credentials.
import type { Adapter, Failure } from '../adapters/index.js';
import { readableOf } from '../connections/index.js';
import { transact, type Tx } from '../db/index.js';
import { recordDataRefused } from '../grants/index.js';
import type { PulledConnection } from '../pulls/index.js';
import { after } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { allRefusedWait } from './waits.js';

/** A pull of new days that was part of the look. */
export interface AskedPull {
  readonly resource: string;
  /** The value before the look: not null if the pull was refused then too, and never answered since. */
  readonly refused_until: Date | null;
}

export interface RefusedLook {
  readonly pulls: readonly AskedPull[];
  /** The refusals by resource. */
  readonly refusals: ReadonlyMap<string, Failure>;
  readonly now: Date;
}

/**
 * Forgets an earlier refusal of a pull, now that the pull was answered. A refusal in the same look stays: it concerns other
 * days.
 */
export const forgetRefusal = (tx: Tx, id: string, now: Date): Promise<unknown> =>
  tx
    .updateTable('historical_pull')
    .set({ refused_until: null })
    .where('id', '=', id)
    .where('refused_until', '<=', now)
    .execute();

/**
 * If the provider refuses everything in a look, asks for everything once more a day later. If that was already the second
 * such look, ends the grant. The grant stays if one resource was answered, or if the reason is one that a new link does not
 * change.
 */
export async function judgeRefused(
  deps: FetchDeps,
  { slug, signIn }: Adapter,
  { id, grant_id: grantId }: PulledConnection,
  { pulls, refusals, now }: RefusedLook,
): Promise<void> {
  if (grantId === null || ![...refusals.values()].some(isMendedByLink)) return;
  // A suspicion would keep the password from being tried.
  if (signIn.type === 'password' && signIn.renewal.by === 'password') return;
  await transact(deps.db, async (tx) => {
    // The grant is locked before its connections, here and everywhere else.
    await tx.selectFrom('provider_grant').select('id').where('id', '=', grantId).forUpdate().execute();
    const all = await readPulls(tx, grantId);
    const own = all.filter(({ connection_id }) => connection_id === id);
    const isRefused =
      own.length > 0 && own.every(({ refused_until }) => refused_until && refused_until > now);
    if (!isRefused || all.some(({ refused_until, misread_by }) => !refused_until || misread_by !== null))
      return;
    deps.log.warn({ provider: slug, row_id: id }, 'a provider refuses all data of a connection');
    const before = new Set(pulls.flatMap(({ resource, refused_until }) => (refused_until ? resource : [])));
    const isAgain = own.every(({ resource }) => {
      const failure = refusals.get(resource);
      return before.has(resource) && failure !== undefined && isMendedByLink(failure);
    });
    if (await recordDataRefused(tx, deps, grantId, isAgain)) return;
    await tx
      .updateTable('historical_pull')
      .set({ refused_until: after(now, allRefusedWait) })
      .where('connection_id', '=', id)
      .where('refused_until', '>', after(now, allRefusedWait))
      .execute();
  });
}

/**
 * Whether access is what is missing. An adapter names another reason, such as a membership that has ended, with another
 * error type.
 */
const isMendedByLink = ({ kind, errorType }: Failure): boolean =>
  kind === 'scope' && errorType === 'required_scopes_not_granted';

/** The pulls of all connections of a grant for what they can read, without pulls that have never been readable. */
async function readPulls(tx: Tx, grantId: string) {
  const connections = await tx
    .selectFrom('connection')
    .select(['id', 'provider', 'scopes_granted', 'scopes_denied', 'consent'])
    .where('grant_id', '=', grantId)
    .where('status', '=', 'connected')
    .execute();
  // The connection was ended or paused meanwhile.
  if (connections.length === 0) return [];
  const readable = new Map(connections.map((each) => [each.id, readableOf(each)]));
  const rows = await tx
    .selectFrom('historical_pull')
    .select(['connection_id', 'resource', 'status', 'pulled_until', 'refused_until', 'misread_by'])
    .where('connection_id', 'in', [...readable.keys()])
    .execute();
  return rows.filter(
    ({ connection_id, resource, status, pulled_until }) =>
      readable.get(connection_id)?.includes(resource) && !(status === 'failure' && pulled_until === null),
  );
}
