// Grants of an application that several organizations have entered. Its client id is public, so knowing it proves nothing.
// The secret proves it, and both a code and a renewal need the secret. Where tokens are never renewed, an import has only
// named the account. So an import serves its own organization only, and a new link does not serve organizations that may
// have come by an import.
import { adapters } from '../adapters/index.js';
import { problemOf } from '../connections/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { NewEvent } from '../webhooks/index.js';
import { isOauth } from './at-provider.js';

const neverRenewing: ReadonlySet<string> = new Set(
  adapters.filter((adapter) => isOauth(adapter) && adapter.signIn.refresh === null).map(({ slug }) => slug),
);

const problem = {
  error_type: 'reconnect_required',
  error_message:
    'The account was linked anew with this application, for another organization. Ask the person to link it again.',
};

const ofOthers = (tx: Tx, grantId: string, teamId: string) =>
  tx
    .selectFrom('connection')
    .innerJoin('team', 'team.id', 'connection.team_id')
    .where('grant_id', '=', grantId)
    .where('org_id', '!=', (from) =>
      from.selectFrom('team as own').select('own.org_id').where('own.id', '=', teamId),
    );

/**
 * Whether a team's import may replace the tokens of a grant. Not if another organization uses the grant and the import
 * proves nothing.
 */
export const mayImportOver = async (
  tx: Tx,
  { id, provider }: { readonly id: string; readonly provider: string },
  teamId: string,
): Promise<boolean> =>
  !neverRenewing.has(provider) ||
  !(await ofOthers(tx, id, teamId).select('connection.id').limit(1).executeTakeFirst());

/**
 * Takes a grant away from the connections of other organizations that may have it without proof, before a team's link
 * stores its tokens in it. These connections keep their data and become broken. Returns an event for each. The grant must
 * be locked.
 */
export async function leaveOthersOut(
  tx: Tx,
  { clock, publicUrl }: Pick<Deps, 'clock' | 'publicUrl'>,
  grant: { readonly id: string; readonly provider: string; readonly application: string | null },
  teamId: string,
): Promise<readonly NewEvent[]> {
  const { id, provider, application } = grant;
  // Nothing is imported for the service's own application.
  if (application === null || !neverRenewing.has(provider)) return [];
  const others = await ofOthers(tx, id, teamId)
    .innerJoin('app_user', 'app_user.id', 'connection.user_id')
    .select(['connection.id', 'status', 'user_id', 'provider_account'])
    .select(['connection.team_id', 'client_user_id'])
    .forUpdate('connection')
    .execute();
  if (others.length === 0) return [];
  const error_details = { ...problem, since: clock.now().toISOString() };
  const change = (ids: readonly string[]) => tx.updateTable('connection').where('connection.id', 'in', ids);
  await change(others.map((each) => each.id))
    .set({ grant_id: null })
    .execute();
  // Paused connections stay paused. Connections that were broken before have had their event.
  const broken = others.filter(({ status }) => status === 'connected');
  if (broken.length === 0) return [];
  await change(broken.map((each) => each.id))
    .set({ status: 'error', error_details: JSON.stringify(error_details) })
    .execute();
  return broken.flatMap(({ user_id, team_id, client_user_id, provider_account }): NewEvent[] => {
    const data = problemOf({ user_id, provider, provider_account, error_details }, publicUrl);
    const user = { id: user_id, team_id, client_user_id };
    return data ? [{ type: 'provider.connection.error', user, provider, data }] : [];
  });
}
