// What follows if a provider refuses the credentials of a grant. One refusal proves nothing: another process may have
// renewed them a moment ago, and some providers have refused everybody during an outage.
import { sql } from 'kysely';
import { type Db, transact, type Tx } from '../db/index.js';
import type { GrantRow } from './grant-row.js';
import { markDead, type MarkDeps, type Problem } from './mark-dead.js';

/** How long after the first refusal another one ends the grant, in seconds. */
const apart = { dead: 45, lasting: 45, suspicious: 600, password: 900 } as const;

/**
 * How clearly a provider has refused: `suspicious` may have another reason, `lasting` is access that nothing renews. A `password` is not
 * tried again, for providers lock accounts: the grant ends after that time if it was no outage.
 */
export type Evidence = keyof typeof apart;

/**
 * What a refusal led to: the credentials have been replaced meanwhile, the grant is dead, or it may still live and is tried
 * again after so many seconds.
 */
export type Refusal = 'replaced' | 'dead' | { readonly againIn: number };

/** How long a grant that has died counts among those that are refused, in minutes. */
const outageMinutes = 10;
/** So many refused grants may be an outage. */
const outageGrants = 5;
/** When credentials are tried again during an outage, in seconds. */
const againInOutage = 300;
/** The same of a password. */
const passwordAgain = 6 * 3600;
/** How long credentials may be refused before they are taken for dead even so, in days. */
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
 * What a password that was refused before has led to meanwhile, without asking the provider. Undefined if it may be tried: it was not
 * refused, or in an outage that has gone on for hours since.
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
 * Records that the provider refuses all data of a grant, though it renews its credentials. Ends the grant if the data was refused long
 * before as well (`isAgain`), unless many grants of the application are: no person can mend that. Returns whether it has ended.
 */
export async function recordDataRefused(
  tx: Tx,
  deps: MarkDeps,
  id: string,
  isAgain: boolean,
): Promise<boolean> {
  const grant = await lockGrant(tx, id);
  if (grant?.status !== 'live') return false;
  // Nothing is asked until the next look, so that the suspicion stays for the others to see.
  await tx
    .updateTable('provider_grant')
    .set({ suspected_on: sql<Date>`coalesce(suspected_on, now())`, refused_on: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  // As with lasting access it says nothing that those of others are renewed.
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
  // A little longer, so that the next refusal comes late enough.
  if (seconds < apart[evidence]) return { againIn: apart[evidence] - seconds + 15 };
  if (seconds < longestOutage * 86_400 && (await isOutage(tx, grant, evidence)))
    return { againIn: againInOutage };
  await markDead(tx, deps, grant, evidence === 'password' ? passwordProblem : reconnectProblem);
  return 'dead';
}

/**
 * Whether it is the provider that fails: many grants of the application are under suspicion, or more than were renewed since this
 * one was refused first.
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
  // On most days this is all: an index finds them, and all grants of an application may be many.
  if (refused < outageGrants) return false;
  const row = await ofApplication()
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('renewed_on', '>', suspected_on).as('renewed'),
    ])
    .executeTakeFirstOrThrow();
  // That nobody's lasting access was renewed says nothing.
  return refused > Number(row.all) / 5 || (evidence !== 'lasting' && refused > Number(row.renewed));
}
