import type { Api } from '../adapters/index.js';
import type { Deps } from '../deps.js';
import type { PulledConnection } from '../pulls/index.js';

/** What the requests are for: each has its share of a provider's limits. */
export type Purpose = 'history' | 'days';

/**
 * Lets `use` ask the provider of a connection, with a token that is good. Rejects with `ProviderFailure`; if the person has to
 * reconnect, the connection was marked before. No transaction is open meanwhile.
 */
export type Ask = <T>(
  connection: PulledConnection,
  purpose: Purpose,
  use: (api: Api) => Promise<T>,
) => Promise<T>;

export type FetchDeps = Pick<Deps, 'db' | 'jobs' | 'secrets' | 'publicUrl' | 'log' | 'clock'> & {
  readonly ask: Ask;
};
