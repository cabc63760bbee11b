// The metrics for Prometheus. They cover all teams, so they have a port of their own, which is not public.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type OpenDatabase, readClockAhead } from '../db/index.js';
import type { Deps } from '../deps.js';
import { allLanes, readLaneFigures } from '../jobs/index.js';
import {
  budgetLeft,
  budgetLimit,
  build,
  clockAhead,
  beginMisfits,
  collectProcess,
  databaseConnections,
  databaseUp,
  databaseWaiting,
  laneJobs,
  laneOldest,
  laneQueue,
  leaveOutDatabase,
  linkErrors,
  linkSteps,
  providerBlocked,
  providerEvents,
  providerFetches,
  pullLag,
  pullsOverdue,
  registry,
  requestsShed,
  teamLag,
  teamOverdue,
  webhookLag,
} from '../metrics/index.js';
import { readBudgetFigures } from '../provider-http/index.js';
import { availableAdapters, isAvailable, providers, providerSettingsOf } from '../providers/index.js';
import { type PullFigures, readPullFigures } from '../pulls/index.js';
import { readOwnLag, readTeamLags } from '../webhooks/index.js';
import { hostOf } from './settings.js';

type FigureDeps = Pick<Deps, 'db' | 'check' | 'clock' | 'providerSettings' | 'version' | 'log'>;

/** How long the database has to answer, in milliseconds. Prometheus itself gives up after ten seconds. */
const answerTimeout = 3000;

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers `GET /metrics`, and nothing else. */
export async function startMetricsServer(
  deps: FigureDeps,
  database: Pick<OpenDatabase, 'connections'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  collectProcess();
  beginAtZero(deps);
  const look = createLook(deps, database);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.split('?')[0] !== '/metrics') return void outgoing.writeHead(404).end();
    if (incoming.method !== 'GET') return void outgoing.writeHead(405, { allow: 'GET' }).end();
    look().then(
      (text) => outgoing.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err: unknown) => {
        deps.log.error({ err }, 'the metrics could not be read');
        outgoing.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    // The address of a TCP server has this type.
    url: `http://${hostOf(host)}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sets known counters to 0. Prometheus does not see the first rise of a counter that did not exist before. */
function beginAtZero({ version, providerSettings }: FigureDeps): void {
  build.set({ version }, 1);
  linkSteps.inc({ step: 'opened', provider: 'none' }, 0);
  for (const reason of ['requests', 'database']) requestsShed.inc({ reason }, 0);
  for (const lane of allLanes) for (const outcome of ['done', 'failed']) laneJobs.inc({ lane, outcome }, 0);
  // Few people link each provider, so that the alerts on links would miss most of them.
  for (const each of providers.filter((provider) => isAvailable(providerSettings, provider))) {
    for (const step of ['opened', 'connected']) linkSteps.inc({ step, provider: each.slug }, 0);
    linkErrors.inc({ error_type: 'provider_api_error', provider: each.slug }, 0);
  }
  for (const provider of availableAdapters(providerSettings).keys()) {
    for (const outcome of ['done', 'failed']) providerFetches.inc({ provider, outcome }, 0);
    beginMisfits(provider);
    for (const event of ['request', 'notice', 'renewed', 'refused', 'failed'])
      providerEvents.inc({ provider, event }, 0);
  }
}

/** The real providers at which the service has an application. */
const ownApplications = (settings: FigureDeps['providerSettings']) =>
  [...availableAdapters(settings).values()].filter(
    ({ slug }) => providerSettingsOf(settings, slug).client !== undefined,
  );

/** Collects the metrics. Requests at the same moment share one answer, so that they cost no more than one. */
function createLook(
  deps: FigureDeps,
  { connections }: Pick<OpenDatabase, 'connections'>,
): () => Promise<string> {
  let looking: Promise<string> | undefined;
  let reading: Promise<void> | undefined;
  const look = async (): Promise<string> => {
    for (const [pool, { inUse, idle, waiting, most }] of Object.entries(connections())) {
      databaseConnections.set({ pool, state: 'in_use' }, inUse);
      databaseConnections.set({ pool, state: 'idle' }, idle);
      databaseConnections.set({ pool, state: 'max' }, most);
      databaseWaiting.set({ pool }, waiting);
    }
    // A slow read is not given up, and the next request waits for it,
    // so that a database that hangs does not get more and more queries.
    reading ??= readDatabase(deps)
      .catch((err: unknown) => {
        deps.log.warn({ err }, 'the figures of the database cannot be read');
        throw err;
      })
      .finally(() => (reading = undefined));
    // If background work uses all its connections, the figures cannot be read, but the database is still up.
    const [isUp, isRead] = await Promise.all([inTime(ask(deps)), inTime(reading)]);
    if (!isRead) leaveOutDatabase();
    if (!isUp) clockAhead.remove();
    databaseUp.set(isUp ? 1 : 0);
    return registry.metrics();
  };
  return () => (looking ??= look().finally(() => (looking = undefined)));
}

/** Asks the database for its time, which also shows whether it answers. */
async function ask({ check }: Pick<FigureDeps, 'check'>): Promise<void> {
  clockAhead.set(await readClockAhead(check));
}

/** Whether the work succeeds in time. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    pause(answerTimeout, false, { ref: false, signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  return isDone;
}

async function readDatabase({ db, clock, providerSettings }: FigureDeps): Promise<void> {
  const lanes = await readLaneFigures(db);
  const ownLag = await readOwnLag(db, clock.now());
  const lags = await readTeamLags(db, clock.now());
  const pulls = await readPulls({ db, clock, providerSettings });
  const budgets = await readBudgetFigures(db, ownApplications(providerSettings));
  leaveOutDatabase();
  for (const { lane, waiting, later, oldest } of lanes) {
    laneQueue.set({ lane, state: 'due' }, waiting);
    laneQueue.set({ lane, state: 'later' }, later);
    laneOldest.set({ lane }, oldest);
  }
  for (const { kind, overdue, lag } of pulls) {
    pullsOverdue.set({ kind }, overdue);
    pullLag.set({ kind }, lag);
  }
  webhookLag.set(ownLag);
  for (const { teamId: team, lag, overdue } of lags) {
    teamLag.set({ team }, lag);
    teamOverdue.set({ team }, overdue);
  }
  for (const { provider, window, limit, left, blocked } of budgets) {
    const labels = { provider, window: String(window) };
    budgetLimit.set(labels, limit);
    budgetLeft.set(labels, left);
    providerBlocked.set(labels, blocked);
  }
}

/** The figures of fictional and real providers together. Fictional providers use the sandbox clock, real ones use real time. */
async function readPulls({
  db,
  clock,
  providerSettings,
}: Pick<FigureDeps, 'db' | 'clock' | 'providerSettings'>): Promise<readonly PullFigures[]> {
  const found = [
    ...(await readPullFigures(db, [...providerSettings.fictional], clock.now())),
    ...(await readPullFigures(db, [...availableAdapters(providerSettings).keys()], new Date())),
  ];
  return (['days', 'history'] as const).map((kind) => {
    const ofKind = found.filter((each) => each.kind === kind);
    return {
      kind,
      overdue: ofKind.reduce((sum, { overdue }) => sum + overdue, 0),
      lag: Math.max(0, ...ofKind.map(({ lag }) => lag)),
    };
  });
}
