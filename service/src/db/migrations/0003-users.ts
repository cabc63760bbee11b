/** Indexes to list, delete and forget users. */
export const users: readonly string[] = [
  `create index app_user_list on app_user (team_id, created_on, id) where deleted_on is null`,
  `create index app_user_deleted on app_user (deleted_on) where deleted_on is not null`,
  `create index link_session_user on link_session (user_id)`,
];
