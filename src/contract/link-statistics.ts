// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { calendarDate } from './calendar-date.js';
import { endpoint } from './endpoint.js';
import { LinkErrorTypeSchema } from './error.js';
import { date } from './formats.js';
import { openEnum } from './open-enum.js';

/**
 * How far a link session can come: the widget was opened, a provider was chosen, the provider accepted the sign-in, it asked
 * for a code too, the connection was made. Not everybody is asked for a code, so `connected` may exceed `challenged`. Apart
 * from that, no step exceeds the step before it.
 */
export const linkSteps = ['opened', 'provider_chosen', 'signed_in', 'challenged', 'connected'] as const;
export type LinkStep = (typeof linkSteps)[number];

/** How many days an answer covers by default, up to and including today. */
export const statisticsDays = 28;

const query = z.object({
  /** The first day. Without it, 28 days before `end`. Days are in UTC. */
  start: z.optional(calendarDate),
  /** The day after the last one. Without it, tomorrow by the service's clock. */
  end: z.optional(calendarDate),
  /** Slug: counts only this provider. `opened` still counts all sessions, because a session has no provider at that step. */
  provider: z.optional(z.string().check(z.maxLength(100))),
});

const range = {
  /** The first day that the answer covers, as YYYY-MM-DD. */
  start: date,
  /** The day after the last one. */
  end: date,
};

/**
 * How far the team's link sessions came. A session counts once for each step that it reached, on the day on which it
 * was opened. 422 if `end` is not after `start`, or more than 366 days.
 */
export const readLinkFunnel = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/link_funnel',
  auth: 'management-key',
  role: 'view',
  query,
  response: z.looseObject({
    ...range,
    /** All steps, in their order. */
    steps: z.array(z.looseObject({ step: openEnum(linkSteps), sessions: z.int() })),
    /** Every day of the range, the first one first. */
    days: z.array(
      z.looseObject({
        date,
        opened: z.int(),
        provider_chosen: z.int(),
        signed_in: z.int(),
        challenged: z.int(),
        connected: z.int(),
      }),
    ),
    /** By slug, the most chosen provider first. A session that tried several providers counts for each. */
    providers: z.array(z.looseObject({ provider: z.string(), provider_chosen: z.int(), connected: z.int() })),
  }),
});
export type LinkFunnel = z.infer<typeof readLinkFunnel.response>;

/**
 * What went wrong in the team's link sessions: tries that ended with an error, wrong codes, and waits that timed out, by the
 * day on which the session was opened. An invalid link token does not count. 422 as for the funnel.
 */
export const readLinkProblems = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/link_problems',
  auth: 'management-key',
  role: 'view',
  query,
  response: z.looseObject({
    ...range,
    /** How often each problem came and in how many sessions, the most frequent first. */
    problems: z.array(z.looseObject({ error_type: LinkErrorTypeSchema, sessions: z.int(), times: z.int() })),
    /** The first day first; only days and errors that occurred. */
    days: z.array(z.looseObject({ date, error_type: LinkErrorTypeSchema, times: z.int() })),
  }),
});
export type LinkProblems = z.infer<typeof readLinkProblems.response>;
