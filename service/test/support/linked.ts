import type { Selectable } from 'kysely';
import type { Tables } from '../../src/db/index.js';

/** What a link writes of a connection. The pull of its past data writes other columns meanwhile. */
export const linked = ({
  id,
  credentials,
  status,
  provider_account,
  scopes_granted,
  scopes_denied,
  created_on,
}: Selectable<Tables['connection']>) => ({
  ...{ id, credentials, status, provider_account, scopes_granted, scopes_denied, created_on },
});
