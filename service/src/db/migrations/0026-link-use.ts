/** Finds the latest connections that were made by links of a team, for the order of its picker. */
export const linkUse: readonly string[] = [
  `create index link_step_connected on link_step (team_id, at) where step = 'connected'`,
];
