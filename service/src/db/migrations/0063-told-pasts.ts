/** Pulls whose past was told of once. What is asked for again, as of a gap, is told of day by day, as other new days are. */
export const toldPasts: readonly string[] = [
  `alter table historical_pull add column past_told boolean not null default false`,
];
