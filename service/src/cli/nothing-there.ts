import { readDeletion } from '../audit/index.js';
import type { Db, Tx } from '../db/index.js';
import { isUuid } from '../http/index.js';
import { UsageError } from './lines.js';

const words = { team: 'team', org: 'organization', key: 'key' } as const;

/** What to tell a person whose command names something that is not there: since when it is gone, or where to look. */
export async function nothingThere(db: Db | Tx, kind: keyof typeof words, id: string): Promise<UsageError> {
  // Organizations cannot be deleted.
  const deleted = kind === 'org' || !isUuid(id) ? undefined : await readDeletion(db, kind, id);
  return new UsageError(
    deleted
      ? `the ${words[kind]} ${id} was deleted on ${deleted.toISOString()}: the audit log says by whom`
      : `there is no ${words[kind]} ${id}: see ${kind}s list`,
  );
}
