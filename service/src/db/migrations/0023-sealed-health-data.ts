/**
 * Health data is encrypted. The database has no key, so the processes encrypt the old rows after they have started. The columns
 * get new names, so that an earlier version that still runs fails instead of sending empty data.
 */
export const sealedHealthData: readonly string[] = [
  `alter table event rename column data to unsealed_data`,
  `alter table event alter column unsealed_data drop not null`,
  `alter table event add column sealed_data bytea`,
  `create index event_unsealed on event (id) where unsealed_data is not null`,
  // The provider whose connection the event came over, and since when
  // the event waits for its deliveries to end before it is deleted.
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
