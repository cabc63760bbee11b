/**
 * What there is of people's health is encrypted. The database has no key for it, so the processes seal what is there, bit
 * by bit, once they have started. No column keeps its name: an earlier version that still runs would send or show nothing
 * in place of what is sealed; so it fails.
 */
export const sealedHealthData: readonly string[] = [
  `alter table event rename column data to unsealed_data`,
  `alter table event alter column unsealed_data drop not null`,
  `alter table event add column sealed_data bytea`,
  `create index event_unsealed on event (id) where unsealed_data is not null`,
  // Over whose connection of the user it came, and since when it only waits for its deliveries to end.
  `alter table event add column provider text`,
  `alter table event add column ended_on timestamptz`,
  `create index event_ended on event (ended_on) where ended_on is not null`,

  `alter table pulled_day rename column items to unsealed_items`,
  `alter table pulled_day alter column unsealed_items drop not null`,
  `alter table pulled_day add column sealed_items bytea`,
  `create index pulled_day_unsealed on pulled_day (connection_id) where unsealed_items is not null`,

  `alter table lab_order rename column results to unsealed_results`,
  `alter table lab_order add column sealed_results bytea`,
  `create index lab_order_unsealed on lab_order (id) where unsealed_results is not null`,
];
