// Brings the subscriptions at a provider into the wanted state, with requests only. What the provider
// lists counts, not what was stored: a process may have been killed between a request and its answer.
import type { Api, Subscribed, Subscription, Subscriptions, Wanted } from '../adapters/index.js';
import { ProviderFailure } from '../provider-http/index.js';

/** What is known about the subscriptions of an application or a person. */
export interface Kept {
  readonly made: readonly Subscription[];
  /** The secret that signs their notices, if the provider has shown it. */
  readonly secret?: string;
}

export interface Aim extends Omit<Wanted, 'topic'> {
  readonly topics: readonly string[];
  /** The beginning of this service's addresses: subscriptions to such addresses are its own. */
  readonly base: string;
  /** Whether the operator has entered the secret that signs notices. */
  readonly isSecretKnown: boolean;
}

/** How long before it ends a subscription is renewed, in milliseconds. Subscriptions are looked at once a day. */
const renewAhead = 7 * 86_400_000;

/**
 * Makes missing subscriptions, renews those that end soon, and deletes outdated ones of this service. `keep` stores
 * the state after each change. Rejects with `ProviderFailure`, or with an error of the adapter's schemas.
 */
export async function reconcile(
  api: Api,
  subscriptions: Subscriptions,
  aim: Aim,
  kept: Kept,
  keep: (kept: Kept) => Promise<void>,
): Promise<void> {
  if (!subscriptions.list) return reconcileUnseen(api, subscriptions, aim, kept, keep);
  const found = subscriptions.list.read(await api.send(subscriptions.list.request));
  const own = found.filter(
    ({ id, url }) => url.startsWith(aim.base) || kept.made.some((one) => one.id === id),
  );
  const canVerify = !subscriptions.showsSecret || aim.isSecretKnown || kept.secret !== undefined;
  const good = new Map<string, Subscription>();
  // Deleted first, because some providers allow one subscription only.
  for (const one of own) {
    const isGood = canVerify && one.url === aim.url && aim.topics.includes(one.topic) && !good.has(one.topic);
    if (isGood) good.set(one.topic, one);
    else await api.send(subscriptions.delete(one));
  }
  let now: Kept = { ...kept, made: [...good.values()] };
  await keep(now);
  let refused: unknown;
  for (const topic of aim.topics) {
    const one = good.get(topic);
    try {
      const kept = one && (await maintain(api, subscriptions, one));
      const next = kept ?? (await create(api, subscriptions, aim, topic));
      if (next === one) continue;
      now = withSubscription(now, next);
      await keep(now);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      // The provider may still allow the other topics.
      refused ??= found.length > own.length ? isElsewhere() : error;
    }
  }
  if (refused !== undefined) throw refused;
}

type New = Subscription & Pick<Subscribed, 'secret'>;

async function create(api: Api, of: Subscriptions, { url, verifyToken }: Aim, topic: string): Promise<New> {
  const answer = await api.send(of.create({ topic, url, verifyToken }));
  return { topic, url, ...of.readCreated(answer, { topic }) };
}

/** Keeps a subscription alive. Undefined if the provider does not know it any more. */
async function maintain(
  api: Api,
  { renew, activate, readCreated }: Subscriptions,
  one: Subscription,
): Promise<New | undefined> {
  if (one.isOff && activate) await api.send(activate(one));
  if (!renew || !one.endsAt || one.endsAt.getTime() - Date.now() > renewAhead) return one;
  try {
    return { ...one, ...readCreated(await api.send(renew(one)), one) };
  } catch (error) {
    if (isPermanent(error)) return undefined;
    throw error;
  }
}

/** The same for a provider that does not list its subscriptions. It refuses a new one if one exists. */
async function reconcileUnseen(
  api: Api,
  subscriptions: Subscriptions,
  aim: Aim,
  kept: Kept,
  keep: (kept: Kept) => Promise<void>,
): Promise<void> {
  const old = kept.made.filter(({ url }) => url !== aim.url);
  for (const one of old) await api.send(subscriptions.delete(one));
  let now: Kept = { ...kept, made: kept.made.filter(({ url }) => url === aim.url) };
  await keep(now);
  for (const topic of aim.topics) {
    try {
      now = withSubscription(now, await create(api, subscriptions, aim, topic));
      await keep(now);
    } catch (error) {
      const isRefused = error instanceof ProviderFailure && error.failure.errorType === 'already_subscribed';
      if (!isRefused || !now.made.some((one) => one.topic === topic)) throw error;
    }
  }
}

const withSubscription = ({ made, ...kept }: Kept, { secret, ...one }: New): Kept => ({
  ...kept,
  made: [...made.filter(({ topic }) => topic !== one.topic), one],
  ...(secret !== undefined && { secret }),
});

/** Whether the same request would be refused again. */
const isPermanent = (error: unknown): boolean =>
  error instanceof ProviderFailure && ['scope', 'permanent'].includes(error.failure.kind);

const isElsewhere = (): ProviderFailure =>
  new ProviderFailure({
    kind: 'permanent',
    errorType: 'already_subscribed',
    message: 'The application has a subscription at another address: delete it at the provider.',
  });
