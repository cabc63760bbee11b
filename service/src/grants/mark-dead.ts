import { adapters } from '../adapters/index.js';
import { problemOf } from '../connections/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import type { GrantRow } from './grant-row.js';
import { openTokens, sealTokens } from './tokens.js';

export interface Problem {
  readonly error_type: string;
  readonly error_message: string;
}

const keepingPasswords: ReadonlySet<string> = new Set(
  adapters
    .filter(({ signIn }) => signIn.type === 'password' && signIn.renewal.by === 'password')
    .map(({ slug }) => slug),
);

/** Deletes the password, which no sign-in will use again: the person types it at the next link. */
async function forgetPassword(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  grant: Pick<GrantRow, 'id' | 'credentials'>,
): Promise<void> {
  const { session, ...tokens } = openTokens(secrets, grant);
  const { region = null, kept = null } = session ?? {};
  await tx
    .updateTable('provider_grant')
    .set(sealTokens(secrets, grant.id, { ...tokens, session: { region, kept } }))
    .where('id', '=', grant.id)
    .execute();
}

export type MarkDeps = Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>;

/**
 * Marks a grant as dead and its connections as broken, with an event for each (spec 2.6). Their pulls
 * wait, so that a connection that is linked again continues where it was. The grant must be locked.
 */
export async function markDead(
  tx: Tx,
  deps: MarkDeps,
  { id, provider }: Pick<GrantRow, 'id' | 'provider'>,
  problem: Problem,
): Promise<void> {
  const { credentials } = await tx
    .updateTable('provider_grant')
    .set({ status: 'dead', error_details: JSON.stringify(problem), lease: null, lease_until: null })
    .where('id', '=', id)
    .returning('credentials')
    .executeTakeFirstOrThrow();
  if (keepingPasswords.has(provider)) await forgetPassword(tx, deps, { id, credentials });
  const error_details = { ...problem, since: deps.clock.now().toISOString() };
  const broken = await tx
    .updateTable('connection')
    .set({ status: 'error', error_details: JSON.stringify(error_details) })
    .where('grant_id', '=', id)
    .where('status', '=', 'connected')
    .returning(['user_id', 'provider_account'])
    .execute();
  if (broken.length === 0) return;
  const users = await tx
    .selectFrom('app_user')
    .select(['id', 'team_id', 'client_user_id'])
    .where(
      'id',
      'in',
      broken.map(({ user_id }) => user_id),
    )
    .execute();
  const events = broken.flatMap((connection): NewEvent[] => {
    const user = users.find((each) => each.id === connection.user_id);
    const data = problemOf({ ...connection, provider, error_details }, deps.publicUrl);
    return user && data ? [{ type: 'provider.connection.error', user, provider, data }] : [];
  });
  await emitAll(deps, tx, events);
}
