// When a user is deleted for good, the entries stay but no longer name the user (docs/decisions/0016-what-stays-of-a-person.md).
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { rowsOf, type Tx } from '../db/index.js';

/** The detail of an entry about a connection. Entries about a user are found by it. */
export const ofUser = (userId: string): string => `of the user ${userId}`;

/**
 * Replaces the ids of users whose rows were deleted in this transaction. Each user gets one mark, so that entries still show that
 * they are about one person. The mark is random, so that nobody can find the entries by the id.
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
