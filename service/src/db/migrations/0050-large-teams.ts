/** Indexes to read large teams by, and webhooks whose deliveries are deleted bit by bit. */
export const largeTeams: readonly string[] = [
  // The database might prefer these to the indexes by provider, and would then step over the rows of other providers.
  `drop index connection_next_pull`,
  `drop index historical_pull_due`,
  `alter table webhook add column deleted_on timestamptz`,
];

export const largeTeamsIndexes: readonly string[] = [
  `create index webhook_deleted on webhook (deleted_on) where deleted_on is not null`,
  // All users of a team, also deleted ones, and the deleted user with a given name.
  `create index app_user_team on app_user (team_id, client_user_id)`,
  // Without the deliveries that arrived, which are most.
  `create index webhook_delivery_unsent on webhook_delivery (webhook_id, status, created_on, id)
    where status <> 'success'`,
  `create index audit_entry_team on audit_entry (org_id, team_id, id)`,
  `create index audit_entry_action on audit_entry (org_id, action, id)`,
  `create index audit_entry_day on audit_entry (org_id, at)`,
  // Attempts that still have a secret.
  `create index oauth_attempt_verifier on oauth_attempt (expires_at) where verifier is not null`,
  `create index link_handoff_end on link_handoff (expires_at)`,
];
