/** Why a connection brings nothing more. */
export const brokenConnections: readonly string[] = [`alter table connection add column error_details jsonb`];
