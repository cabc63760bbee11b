import type { Secrets } from '../crypto/index.js';

/**
 * An opaque id for an account whose only id at the provider is a user name (spec 2.12). It is the same in each link of a
 * team, differs between teams, and does not reveal the user name.
 */
export const opaqueAccount = (secrets: Secrets, teamId: string, provider: string, known: string): string =>
  // JSON, so that no two accounts give the same text.
  secrets.digest('provider-account', JSON.stringify([teamId, provider, known]));
