/** Why a connection is broken. */
export const brokenConnections: readonly string[] = [`alter table connection add column error_details jsonb`];
