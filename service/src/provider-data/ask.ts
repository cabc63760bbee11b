import type { Api } from '../adapters/index.js';
import type { TokenKeeper } from '../grants/index.js';
import { ProviderFailure, type Purpose } from '../provider-http/index.js';
import type { Deps } from '../deps.js';
import type { PulledConnection } from '../pulls/index.js';

/**
 * Lets `use` ask a connection's provider with a good token. Rejects with `ProviderFailure`; if the person has to reconnect,
 * the connection was marked before. Rejects with the reason of `stopping` once the service stops. No transaction is open
 * meanwhile.
 */
export type Ask = <T>(
  connection: PulledConnection,
  purpose: Purpose,
  use: (api: Api) => Promise<T>,
) => Promise<T>;

export type FetchDeps = Pick<
  Deps,
  'db' | 'jobs' | 'secrets' | 'publicUrl' | 'log' | 'clock' | 'version' | 'stopping'
> & {
  readonly ask: Ask;
};

/** Asks with the tokens of the connection's grant. */
export const askBy =
  (tokens: TokenKeeper): Ask =>
  (connection, purpose, use) => {
    if (connection.grant_id === null) throw withoutGrant();
    return tokens.withApi(connection.grant_id, purpose, use);
  };

const withoutGrant = (): ProviderFailure =>
  new ProviderFailure({
    kind: 'reconnect',
    errorType: 'reconnect_required',
    message: 'The connection has no access to the provider.',
  });
