import type { Api, Subscription, Subscriptions } from '../adapters/index.js';

/**
 * Ends the subscriptions whose notices come to this service: the known ones, and those to addresses that begin with `base`.
 * Rejects with `ProviderFailure`, or with an error of the adapter's schemas.
 */
export async function endSubscriptions(
  api: Api,
  subscriptions: Subscriptions,
  base: string,
  known: readonly Subscription[] = [],
): Promise<void> {
  const { list } = subscriptions;
  const isOwn = ({ id, url }: Subscription): boolean =>
    url.startsWith(base) || known.some((one) => one.id === id);
  const own = list ? list.read(await api.send(list.request)).filter(isOwn) : known;
  for (const one of own) await api.send(subscriptions.delete(one));
}
