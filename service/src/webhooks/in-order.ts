// Whoever changes rows of webhooks locks the webhook first and then its deliveries in the order of their ids. Two that lock the
// same rows in different orders would wait for each other until the database ends one of them.
import { sql, type RawBuilder } from 'kysely';

/**
 * A table `given` of the deliveries that `found` selects, locked in the order of their ids. Locks the deliveries of `found` under the
 * name `delivery`.
 */
export const lockedInOrder = <Row extends { readonly id: string }>(found: RawBuilder<Row>) =>
  sql<Row>`(${found} order by delivery.id for no key update of delivery)`.as<'given'>(sql`given`);

/** Attempts in the order in which their deliveries are locked. */
export const inOrder = <Each extends { readonly id: string }>(attempts: readonly Each[]): readonly Each[] =>
  [...attempts].sort((one, other) => (one.id < other.id ? -1 : 1));
