/** An index for the frequent search for overdue deliveries, of which few are pending. */
export const dueDeliveries: readonly string[] = [
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'pending'`,
];
