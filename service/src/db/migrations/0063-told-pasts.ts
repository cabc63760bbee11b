/**
 * Marks pulls whose past an event has reported. Data that is asked for
 * again, for example after a gap, is reported day by day, as new days are.
 */
export const toldPasts: readonly string[] = [
  `alter table historical_pull add column past_told boolean not null default false`,
];
