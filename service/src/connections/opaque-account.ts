import type { Secrets } from '../crypto/index.js';

/**
 * Names an account at a provider that knows its people by user name alone (spec 2.12): the same for a team after each
 * link, and neither the name nor what it could be guessed from. Other teams call the same account by another name.
 */
export const opaqueAccount = (secrets: Secrets, teamId: string, provider: string, known: string): string =>
  // As JSON, so that no two accounts read alike.
  secrets.digest('provider-account', JSON.stringify([teamId, provider, known]));
