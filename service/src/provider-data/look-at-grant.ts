// Asks a provider now and then what a person has granted, where notices cannot say it.
import * as z from 'zod/mini';
import type { Adapter } from '../adapters/index.js';
import type { Db, Tx } from '../db/index.js';
import { ProviderFailure } from '../provider-http/index.js';
import type { PulledConnection } from '../pulls/index.js';
import { after } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { takeGranted } from './granted.js';

/** Seconds between two questions, unless a notice reports a change. */
const askedEvery = 6 * 3600;

/** When the provider is next asked what a connection's grant allows; null if it was never asked. */
export async function askGrantedAt(db: Db | Tx, { grant_id }: PulledConnection): Promise<Date | null> {
  const row = await db
    .selectFrom('provider_grant')
    .select('ask_granted_at')
    .where('id', '=', grant_id)
    .executeTakeFirst();
  return row?.ask_granted_at ?? null;
}

/** Asks what is granted, and updates the connections of the grant. */
export async function lookAtGrant(
  deps: FetchDeps,
  { signIn }: Adapter,
  connection: PulledConnection,
  now: Date,
): Promise<void> {
  if (signIn.type !== 'oauth' || !signIn.readGranted) return;
  const due = await askGrantedAt(deps.db, connection);
  const granted = await deps.ask(connection, 'days', (api) => asWhole(() => signIn.readGranted?.(api)));
  if (granted) await takeGranted(deps, connection, granted);
  await deps.db
    .updateTable('provider_grant')
    .set({ ask_granted_at: after(now, askedEvery) })
    .where('id', '=', connection.grant_id)
    // Unless a notice has reported a change meanwhile.
    .where('ask_granted_at', 'is not distinct from', due)
    .execute();
}

/** If even the question what is granted is refused, the person's whole access is gone. */
async function asWhole<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw new ProviderFailure(notUnderstood);
    if (!(error instanceof ProviderFailure) || error.failure.kind !== 'scope') throw error;
    throw new ProviderFailure({ ...error.failure, kind: 'token', errorType: 'provider_credential_error' });
  }
}

const notUnderstood = {
  kind: 'later',
  errorType: 'provider_answer_unexpected',
  message: 'The provider did not say what is granted.',
} as const;
