// What a process counts while it works. Labels have few values: never a user, a token, an address or another party's text.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The registry of this process, as Prometheus wants it. Several services in one process, as in tests, count together. */
export const registry = new Registry();
const registers = [registry];

/** In seconds. Most requests take milliseconds, but a sign-in at a real provider may take 20 seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export const requests = new Counter({
  name: 'svc_http_requests_total',
  help: 'Requests answered, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  registers,
});

export const answersBrokenOff = new Counter({
  name: 'svc_http_answers_broken_off_total',
  help: 'Answers that failed after their status was sent, by route. Their status says 200.',
  labelNames: ['method', 'route'] as const,
  registers,
});

export const requestSeconds = new Histogram({
  name: 'svc_http_request_duration_seconds',
  help: 'How long requests took, by route.',
  labelNames: ['method', 'route'] as const,
  buckets: requestBuckets,
  registers,
});

export const requestsInProgress = new Gauge({
  name: 'svc_http_requests_in_progress',
  help: 'Requests that are being answered.',
  registers,
});

export const requestsShed = new Counter({
  name: 'svc_requests_shed_total',
  help: 'Requests that were told to come again: too many at once, or the database too busy for them.',
  labelNames: ['reason'] as const,
  registers,
});

export const loggedErrors = new Counter({
  name: 'svc_logged_errors_total',
  help: 'Lines of the level error or above in the log: faults of the service or of what it stands on.',
  registers,
});

export const laneJobs = new Counter({
  name: 'svc_lane_jobs_total',
  help: 'Jobs that ended, by lane. A failed one is run again.',
  labelNames: ['lane', 'outcome'] as const,
  registers,
});

export const laneJobSeconds = new Histogram({
  name: 'svc_lane_job_duration_seconds',
  help: 'How long jobs took, by lane.',
  labelNames: ['lane'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 600, 3600],
  registers,
});

export const lanePlaces = new Gauge({
  name: 'svc_lane_places_in_use',
  help: 'Jobs of a lane that this process runs now.',
  labelNames: ['lane'] as const,
  registers,
});

export const sweepFailures = new Counter({
  name: 'svc_sweep_failures_total',
  help: 'Regular work that failed, by its name. It is tried again.',
  labelNames: ['task'] as const,
  registers,
});

export const webhookAttempts = new Counter({
  name: 'svc_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by team: the first hundred teams of a process by their id, further ones as "other".',
  labelNames: ['team', 'outcome'] as const,
  registers,
});

export const webhookSeconds = new Histogram({
  name: 'svc_webhook_delivery_lag_seconds',
  help: 'From an event to its arrival.',
  buckets: [0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3600, 21_600, 86_400],
  registers,
});

export const providerEvents = new Counter({
  name: 'svc_provider_events_total',
  help: 'What happened with real providers: request, notice, renewed, refused (tokens), failed (renewals).',
  labelNames: ['provider', 'event'] as const,
  registers,
});

export const providerFetches = new Counter({
  name: 'svc_provider_fetches_total',
  help: 'Data of connections that was asked for at real providers: done, or failed because the provider does not answer as it should. Waits for its limits do not count.',
  labelNames: ['provider', 'outcome'] as const,
  registers,
});

export const linkTokens = new Counter({
  name: 'svc_link_tokens_total',
  help: 'Link tokens made.',
  registers,
});

export const linkSteps = new Counter({
  name: 'svc_link_steps_total',
  help: 'How far links came: opened, provider_chosen, signed_in, challenged, connected.',
  labelNames: ['step', 'provider'] as const,
  registers,
});

export const linkErrors = new Counter({
  name: 'svc_link_errors_total',
  help: 'Links that met an error, by its error_type and provider.',
  labelNames: ['error_type', 'provider'] as const,
  registers,
});

export const consoleSignIns = new Counter({
  name: 'svc_console_sign_ins_total',
  help: 'Sign-ins to the console that came back from the identity provider: signed_in, no_role, cancelled, failed.',
  labelNames: ['outcome'] as const,
  registers,
});
