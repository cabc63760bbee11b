/** Which request led to each step of a session, and an index that finds the steps of a team around a time. */
export const stepRequests: readonly string[] = [
  `alter table link_step add column request_id uuid`,
  `create index link_step_time on link_step (team_id, at)`,
];
