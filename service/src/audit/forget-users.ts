// Entries stay when a user is gone for good, but do not name the user any more (docs/decisions/0016-what-stays-of-a-person.md).
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { rowsOf, type Tx } from '../db/index.js';

/** The detail of an entry about a connection, by which it is found. */
export const ofUser = (userId: string): string => `of the user ${userId}`;

/**
 * Replaces the ids of users whose rows were deleted in this transaction. A mark tells that entries were about one person; it is random,
 * so that nobody can find them by the id.
 */
export async function forgetUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  const gone = rowsOf(
    userIds.map((id) => ({ id, mark: `forgotten:${randomBytes(8).toString('hex')}` })),
    { id: 'text', mark: 'text' },
  );
  await sql`update audit_entry set subject = given.mark from ${gone}
    where action like 'user.%' and subject = given.id`.execute(tx);
  await sql`update audit_entry set detail = ${ofUser('')} || given.mark from ${gone}
    where action = 'connection.deleted' and detail = ${ofUser('')} || given.id`.execute(tx);
}
