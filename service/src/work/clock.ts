import { sql } from 'kysely';
import { type Db, transact } from '../db/index.js';

/** The service's current time. All deadlines in rows go by it. */
export interface Clock {
  now(): Date;
  /** How far the clock is ahead of real time, in seconds. */
  advanced(): number;
}

export interface SandboxClock extends Clock {
  /** Moves the clock forward permanently: the distance is stored. */
  advance(seconds: number): Promise<void>;
}

/** The service's time by the database's clock, which is the same for all processes. */
export const serviceTime = sql<Date>`now() + (select advanced_seconds from service_clock) * interval '1 second'`;

export const realClock: Clock = { now: () => new Date(), advanced: () => 0 };

/** The clock of the embedded mode, in which one process has the database for itself. */
export async function loadSandboxClock(db: Db): Promise<SandboxClock> {
  const row = await db.selectFrom('service_clock').select('advanced_seconds').executeTakeFirstOrThrow();
  let advanced = row.advanced_seconds;
  return {
    now: () => new Date(Date.now() + advanced * 1000),
    advanced: () => advanced,
    async advance(seconds) {
      const updated = await transact(db, (tx) =>
        tx
          .updateTable('service_clock')
          .set((eb) => ({ advanced_seconds: eb('advanced_seconds', '+', seconds) }))
          .returning('advanced_seconds')
          .executeTakeFirstOrThrow(),
      );
      // The results of two moves at the same time may arrive in the wrong order.
      advanced = Math.max(advanced, updated.advanced_seconds);
    },
  };
}

/** A moment some seconds after another. */
export const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** The real time at which the service's clock will show a moment, if the clock is not moved before. */
export const realTimeOf = (clock: Clock, moment: Date): Date => after(moment, -clock.advanced());
