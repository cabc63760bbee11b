/** Until when a process has claimed a connection in order to pull it. */
export const pullClaims: readonly string[] = [`alter table connection add column pull_until timestamptz`];
