import type { Selectable } from 'kysely';
import type { Tables } from '../db/index.js';
import { providerObject } from '../providers/index.js';

export type BrokenConnection = Pick<
  Selectable<Tables['connection']>,
  'user_id' | 'provider' | 'provider_account' | 'error_details'
>;

/** What events say of a connection that broke; null if nothing is wrong with it. */
export const problemOf = (connection: BrokenConnection, publicUrl: string) => {
  const { error_details: problem } = connection;
  return (
    problem && {
      provider: providerObject(connection.provider, publicUrl),
      user_id: connection.user_id,
      provider_id: connection.provider_account,
      // Written out: jsonb keeps its keys in an order of its own.
      error_details: {
        error_type: problem.error_type,
        error_message: problem.error_message,
        since: problem.since,
      },
    }
  );
};
