/** A mistake of the person at the command line: one line, no stack. */
export class UsageError extends Error {}

/** The output of a chore, line by line. */
export type Lines = readonly string[];
