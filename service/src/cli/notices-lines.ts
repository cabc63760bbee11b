// The state of a provider's notices, as the list of providers shows it.
import { canBeReached, type NoticesStanding } from '../notices/index.js';
import {
  isAvailable,
  type ProviderEntry,
  type ProviderSettings,
  providerSettingsOf,
} from '../providers/index.js';
import type { Lines } from './lines.js';

/** The state for each provider; undefined if the database cannot be read now. */
export type Standings = readonly NoticesStanding[] | undefined;

/** The lines about a provider's notices. Empty if the settings do not ask for its notices. */
export function noticesLines(
  settings: ProviderSettings,
  provider: ProviderEntry,
  publicUrl: string,
  standings: Standings,
): Lines {
  const isOn = providerSettingsOf(settings, provider.slug).subscribes && isAvailable(settings, provider);
  if (!isOn) return [];
  const subscriptions = provider.adapter?.notices?.subscriptions;
  if (!subscriptions) return [];
  if (!canBeReached(publicUrl))
    return ['  notices  not subscribed to: PUBLIC_URL is no https address that providers can reach'];
  if (!standings)
    return ['  notices  subscribed to by the service: see its log, as its database cannot be read now'];
  const standing = standings.find((each) => each.provider === provider.slug);
  if (!standing) return ['  notices  nothing is subscribed to yet: that follows within a minute of a start'];
  return subscriptions.per === 'grant' ? [ofPeople(standing)] : ofApplications(standing);
}

function ofPeople({ people, failedPeople, peopleProblem }: NoticesStanding): string {
  const all = `  notices  of ${counted(people, 'person', 'people')}`;
  if (failedPeople === 0) return all;
  return `${all}; could not be had of ${failedPeople}${peopleProblem === undefined ? '' : `: ${peopleProblem}`}`;
}

const ofApplications = ({ applications, subscriptions, problems }: NoticesStanding): Lines => [
  `  notices  ${counted(subscriptions, 'subscription')} of ${counted(applications, 'application')}`,
  ...problems.map(({ application, problem, since, nextTry }) => {
    const whose = application === null ? "the service's application" : "a team's application";
    return `    ${whose}, since ${since.toISOString()}: ${problem} Tried again at ${nextTry.toISOString()}.`;
  }),
];

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
