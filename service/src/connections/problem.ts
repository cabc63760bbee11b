import type { Selectable } from 'kysely';
import type { Consent } from 'svc-link/contract';
import type { Tables } from '../db/index.js';
import { providerObject } from '../providers/index.js';
import { consentOf } from './consent.js';
import { type Granted, resourceAvailability } from './resource-availability.js';

export type BrokenConnection = Pick<
  Selectable<Tables['connection']>,
  'user_id' | 'provider' | 'provider_account' | 'error_details'
>;

/** The fields of events about a connection that was renewed. `error_details` is null if the connection worked before. */
const renewalOf = (connection: BrokenConnection, publicUrl: string) => {
  const { error_details: problem } = connection;
  return {
    provider: providerObject(connection.provider, publicUrl),
    user_id: connection.user_id,
    provider_id: connection.provider_account,
    // Each field is listed by name, because jsonb has its own key order.
    error_details: problem && {
      error_type: problem.error_type,
      error_message: problem.error_message,
      since: problem.since,
    },
  };
};

/** The fields of events about a broken connection; null if the connection works. */
export const problemOf = (connection: BrokenConnection, publicUrl: string) =>
  connection.error_details && renewalOf(connection, publicUrl);

/**
 * The fields of events about a connection that was linked again and continues.
 * `error_details` is the earlier problem; all other fields are the new values.
 */
export const goesOnOf = (
  connection: BrokenConnection & Granted & { readonly consent: Consent | null },
  publicUrl: string,
) => ({
  ...renewalOf(connection, publicUrl),
  resource_availability: resourceAvailability(connection),
  consent: consentOf(connection.consent),
});
