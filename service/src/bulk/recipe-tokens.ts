// The tokens of a recipe, in the form in which grants keep them.
import type { ConnectionRecipe } from 'svc-link/contract';
import type { Tokens } from '../grants/index.js';

export const tokensIn = (recipe: ConnectionRecipe): Tokens => ({
  accessToken: recipe.access_token,
  refreshToken: recipe.refresh_token === '' ? null : recipe.refresh_token,
  expiresAt: recipe.expires_at === 0 ? null : recipe.expires_at * 1000,
});

/** A recipe with its current tokens. */
export const withTokens = (
  recipe: ConnectionRecipe,
  { tokens }: { readonly tokens: Tokens },
): ConnectionRecipe => ({
  ...recipe,
  access_token: tokens.accessToken,
  refresh_token: tokens.refreshToken ?? '',
  expires_at: tokens.expiresAt === null ? 0 : Math.floor(tokens.expiresAt / 1000),
});
