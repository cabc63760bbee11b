// Subscribes to the notices of providers, where the settings ask for it and providers can reach the service: at the start
// of a process, then every day.
import { delayed, regularly } from '../work/index.js';
import { type ApplicationDeps, subscribeApplications } from './subscribe-applications.js';
import { type PeopleDeps, subscribePeople } from './subscribe-people.js';
import { canBeReached } from './who-tells.js';

export type SubscribeDeps = ApplicationDeps & PeopleDeps;

/**
 * Looks at all subscriptions that are due, until `goOn` returns false. Several processes may do this at once, because each
 * claims its rows. A process may be killed at any point: the next look makes what is missing. At a start, failed
 * subscriptions are due at once.
 */
export async function subscribe(
  deps: SubscribeDeps,
  { isStart = false, goOn = () => true }: { readonly isStart?: boolean; readonly goOn?: () => boolean } = {},
): Promise<void> {
  if (!canBeReached(deps.publicUrl)) return;
  await subscribeApplications(deps, isStart, goOn);
  await subscribePeople(deps, goOn);
}

const lookEvery = 60_000;
/**
 * How long a stopping service waits for answers, in milliseconds. Some providers never list subscriptions, so the service
 * would not know about one that was just made.
 */
const answersWithin = 3_000;

/** Runs `subscribe` at once and then regularly. Returns the function that stops it. */
export function subscribeRegularly(given: Omit<SubscribeDeps, 'cutOff'>): () => Promise<void> {
  const deps = { ...given, cutOff: delayed(given.stopping, answersWithin) };
  let isStart = true;
  return regularly(
    lookEvery,
    async (goOn) => {
      await subscribe(deps, { isStart, goOn });
      isStart = false;
    },
    (err) => deps.log.error({ err }, 'subscriptions to notices could not be looked at'),
    { atOnce: true },
  );
}
