import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';

export type GrantRow = Selectable<Tables['provider_grant']>;

/** How the engine learns where a grant's provider is, and by which application it was made. */
export interface GrantOrigin {
  readonly provider: string;
  /** The name of the team's own application; null for the service's. */
  readonly application: string | null;
  /** The grant, if it has connections: they tell whose the application is. */
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
