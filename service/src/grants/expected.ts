import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import type { Tx } from '../db/index.js';
import type { NewGrant } from './store-grant.js';
import { sealTokens } from './tokens.js';

/**
 * How long tokens wait for their connection, in minutes: longer than a team's server may take to confirm a link, and than a person
 * who tries again at once.
 */
const waitMinutes = 15;

/**
 * Remembers tokens that no connection has yet, before anything else is done with them: whatever happens, they are ended at the
 * provider after so many minutes. `storeGrant` forgets it, for a connection that got them.
 */
export async function expectGrant(
  tx: Tx,
  secrets: Secrets,
  { provider, account, application: named, tokens }: Omit<NewGrant, 'scopes'>,
  minutes = waitMinutes,
): Promise<void> {
  const application = named ?? '';
  const id = randomUUID();
  const { credentials, access_until } = sealTokens(secrets, id, tokens);
  await sql`
    insert into provider_revocation (id, provider, account, application, credentials, access_until,
      client_team, client_credentials, next_try, tries, ends_on)
    select ${id}, ${provider}, ${account}, ${application}, ${credentials}, ${access_until}::timestamptz,
      own.team_id, own.credentials, now() + make_interval(mins => ${minutes}), 0,
      now() + make_interval(hours => 24, mins => ${minutes})
    from (select) one left join lateral (
      select team_id, credentials from custom_credentials
      where provider = ${provider} and application = ${application} order by updated_on limit 1
    ) own on true`.execute(tx);
}
