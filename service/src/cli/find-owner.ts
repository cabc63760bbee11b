import type { Db, Tx } from '../db/index.js';
import { isUuid } from '../http/index.js';
import { nothingThere } from './nothing-there.js';

interface Owner {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly flags: readonly string[];
}

/** Finds a team or an organization by its id. */
export async function findOwner(
  db: Db | Tx,
  kind: 'team' | 'org',
  id: string,
  locked = false,
): Promise<Owner> {
  const found = isUuid(id) ? await (kind === 'team' ? team() : org()) : undefined;
  if (!found) throw await nothingThere(db, kind, id);
  return found;

  function team() {
    return db
      .selectFrom('team')
      .select(['id', 'org_id', 'name', 'flags'])
      .where('id', '=', id)
      .where('deleted_on', 'is', null)
      .$if(locked, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
  }
  async function org() {
    const row = await db.selectFrom('org').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
    return row && { ...row, org_id: row.id, flags: [] };
  }
}
