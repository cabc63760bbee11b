/** Those that are overdue are looked for all the time, and few of all are pending. */
export const dueDeliveries: readonly string[] = [
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'pending'`,
];
