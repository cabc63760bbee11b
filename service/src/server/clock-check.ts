import type { Logger } from 'pino';
import { type Db, readClockAhead } from '../db/index.js';

/** The difference in seconds from which the log tells of it. The alert SvcClockOff has the same. */
const mostApart = 30;

/** Writes an error into the log of a start if this machine's clock is not that of the database. */
export async function tellOfClock(db: Db, log: Logger, now?: () => number): Promise<void> {
  const ahead = Math.round(await readClockAhead(db, now));
  if (Math.abs(ahead) > mostApart)
    log.error(
      { seconds_ahead: ahead },
      'the clock of this machine differs from that of the database: links end too early or too late',
    );
}
