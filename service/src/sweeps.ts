// What falls due by itself. Each deadline stands in a row, so a sweep that was missed is made good by the next.
import type { Logger } from 'pino';
import type { Db } from './db/index.js';

/** Does all that was due at `now`. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('link_session')
    .set({
      state: 'error',
      error_type: 'provider_credential_error',
      challenge: null,
      challenge_expires_at: null,
      wrong_codes: 0,
      ended_on: now,
    })
    .where('challenge', 'is not', null)
    .where('challenge_expires_at', '<=', now)
    .execute();
  await db
    .updateTable('link_session')
    .set({
      // Nothing was connected, and the token may be used again: for the person it is as if they had left.
      state: 'error',
      error_type: 'user_cancelled',
      pending_connection: null,
      confirm_hash: null,
      confirm_expires_at: null,
      ended_on: now,
    })
    .where('pending_connection', 'is not', null)
    .where('confirm_expires_at', '<=', now)
    .execute();
  await db
    .updateTable('oauth_attempt')
    .set({ verifier: null })
    .where('verifier', 'is not', null)
    .where('expires_at', '<=', now)
    .execute();
}

const sweepEvery = 10_000;

/** Sweeps now and then; answers the function that stops it. */
export function sweepRegularly(db: Db, now: () => Date, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(db, now()).catch((err: unknown) => log.error({ err }, 'sweep failed'));
  }, sweepEvery).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
