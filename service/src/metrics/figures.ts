// The figures that are read when Prometheus asks: of the database,
// which are the same in every process, and of the process itself.
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { registry } from './instruments.js';

const registers = [registry];

export const build = new Gauge({
  name: 'svc_build_info',
  help: 'The version of the service; always 1.',
  labelNames: ['version'] as const,
  registers,
});

export const databaseUp = new Gauge({
  name: 'svc_database_up',
  help: 'Whether the database answered this look within three seconds. What is read of it is missing if not, or if it could not be read in that time.',
  registers,
});

export const clockAhead = new Gauge({
  name: 'svc_clock_ahead_seconds',
  help: 'How far the clock of this process is ahead of that of the database; negative if it is behind.',
  registers,
});

export const databaseConnections = new Gauge({
  name: 'svc_database_connections',
  help: 'Connections of this process to the database, for requests and for background work: in_use, idle, and max, the most that it opens.',
  labelNames: ['pool', 'state'] as const,
  registers,
});

export const databaseWaiting = new Gauge({
  name: 'svc_database_waiting',
  help: 'Queries and transactions of this process that wait for a connection.',
  labelNames: ['pool'] as const,
  registers,
});

export const laneQueue = new Gauge({
  name: 'svc_lane_queued',
  help: 'Jobs in a lane, of all processes: due, and later. The first 10,000 are counted.',
  labelNames: ['lane', 'state'] as const,
  registers,
});

export const laneOldest = new Gauge({
  name: 'svc_lane_oldest_seconds',
  help: 'How long the oldest job of a lane that is due has waited; 0 if there is none. The lanes webhook_slow and webhook_failing, of turns of webhooks that take long or fail, may wait for many minutes, and webhook_throttled, of what is tried again later, for longer.',
  labelNames: ['lane'] as const,
  registers,
});

export const webhookLag = new Gauge({
  name: 'svc_webhook_lag_seconds',
  help: 'How long the oldest delivery is overdue, without those to webhooks that fail or answer slowly; 0 if none is.',
  registers,
});

export const teamLag = new Gauge({
  name: 'svc_webhook_team_lag_seconds',
  help: 'How long the oldest delivery of a team is overdue, to whatever webhook, of the twenty teams where it is longest.',
  labelNames: ['team'] as const,
  registers,
});

export const teamOverdue = new Gauge({
  name: 'svc_webhook_team_overdue',
  help: 'Deliveries that are overdue, of the same teams. A thousand are counted.',
  labelNames: ['team'] as const,
  registers,
});

export const pullsOverdue = new Gauge({
  name: 'svc_pulls_overdue',
  help: 'Pulls that are due: of past data (history) or of new days. A thousand of each are counted.',
  labelNames: ['kind'] as const,
  registers,
});

export const pullLag = new Gauge({
  name: 'svc_pull_lag_seconds',
  help: 'How long the pull that is due longest has been; 0 if none is.',
  labelNames: ['kind'] as const,
  registers,
});

export const budgetLimit = new Gauge({
  name: 'svc_provider_budget_limit',
  help: 'Requests that a provider takes of the application of the service in a window, whose label is in seconds.',
  labelNames: ['provider', 'window'] as const,
  registers,
});

export const budgetLeft = new Gauge({
  name: 'svc_provider_budget_left',
  help: 'Requests of it that are left.',
  labelNames: ['provider', 'window'] as const,
  registers,
});

export const providerBlocked = new Gauge({
  name: 'svc_provider_blocked_seconds',
  help: 'How long a provider wants no request of the application of the service.',
  labelNames: ['provider', 'window'] as const,
  registers,
});

/** The figures of the database. */
const ofDatabase = [
  laneQueue,
  laneOldest,
  webhookLag,
  teamLag,
  teamOverdue,
  pullsOverdue,
  pullLag,
  budgetLimit,
  budgetLeft,
  providerBlocked,
] as const;

/** Removes the figures of the database, before each look and if it cannot be read, so that no outdated value is reported. */
export function leaveOutDatabase(): void {
  for (const gauge of ofDatabase) gauge.reset();
  // A gauge without labels would be 0 after a reset. That would end an alert although nobody has fixed its cause.
  webhookLag.remove();
}

/** Adds Node's own metrics: memory, processor, event loop, garbage collection. They cost a timer, so only if metrics are read. */
export function collectProcess(): void {
  if (registry.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics({ register: registry });
}
