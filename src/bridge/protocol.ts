/** Increased when a message changes its meaning; either side ignores another version. */
export const protocolVersion = 1;
