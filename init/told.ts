/** An error that the person can correct. Its message says how, and is all that they see. */
export class Told extends Error {}
