// Grants that no connection uses any more. They are ended at the provider, which may be away, so a row remembers each one.
import { sql } from 'kysely';
import { adapters } from '../adapters/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { isPassword } from './at-provider.js';
import { awaited } from './expected.js';

const isUnused = sql<boolean>`not exists (select from connection where connection.grant_id = provider_grant.id)`;

/** Providers at which there is nothing to end: a password is simply forgotten. */
const withPasswords = ['', ...adapters.filter(isPassword).map(({ slug }) => slug)];

/** The names of a grant that is let go. */
const ofRow = {
  provider: sql.ref('g.provider'),
  account: sql.ref('g.account'),
  application: sql.ref('g.application'),
};

/** How many grants one statement handles. */
const atOnce = 1000;

/**
 * Lets go of the grants of connections that were deleted in this transaction. Grants
 * that no other connection uses are ended at the provider, which is tried for a day.
 */
export async function releaseGrants(tx: Tx, grantIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(grantIds)].filter((id) => id !== null).sort();
  for (let from = 0; from < ids.length; from += atOnce) await releaseSome(tx, ids.slice(from, from + atOnce));
}

async function releaseSome(tx: Tx, ids: readonly string[]): Promise<void> {
  // Locked first, so that the next statement sees a connection whose link has just stored the same grant.
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
  // The credentials keep their id, to which they are sealed, so they need not be sealed again. The team's application
  // is stored with the row, because the team may be about to be deleted. The row waits for a process that is renewing
  // the credentials, since these may be used up, and for a link of the same account that is about to be stored.
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

/** An id that sorts before every other id. */
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** How many grants one look covers. */
const lookedAt = 5000;

/**
 * Lets go of grants whose connections were deleted by a process of an earlier version. Each look covers the next `most`
 * grants after the id `behind`, so that a look costs the same however many grants there are. Returns the id to continue
 * after, which is the beginning again once the last grant was covered.
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
    // The range is repeated for the connections: the database does not derive it from the grants, and might read all
    // connections.
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
