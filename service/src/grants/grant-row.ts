import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';

export type GrantRow = Selectable<Tables['provider_grant']>;

/** What the engine needs to find a grant's provider and the application that made the grant. */
export interface GrantOrigin {
  readonly provider: string;
  /** The name of the team's own application; null for the service's application. */
  readonly application: string | null;
  /** The id of the grant, if it has connections: they tell whose application it is. */
  readonly grantId?: string;
}

export const originOf = ({
  provider,
  application,
}: Pick<GrantRow, 'provider' | 'application'>): GrantOrigin => ({
  provider,
  application: application === '' ? null : application,
});

export const readGrant = (db: Db | Tx, id: string): Promise<GrantRow | undefined> =>
  db.selectFrom('provider_grant').selectAll().where('id', '=', id).executeTakeFirst();
