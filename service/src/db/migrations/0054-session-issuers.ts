/** The identity provider where a person signed in to the console; null for sessions that an earlier version began. */
export const sessionIssuers: readonly string[] = [`alter table console_session add column issuer text`];
