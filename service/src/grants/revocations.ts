// Grants that no connection uses any more. They are ended at the provider, which may be away: a row for each remembers it.
import { sql } from 'kysely';
import { adapters } from '../adapters/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { isPassword } from './at-provider.js';
import { awaited } from './expected.js';

const isUnused = sql<boolean>`not exists (select from connection where connection.grant_id = provider_grant.id)`;

/** Nothing can be ended there, and a password is forgotten at once. */
const withPasswords = ['', ...adapters.filter(isPassword).map(({ slug }) => slug)];

/** A grant that is let go. */
const ofRow = {
  provider: sql.ref('g.provider'),
  account: sql.ref('g.account'),
  application: sql.ref('g.application'),
};

/** How many grants one statement handles. */
const atOnce = 1000;

/**
 * Lets go of the grants of connections that were deleted in this transaction. Those that no other connection uses are ended at
 * the provider, which is tried for a day.
 */
export async function releaseGrants(tx: Tx, grantIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(grantIds)].filter((id) => id !== null).sort();
  for (let from = 0; from < ids.length; from += atOnce) await releaseSome(tx, ids.slice(from, from + atOnce));
}

async function releaseSome(tx: Tx, ids: readonly string[]): Promise<void> {
  // Locked first, so that the next statement sees the connection of a link that has just stored the same grant.
  await tx
    .selectFrom('provider_grant')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const unused = await tx
    .selectFrom('provider_grant')
    .select('id')
    .where('id', 'in', ids)
    .where(isUnused)
    .execute();
  if (unused.length === 0) return;
  const gone = sql.join(unused.map(({ id }) => id));
  // The credentials stay bound to the same id, so that they need not be sealed anew. The team's application goes along,
  // because the team may be about to be deleted. Whoever renews the credentials now is waited for: these may be used up. So is whoever
  // links the same account now, and may be about to store it.
  await sql`
    insert into provider_revocation (id, provider, account, application, credentials, access_until,
      client_team, client_credentials, next_try, tries, ends_on)
    select g.id, g.provider, g.account, g.application, g.credentials, g.access_until,
      own.team_id, own.credentials, greatest(now(), g.lease_until, ${awaited(ofRow)}), 0, now() + interval '24 hours'
    from provider_grant g left join lateral (
      select team_id, credentials from custom_credentials
      where provider = g.provider and application = g.application order by updated_on limit 1
    ) own on true
    where g.id in (${gone}) and g.status = 'live' and g.provider not in (${sql.join(withPasswords)})`.execute(
    tx,
  );
  await sql`delete from provider_grant where id in (${gone})`.execute(tx);
}

/** Before every id. */
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** How many grants one look goes through. */
const lookedAt = 5000;

/**
 * Lets go of grants whose connections a process of an earlier version has deleted. Looks through the next grants behind an id, so that a
 * look costs the same however many there are. Returns behind which id the next look begins, which is the beginning again after the
 * last of them.
 */
export async function releaseUnused(db: Db, behind = beforeAll, most = lookedAt): Promise<string> {
  const last = await db
    .selectFrom('provider_grant')
    .select('id')
    .where('id', '>', behind)
    .orderBy('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  const inPart = (column: 'provider_grant.id' | 'connection.grant_id') =>
    last
      ? sql<boolean>`${sql.ref(column)} > ${behind} and ${sql.ref(column)} <= ${last.id}`
      : sql<boolean>`${sql.ref(column)} > ${behind}`;
  const unused = await db
    .selectFrom('provider_grant')
    .select('id')
    .where(inPart('provider_grant.id'))
    // The database does not conclude the part of the connections from that of the grants, and might read all of them.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connection')
            .whereRef('connection.grant_id', '=', 'provider_grant.id')
            .where(inPart('connection.grant_id')),
        ),
      ),
    )
    .limit(atOnce)
    .execute();
  const ids = unused.map(({ id }) => id);
  if (ids.length > 0) await transact(db, (tx) => releaseGrants(tx, ids));
  if (ids.length === atOnce) return behind;
  return last?.id ?? beforeAll;
}
