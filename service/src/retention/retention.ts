import { auditDays, leastRetention, type RetentionKind } from 'svc-link/contract';

/**
 * In days. 0, for health data, means as long as the connection exists. A team may shorten the time for the kinds in the
 * contract.
 */
export type Retention = Readonly<Record<RetentionKind | 'activity' | 'audit', number>>;

export const usualRetention: Retention = {
  links: 90,
  unstarted: 7,
  events: 30,
  operations: 30,
  health: 0,
  activity: 30,
  audit: auditDays,
};

/** The largest value of a setting, in days. */
const longest = 3650;

/** Reads the settings `RETENTION_…_DAYS`. `whole` reads an integer within limits, or records the mistake. */
export function readRetention(
  whole: (name: string, usual: number, limits: readonly [number, number]) => number,
): Retention {
  const read = (kind: keyof Retention, least: number): number =>
    whole(`RETENTION_${kind.toUpperCase()}_DAYS`, usualRetention[kind], [least, longest]);
  return {
    links: read('links', leastRetention.links),
    unstarted: read('unstarted', leastRetention.unstarted),
    events: read('events', leastRetention.events),
    operations: read('operations', leastRetention.operations),
    health: read('health', 0),
    activity: read('activity', 1),
    // The database refuses to delete an audit entry sooner.
    audit: read('audit', auditDays),
  };
}
