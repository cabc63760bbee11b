/** Deliveries that have no job of their own, as they wait for the turn of their webhook. An earlier version takes them for lost. */
export const webhookTurns: readonly string[] = [
  `alter table webhook_delivery add column waits_turn boolean not null default false`,
];
