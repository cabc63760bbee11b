/** Which webhooks answer late, by what was measured last: they get few places. */
export const slowWebhooks: readonly string[] = [
  `alter table webhook add column slow boolean not null default false`,
];
