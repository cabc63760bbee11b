// Holds statements back in the middle of their transaction, to see what another connection does meanwhile. PostgreSQL only.
import { sql } from 'kysely';
import type { Db } from '../../src/db/index.js';
import { gate } from './gate.js';

/** The number of an advisory lock that nothing else uses. */
const lock = 4711;

/** Makes statements wait while they are held. `when` is the event of a trigger, such as `before insert on appointment`. */
export async function holdBack(db: Db, when: string) {
  await sql`create function wait_while_held() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(lock)}); return new; end $$`.execute(db);
  await sql`create trigger wait_while_held ${sql.raw(when)}
    for each row execute function wait_while_held()`.execute(db);

  return {
    /** Holds the statements back until the returned function is called. */
    async hold(): Promise<() => Promise<void>> {
      const { promise: mayEnd, resolve: letGo } = gate();
      const { promise: isHeld, resolve: holds } = gate();
      const holding = db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx);
        holds();
        await mayEnd;
      });
      await isHeld;
      return () => {
        letGo();
        return holding;
      };
    },
    /** Whether a statement that matches waits for a lock. */
    async isWaiting(statement: string): Promise<boolean> {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(
        db,
      );
      return rows.length > 0;
    },
  };
}
