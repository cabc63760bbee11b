/** Deliveries without a job, because they wait for the turn of their webhook. An earlier version treats them as lost. */
export const webhookTurns: readonly string[] = [
  `alter table webhook_delivery add column waits_turn boolean not null default false`,
];

export const webhookTurnsIndexes: readonly string[] = [
  // Without deliveries that failed and are tried again later. With a webhook that hangs, those are the most and the oldest.
  `create index webhook_delivery_turn on webhook_delivery (webhook_id, created_on, id)
    where waits_turn and status = 'pending'`,
];
