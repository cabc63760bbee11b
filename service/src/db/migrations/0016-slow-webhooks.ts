/** Whether a webhook's last answers were slow. Such webhooks get few places. */
export const slowWebhooks: readonly string[] = [
  `alter table webhook add column slow boolean not null default false`,
];
