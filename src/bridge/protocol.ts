/** Grows when a message changes its meaning; either end ignores another version. */
export const protocolVersion = 1;
