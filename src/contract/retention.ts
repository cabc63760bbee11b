// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

/**
 * The kinds of data that a team may keep for less time than the service: link sessions with their steps, link tokens that
 * nobody started, events with their deliveries, bulk operations that have ended, and days of pulled data.
 */
export const retentionKinds = ['links', 'unstarted', 'events', 'operations', 'health'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** The fewest days that can be set: failed events are sent again for three days, and recent days are pulled again. */
export const leastRetention = {
  links: 30,
  unstarted: 1,
  events: 4,
  operations: 1,
  health: 7,
} as const satisfies Readonly<Record<RetentionKind, number>>;

const days = z.nullable(z.int());

/** Days by kind; null if nothing is set. */
export const Retention = z.looseObject({
  links: days,
  unstarted: days,
  events: days,
  operations: days,
  health: days,
});
export type Retention = z.infer<typeof Retention>;

const atLeast = (least: number) => z.optional(z.nullable(z.int().check(z.minimum(least), z.maximum(3650))));

/** The days that a team sets: an absent kind stays as it is, null removes it. */
export const RetentionGiven = z.object({
  links: atLeast(leastRetention.links),
  unstarted: atLeast(leastRetention.unstarted),
  events: atLeast(leastRetention.events),
  operations: atLeast(leastRetention.operations),
  health: atLeast(leastRetention.health),
});
