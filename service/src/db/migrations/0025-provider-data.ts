/** The progress of pulls from real providers. */
export const providerData: readonly string[] = [
  `alter table historical_pull add column pulled_from text`,
  `alter table historical_pull add column refused_until timestamptz`,
  `alter table pulled_day add column told boolean not null default true`,
];
