/** By which identity provider somebody signed in to the console; null of sessions that an earlier version began. */
export const sessionIssuers: readonly string[] = [`alter table console_session add column issuer text`];
