/** Milliseconds between two requests for the session's state, for the first two minutes. */
export const pollInterval = 2500;
/** The same after that. */
export const laterPollInterval = 10_000;
/** How many requests are made before that. */
export const laterFrom = 120_000 / pollInterval;
