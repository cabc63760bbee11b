/** What the person can put right: its message says how, and is all that they are shown. */
export class Told extends Error {}
