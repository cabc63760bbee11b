/** Until when somebody has a connection to pull it, while its provider is asked. */
export const pullClaims: readonly string[] = [`alter table connection add column pull_until timestamptz`];
