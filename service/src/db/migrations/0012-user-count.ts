/** How many users each team has, updated by the statements that create and delete them. */
export const userCount: readonly string[] = [
  `create table user_count (
    team_id uuid not null references team (id) on delete cascade,
    part smallint not null,
    users integer not null,
    primary key (team_id, part)
  )`,
  `insert into user_count (team_id, part, users)
    select team_id, 0, count(*) from app_user where deleted_on is null group by team_id`,
];
