// Tokens that no connection has yet. A row for each one remembers that the provider must be asked to end them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import { type Db, storeSurely, type Tx } from '../db/index.js';
import type { GrantRow } from './grant-row.js';
import type { NewGrant } from './store-grant.js';
import { sealTokens, type Tokens } from './tokens.js';

/**
 * How long tokens wait for their connection, in minutes: longer than a team's server may take to confirm a link, and than a
 * person may take who tries again at once.
 */
const waitMinutes = 15;

/**
 * Remembers tokens that no connection has yet, before anything else is done with them. They are ended at the provider after
 * `minutes`, whatever happens, unless `storeGrant` deletes the row because a connection has got them. Earlier rows of the
 * same grant wait as long: where the provider has one grant for each account, ending it would end these tokens too.
 */
export async function expectGrant(
  tx: Tx,
  secrets: Secrets,
  { application, tokens, ...of }: Omit<NewGrant, 'scopes'>,
  minutes = waitMinutes,
): Promise<void> {
  const id = randomUUID();
  const row = { ...of, id, application: application ?? '', ...sealTokens(secrets, id, tokens) };
  const wait = sql<Date>`make_interval(mins => ${minutes})`;
  await tx
    .updateTable('provider_revocation')
    .set({
      next_try: sql<Date>`greatest(next_try, now() + ${wait})`,
      ends_on: sql<Date>`ends_on + ${wait}`,
    })
    .where(isOfGrant(row))
    .execute();
  await insertOf(row, minutes).execute(tx);
}

type Named = { readonly [Column in 'provider' | 'account' | 'application']: unknown };

const isOfGrant = ({ provider, account, application }: Named) =>
  sql<boolean>`(provider, account, application) = (${provider}, ${account}, ${application})`;

/**
 * Until when ending a grant waits for its tokens that no connection has yet; null if there are none. `grant` holds columns
 * or values.
 */
export const awaited = (grant: Named) =>
  sql<Date | null>`(select max(next_try) from provider_revocation where ${isOfGrant(grant)} and tries = 0)`;

type Ended = Pick<GrantRow, 'id' | 'provider' | 'account' | 'application'>;

/**
 * Stores new tokens of a grant that has been let go. They replace the tokens that they were renewed with, which may be used
 * up. Adds the row again if it is gone, because the earlier tokens were refused and taken for ended. Stores nothing if a
 * connection has the account now. Returns the tokens as they are stored.
 */
export async function storeEnded(
  db: Db,
  secrets: Secrets,
  { id, provider, account, application }: Ended,
  tokens: Tokens,
): Promise<ReturnType<typeof sealTokens>> {
  const sealed = sealTokens(secrets, id, tokens);
  const insert = insertOf({ id, provider, account, application, ...sealed }, 0);
  await storeSurely(() =>
    sql`${insert}
      where not exists (select from provider_grant where id = ${id})
        and not exists (select from provider_grant where provider = ${provider} and account = ${account}
          and application = ${application} and status = 'live')
      on conflict (id) do update
        set credentials = excluded.credentials, access_until = excluded.access_until`.execute(db),
  );
  return sealed;
}

/** The team's application is stored with the row, because the team may be about to be deleted. */
const insertOf = (
  { id, provider, account, application, credentials, access_until }: Ended & ReturnType<typeof sealTokens>,
  minutes: number,
) => sql`
  insert into provider_revocation (id, provider, account, application, credentials, access_until,
    client_team, client_credentials, next_try, tries, ends_on)
  select ${id}, ${provider}, ${account}, ${application}, ${credentials}, ${access_until}::timestamptz,
    own.team_id, own.credentials,
    greatest(now() + make_interval(mins => ${minutes}), ${awaited({ provider, account, application })}), 0,
    now() + make_interval(hours => 24, mins => ${minutes})
  from (select) one left join lateral (
    select team_id, credentials from custom_credentials
    where provider = ${provider} and application = ${application} order by updated_on limit 1
  ) own on true`;
