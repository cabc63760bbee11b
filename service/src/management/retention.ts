// A team's settings for how long its data is kept.
import { retentionKinds, type BodyOf, type updateTeam } from 'svc-link/contract';
import type { TeamRow } from '../accounts/index.js';
import type { Retention } from '../retention/index.js';

type Given = NonNullable<BodyOf<typeof updateTeam>['retention']>;

/** The kinds of data that would be kept longer than the service keeps them. */
export const tooLong = (given: Given | null | undefined, longest: Retention) =>
  retentionKinds.flatMap((kind) => {
    const days = given?.[kind];
    const most = longest[kind];
    if (days == null || most === 0 || days <= most) return [];
    const msg = `the service keeps it for ${most} days at most`;
    return [{ loc: ['body', 'retention', kind], msg, type: 'value_invalid' }];
  });

/** The settings after a change, as JSON; null if nothing is set. */
export function retentionOf(before: TeamRow['retention'], given: Given): string | null {
  const days = Object.entries({ ...before, ...given }).filter(([, value]) => value != null);
  return days.length === 0 ? null : JSON.stringify(Object.fromEntries(days));
}
