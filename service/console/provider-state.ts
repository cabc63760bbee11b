import type { ProviderHealth } from 'svc-link/contract';
import { counted, formatNumber } from './format.js';
import type { Tone } from './pieces/badge.js';

export type StateBadge = readonly [tone: Tone, text: string];

/** The number of all connections that a team has with a provider. */
const totalOf = ({ connections: { connected, paused, error } }: ProviderHealth): number =>
  connected + paused + error;

/** The state of a provider, as badges. What needs attention comes first. */
export function statesOf(health: ProviderHealth): readonly StateBadge[] {
  const { connections, activity, limits } = health;
  const states: StateBadge[] = [];
  if (health.degraded) states.push(['bad', 'Sign-ins fail']);
  if (connections.error > 0) states.push(['bad', `${formatNumber(connections.error)} broken`]);
  if (activity) {
    const { refusals, failures, renewals } = activity;
    // A few among many mean people who have ended their access, or moments without an answer.
    const isMuch = (times: number): boolean => times * 5 > renewals + times;
    if (refusals > 0) states.push([isMuch(refusals) ? 'bad' : 'plain', counted(refusals, 'refusal')]);
    if (failures > 0)
      states.push([isMuch(failures) ? 'bad' : 'plain', `${counted(failures, 'renewal')} failed`]);
  }
  if (limits.some(({ blocked_until }) => blocked_until !== null)) states.push(['bad', 'Blocked']);
  if (connections.retrying > 0)
    states.push(['busy', `${counted(connections.retrying, 'connection')} waiting`]);
  if (connections.pulling > connections.retrying) states.push(['busy', 'Pulling history']);
  if (states.length > 0) return states;
  if (totalOf(health) === 0) return [['plain', 'No connections']];
  return [connections.connected === 0 ? ['plain', 'Paused'] : ['good', 'Working']];
}

/**
 * `used`: providers with connections or failing sign-ins, with failing and broken ones first. `unused`: providers that
 * people can link and nobody has linked.
 */
export function bySide(all: readonly ProviderHealth[]): {
  readonly used: readonly ProviderHealth[];
  readonly unused: readonly ProviderHealth[];
} {
  const isUsed = (each: ProviderHealth): boolean => totalOf(each) > 0 || each.degraded === true;
  return {
    used: all
      .filter(isUsed)
      .toSorted(
        (a, b) =>
          Number(b.degraded ?? false) - Number(a.degraded ?? false) ||
          b.connections.error - a.connections.error ||
          totalOf(b) - totalOf(a),
      ),
    unused: all.filter((each) => !isUsed(each)),
  };
}
