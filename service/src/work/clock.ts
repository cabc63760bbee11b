import { type Db, transact } from '../db/index.js';

/** The service's current time. Every deadline in a row is measured by it. */
export interface Clock {
  now(): Date;
  /** How far it was moved ahead of real time, in seconds. */
  advanced(): number;
}

export interface SandboxClock extends Clock {
  /** Moves it forward for good: the database keeps the distance. */
  advance(seconds: number): Promise<void>;
}

export const realClock: Clock = { now: () => new Date(), advanced: () => 0 };

/** The clock of the embedded mode, where one process has the database to itself. */
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
      // Of two moves, the answer to the first may be read last.
      advanced = Math.max(advanced, updated.advanced_seconds);
    },
  };
}

/** A moment some seconds after another. */
export const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** When a moment of the service's clock comes in real time, as far as nobody moves the clock until then. */
export const realTimeOf = (clock: Clock, moment: Date): Date => after(moment, -clock.advanced());
