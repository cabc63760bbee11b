// What follows when a provider refuses the credentials of a grant. One refusal proves nothing: another process may have
// renewed them a moment ago, and some providers have refused everybody during an outage.
import { sql } from 'kysely';
import { type Db, transact, type Tx } from '../db/index.js';
import type { GrantRow } from './grant-row.js';
import { markDead, type MarkDeps, type Problem } from './mark-dead.js';

/** How many seconds must pass after the first refusal before another refusal ends the grant. */
const apart = { dead: 45, lasting: 45, suspicious: 600, password: 900 } as const;

/**
 * How clearly a provider has refused. `suspicious` may have another reason; `lasting` is access that cannot be renewed. A
 * refused `password` is not tried again, because providers lock accounts: the grant ends after that time unless there is an
 * outage.
 */
export type Evidence = keyof typeof apart;

/**
 * The result of a refusal: the credentials have been replaced meanwhile, the
 * grant is dead, or it may still live and is tried again after `againIn` seconds.
 */
export type Refusal = 'replaced' | 'dead' | { readonly againIn: number };

/** For how long a dead grant still counts among the refused ones, in minutes. */
const outageMinutes = 10;
/** From this many refused grants on there may be an outage. */
const outageGrants = 5;
/** Seconds until credentials are tried again during an outage. */
const againInOutage = 300;
/** The same for a password. */
const passwordAgain = 6 * 3600;
/** After how many days of refusals a grant is dead even if there seems to be an outage. */
const longestOutage = 3;

const reconnectProblem: Problem = {
  error_type: 'reconnect_required',
  error_message: 'The provider no longer accepts what the person allowed. Ask the person to link it again.',
};

const passwordProblem: Problem = {
  error_type: 'provider_credential_error',
  error_message: 'The provider no longer accepts the password. Ask the person to link it again.',
};

/** The credentials that were refused, and the lease of the process that used them. */
export type Refused = Pick<GrantRow, 'id' | 'version' | 'lease'>;

/** Records that the credentials of a version were refused. Ends the grant if that is certain. */
export const recordRefusal = (
  db: Db,
  deps: MarkDeps,
  { id, version, lease }: Refused,
  evidence: Evidence,
): Promise<Refusal> =>
  transact(db, async (tx) => {
    const grant = await lockGrant(tx, id);
    if (!grant || grant.version !== version) return 'replaced';
    if (grant.status === 'dead') return 'dead';
    await tx
      .updateTable('provider_grant')
      .set({
        suspected_on: sql<Date>`coalesce(suspected_on, now())`,
        refused_on: sql<Date>`now()`,
        ...(lease !== null && grant.lease === lease && { lease: null, lease_until: null }),
      })
      .where('id', '=', id)
      .execute();
    return judge(tx, deps, grant, evidence);
  });

/**
 * Judges a password that was refused before, without asking the provider. Returns undefined if the
 * password may be tried: it was not refused, or an outage has not ended and the last refusal is hours ago.
 */
export const judgePassword = (
  db: Db,
  deps: MarkDeps,
  { id, version, lease }: Refused,
): Promise<Refusal | undefined> =>
  transact(db, async (tx) => {
    const grant = await lockGrant(tx, id);
    if (!grant || grant.version !== version) return 'replaced';
    if (grant.status === 'dead') return 'dead';
    if (grant.suspected_on === null) return undefined;
    const judged = await judge(tx, deps, grant, 'password');
    if (judged === 'dead') return judged;
    if (grant.refused_for >= passwordAgain) return undefined;
    await tx
      .updateTable('provider_grant')
      .set({ lease: null, lease_until: null })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute();
    return judged;
  });

/**
 * Records that the provider refuses all data of a grant although it renews the credentials. Ends the grant if the data was
 * refused long before as well (`isAgain`), unless that happens to many grants of the application, which no person can mend.
 * Returns whether the grant has ended.
 */
export async function recordDataRefused(
  tx: Tx,
  deps: MarkDeps,
  id: string,
  isAgain: boolean,
): Promise<boolean> {
  const grant = await lockGrant(tx, id);
  if (grant?.status !== 'live') return false;
  // No request follows before the next look, so nothing clears the suspicion and the check for an outage can count it.
  await tx
    .updateTable('provider_grant')
    .set({ suspected_on: sql<Date>`coalesce(suspected_on, now())`, refused_on: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  // As with lasting access, the renewals of other grants prove nothing.
  if (!isAgain || (await isOutage(tx, grant, 'lasting'))) return false;
  await markDead(tx, deps, grant, reconnectProblem);
  return true;
}

const lockGrant = (tx: Tx, id: string) =>
  tx
    .selectFrom('provider_grant')
    .selectAll()
    .select([
      sql<number>`coalesce(extract(epoch from now() - suspected_on), 0)::float8`.as('suspected_for'),
      sql<number>`coalesce(extract(epoch from now() - refused_on), 0)::float8`.as('refused_for'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Ends a grant whose credentials were refused, if that is certain. The grant is locked. */
async function judge(
  tx: Tx,
  deps: MarkDeps,
  grant: GrantRow & { readonly suspected_for: number },
  evidence: Evidence,
): Promise<Refusal> {
  const { suspected_for: seconds } = grant;
  // A little longer, so that the next refusal comes late enough to count.
  if (seconds < apart[evidence]) return { againIn: apart[evidence] - seconds + 15 };
  if (seconds < longestOutage * 86_400 && (await isOutage(tx, grant, evidence)))
    return { againIn: againInOutage };
  await markDead(tx, deps, grant, evidence === 'password' ? passwordProblem : reconnectProblem);
  return 'dead';
}

/**
 * Whether the provider itself fails: many grants of the application are under
 * suspicion, or more than have been renewed since the first refusal of this one.
 */
async function isOutage(
  tx: Tx,
  { provider, application, suspected_on }: GrantRow,
  evidence: Evidence,
): Promise<boolean> {
  const ofApplication = () =>
    tx.selectFrom('provider_grant').where('provider', '=', provider).where('application', '=', application);
  const suspected = await ofApplication()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('suspected_on', 'is not', null)
    .where(
      sql<boolean>`(status = 'live' or status = 'dead' and refused_on > now() - make_interval(mins => ${outageMinutes}))`,
    )
    .executeTakeFirstOrThrow();
  const refused = Number(suspected.count);
  // On most days the check ends here: the query above uses an index, and an application may have very many grants.
  if (refused < outageGrants) return false;
  const row = await ofApplication()
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('renewed_on', '>', suspected_on).as('renewed'),
    ])
    .executeTakeFirstOrThrow();
  // Lasting access is never renewed, so a lack of renewals proves nothing.
  return refused > Number(row.all) / 5 || (evidence !== 'lasting' && refused > Number(row.renewed));
}
