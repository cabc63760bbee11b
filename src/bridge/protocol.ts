/** Increase this when a message changes its meaning. Each side ignores messages of another version. */
export const protocolVersion = 1;
