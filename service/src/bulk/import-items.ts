import type { ConnectionRecipe } from 'svc-link/contract';
import { applicationOf, findApplication } from '../credentials/index.js';
import type { BulkOutcome, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { findProvider, type ProviderEntry } from '../providers/index.js';
import { findIssued } from '../sandbox-oauth/index.js';
import { storeConnections, type UsersConnection } from '../link/index.js';
import { usersOf } from './users-of.js';
import { tokensIn } from './recipe-tokens.js';
import type { Item, Proven } from './items.js';
import type { OperationRow } from './list.js';

/** Imports connections. Each replaces an earlier connection of its user (spec 4.3). */
export async function importItems(
  deps: Deps,
  tx: Tx,
  { team_id, provider: slug }: OperationRow,
  items: readonly Item[],
): Promise<BulkOutcome> {
  const provider = findProvider(slug);
  const application = await findApplication(tx, team_id, slug);
  const failed: string[] = [];
  const connections: UsersConnection[] = [];
  if (!provider || application === undefined) return { done: [], failed: items.map(({ userId }) => userId) };

  const users = await usersOf(tx, team_id, items);
  if (provider.adapter) {
    for (const { userId, repeated, recipe, proven } of items) {
      const user = users.get(userId);
      if (!user || !recipe || repeated || proven?.application !== application) failed.push(userId);
      else connections.push({ user, made: provenConnection(recipe, proven, provider) });
    }
    const stored = await storeConnections(tx, deps, connections);
    const of = (isStored: boolean) =>
      connections.flatMap(({ user }) => (stored.has(user.id) === isStored ? user.id : []));
    return { done: of(true), failed: [...failed, ...of(false)] };
  }
  const isBound = await createTokenTest(
    tx,
    provider,
    application,
    items.flatMap(({ recipe }) => recipe?.access_token ?? []),
  );
  const now = deps.clock.now();
  for (const { userId, repeated, recipe } of items) {
    const user = users.get(userId);
    if (!user || !recipe || repeated || hasExpired(recipe, now) || !isBound(recipe.access_token)) {
      failed.push(userId);
    } else {
      connections.push({ user, made: connectionFrom(recipe, provider, application) });
    }
  }
  await storeConnections(tx, deps, connections);
  return { done: connections.map(({ user }) => user.id), failed };
}

/** Whether the tokens have expired and cannot be refreshed. */
const hasExpired = ({ expires_at, refresh_token }: ConnectionRecipe, now: Date): boolean =>
  refresh_token === '' && expires_at !== 0 && expires_at * 1000 <= now.getTime();

/**
 * Returns a function that tests whether a token belongs to the team's own application
 * (spec 4.3). Tokens of the shared application are refused. A fictional provider knows
 * the tokens that it issued, and accepts any other token that begins with `good`.
 */
async function createTokenTest(
  tx: Tx,
  provider: ProviderEntry,
  application: string,
  tokens: readonly string[],
): Promise<(token: string) => boolean> {
  const isGood = (token: string): boolean => token.startsWith('good');
  const issued = await findIssued(
    tx,
    provider,
    tokens.filter((token) => !isGood(token)),
  );
  return (token) => {
    const clientId = issued.get(token);
    return isGood(token) || (clientId !== undefined && applicationOf(clientId) === application);
  };
}

/** A connection whose tokens a real provider has accepted for the application. */
const provenConnection = (
  recipe: ConnectionRecipe,
  { account, tokens, application }: Proven,
  provider: ProviderEntry,
): UsersConnection['made'] => ({
  ...connectionFrom(recipe, provider, application),
  account,
  credentials: '{}',
  tokens,
});

const connectionFrom = (
  recipe: ConnectionRecipe,
  provider: ProviderEntry,
  application: string,
): UsersConnection['made'] => {
  const requested = [...provider.scopes.required, ...provider.scopes.optional];
  return {
    provider: provider.slug,
    account: recipe.provider_id,
    credentials: JSON.stringify(tokensIn(recipe)),
    granted: recipe.oauth_scopes,
    denied: requested.filter((scope) => !recipe.oauth_scopes.includes(scope)),
    application,
    isImported: true,
  };
};
