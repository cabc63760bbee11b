export const webhookIndexes: readonly string[] = [
  // For the list of deliveries that arrived, beside very many that did not. `webhook_delivery_unsent` has the others.
  `create index webhook_delivery_arrived on webhook_delivery (webhook_id, created_on, id) where status = 'success'`,
  `create index webhook_old_secret on webhook (old_secret_until) where old_secret_until is not null`,
];
