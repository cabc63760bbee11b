// Statistics of links: pure functions over the answers of link_funnel and link_problems.
import type { LinkFunnel, LinkProblems } from 'svc-link/contract';

/** A step of the funnel with its shares. `from` is the step that `sessions` is a share of. */
export interface FunnelStep {
  readonly step: string;
  readonly sessions: number;
  readonly from: { readonly step: string; readonly sessions: number } | undefined;
}

/** Not everybody is asked for a code, so the step after this one is compared with the step before it. */
const sideStep = 'challenged';

/** Each step with its share of the step before it. */
export function conversions(steps: LinkFunnel['steps']): readonly FunnelStep[] {
  return steps.map((each, index) => ({
    step: each.step,
    sessions: each.sessions,
    from: steps.slice(0, index).findLast(({ step }) => step !== sideStep),
  }));
}

/** The date this many days before another one; dates are `YYYY-MM-DD`. */
export function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** Every day from `start` to `end`, without `end`. */
export function daysOf({ start, end }: { readonly start: string; readonly end: string }): readonly string[] {
  const days: string[] = [];
  for (let day = start; day < end; day = dayBefore(day, -1)) days.push(day);
  return days;
}

/** Problems of one kind, by day. `null` combines the kinds that are too rare for a colour of their own. */
export interface ProblemSeries {
  readonly errorType: string | null;
  readonly times: readonly number[];
}

/** The most frequent problems by day, and all others combined. */
export function problemSeries(
  { problems, days }: Pick<LinkProblems, 'problems' | 'days'>,
  dates: readonly string[],
  most = 5,
): readonly ProblemSeries[] {
  // A single remaining problem takes the colour of the combined ones.
  const named = problems
    .slice(0, problems.length === most + 1 ? most + 1 : most)
    .map((each) => each.error_type);
  const kinds: readonly (string | null)[] = problems.length > named.length ? [...named, null] : named;
  const place = new Map(dates.map((date, index) => [date, index]));
  return kinds.map((errorType) => {
    const times = dates.map(() => 0);
    for (const each of days) {
      const isThis = errorType === null ? !named.includes(each.error_type) : each.error_type === errorType;
      const index = place.get(each.date);
      if (isThis && index !== undefined) times[index] = (times[index] ?? 0) + each.times;
    }
    return { errorType, times };
  });
}
