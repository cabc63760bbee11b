import type { Brand, Db } from '../../db/index.js';
import type { LinkSessionRow } from '../session-row.js';

/** What people know the team's product by, and its look. */
export async function appOf(
  db: Db,
  { team_id, app_name }: Pick<LinkSessionRow, 'team_id' | 'app_name'>,
): Promise<{ readonly app: string; readonly brand: Brand | null }> {
  const { brand, name } = await db
    .selectFrom('team')
    .select(['name', 'brand'])
    .where('id', '=', team_id)
    .executeTakeFirstOrThrow();
  return { app: app_name ?? brand?.name ?? name, brand };
}
