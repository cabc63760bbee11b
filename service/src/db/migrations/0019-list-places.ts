/** Gives each row a place, for the lists that are read by offset, so that new rows always come at the end. */
const placesIn = (table: 'app_user' | 'lab_order'): readonly string[] => [
  `alter table ${table} add column place bigint`,
  `update ${table} set place = ordered.place
    from (select id, row_number() over (order by created_on, id) as place from ${table}) as ordered
    where ordered.id = ${table}.id`,
  `create sequence ${table}_place`,
  `select setval('${table}_place', coalesce((select max(place) from ${table}), 0) + 1, false)`,
  `alter table ${table} alter column place set default nextval('${table}_place')`,
  `alter table ${table} alter column place set not null`,
  `drop index ${table}_list`,
];

export const listPlaces: readonly string[] = [
  ...placesIn('app_user'),
  `create index app_user_list on app_user (team_id, place) where deleted_on is null`,
  ...placesIn('lab_order'),
  `create index lab_order_list on lab_order (team_id, place)`,
];
