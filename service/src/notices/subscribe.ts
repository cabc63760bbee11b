// Has providers send notices, where settings ask for it and providers can reach the service: when a process starts, then every day.
import { delayed, regularly } from '../work/index.js';
import { type ApplicationDeps, subscribeApplications } from './subscribe-applications.js';
import { type PeopleDeps, subscribePeople } from './subscribe-people.js';
import { canBeReached } from './who-tells.js';

export type SubscribeDeps = ApplicationDeps & PeopleDeps;

/**
 * Looks at all subscriptions that are due, or until `goOn` returns false. Several processes may do it, as each claims what it looks
 * at, and be killed at any point: the next look makes what is missing. At a start those are due that failed.
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
 * How long answers are waited for when the service stops, in milliseconds: some providers never tell which subscriptions there are, and
 * one that was just made would not be known.
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
