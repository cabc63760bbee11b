/** `client_user_id` becomes optional, and users get fallbacks for values that no provider supplies. */
export const userFallbacks: readonly string[] = [
  `alter table app_user alter column client_user_id drop not null`,
  `alter table event alter column client_user_id drop not null`,
  `alter table app_user add column fallback_birth_date jsonb`,
  `alter table app_user add column fallback_time_zone jsonb`,
];
