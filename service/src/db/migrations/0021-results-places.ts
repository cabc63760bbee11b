/** The order in which results arrived. Timestamps cannot tell it, because processes have different clocks. */
export const resultsPlaces: readonly string[] = [
  `alter table lab_order add column results_place bigint`,
  `update lab_order set results_place = ordered.place
    from (
      select id, row_number() over (order by results_on, place) as place
      from lab_order where interpretation is not null
    ) as ordered
    where ordered.id = lab_order.id`,
  `create sequence lab_order_results_place`,
  `select setval('lab_order_results_place', coalesce((select max(results_place) from lab_order), 0) + 1, false)`,
  `drop index lab_order_interpretation`,
  `create index lab_order_interpretation on lab_order (team_id, interpretation, results_place, place)`,
];
