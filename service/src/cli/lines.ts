/** A mistake by the person at the command line. It is shown as one line, without a stack. */
export class UsageError extends Error {}

/** The output of a command, line by line. */
export type Lines = readonly string[];
