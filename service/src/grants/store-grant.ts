import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Secrets } from '../crypto/index.js';
import type { Tx } from '../db/index.js';
import { sealTokens, type Tokens } from './tokens.js';

/** What a person has just allowed. Plain JSON. */
export interface NewGrant {
  readonly provider: string;
  readonly account: string;
  /** The name of the team's own application; null for the service's application. */
  readonly application: string | null;
  readonly tokens: Tokens;
  readonly scopes: readonly string[];
}

export interface StoredGrant {
  readonly id: string;
  /** True if the account and application had no grant before. */
  readonly isNew: boolean;
}

/**
 * Stores a grant in place of the earlier one of the same account and application; a dead grant becomes live again. The row
 * is locked until the transaction ends. `mayReplace` is asked about an earlier grant once it is locked; the result is
 * undefined if it says no.
 */
export function storeGrant(tx: Tx, secrets: Secrets, grant: NewGrant): Promise<StoredGrant>;
export function storeGrant(
  tx: Tx,
  secrets: Secrets,
  grant: NewGrant,
  mayReplace: (grantId: string) => Promise<boolean>,
): Promise<StoredGrant | undefined>;
export async function storeGrant(
  tx: Tx,
  secrets: Secrets,
  { provider, account, tokens, scopes, ...rest }: NewGrant,
  mayReplace?: (grantId: string) => Promise<boolean>,
): Promise<StoredGrant | undefined> {
  const origin = { provider, account, application: rest.application ?? '' };
  for (;;) {
    const earlier = await tx
      .selectFrom('provider_grant')
      .select('id')
      .where((eb) => eb.and(origin))
      .forUpdate()
      .executeTakeFirst();
    if (earlier && mayReplace && !(await mayReplace(earlier.id))) return undefined;
    // Such a row would end the new grant as well.
    await tx
      .deleteFrom('provider_revocation')
      .where((eb) => eb.and(origin))
      .execute();
    const id = earlier?.id ?? randomUUID();
    const values = {
      ...sealTokens(secrets, id, tokens),
      scopes: JSON.stringify(scopes),
      status: 'live',
      renewed_on: sql<Date>`now()`,
      // Other scopes may need other subscriptions.
      subscribe_at: sql<Date>`now()`,
      subscribe_tries: 0,
      subscribe_problem: null,
    } as const;
    if (earlier) {
      await tx
        .updateTable('provider_grant')
        .set((row) => ({
          ...values,
          version: row('version', '+', 1),
          lease: null,
          lease_until: null,
          error_details: null,
          suspected_on: null,
          refused_on: null,
        }))
        .where('id', '=', id)
        .execute();
      return { id, isNew: false };
    }
    const stored = await tx
      .insertInto('provider_grant')
      .values({ ...values, ...origin, id, version: 1, created_on: sql<Date>`now()` })
      .onConflict((conflict) => conflict.columns(['provider', 'account', 'application']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored) return { id, isNew: true };
    // Another link has just stored the grant, so it is read again.
  }
}
