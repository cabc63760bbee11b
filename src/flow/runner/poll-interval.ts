/** Milliseconds between two requests for the session's state, for the first two minutes. */
export const pollInterval = 2500;
/** Milliseconds between two requests after that. */
export const laterPollInterval = 10_000;
/** How many requests are made in the first two minutes. */
export const laterFrom = 120_000 / pollInterval;
