/** Finds the latest connections that links of a team made, for the order of its picker. */
export const linkUse: readonly string[] = [
  `create index link_step_connected on link_step (team_id, at) where step = 'connected'`,
];
