import { getRequestListener, RequestError } from '@hono/node-server';
import { chmodSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { loadSandboxClock, realClock } from '../work/index.js';
import { type Db, migrate, type OpenDatabase, openEmbedded, openPostgres } from '../db/index.js';
import type { Addresses, Deps } from '../deps.js';
import { storeUsesRegularly } from '../auth/index.js';
import { createRateLimiter, refusal } from '../http/index.js';
import { tellOfClock } from './clock-check.js';
import { drainable } from './drain.js';
import { checkExposure, isClockFree, isLoopback, keysOf, takesKeysInConsole } from './exposure.js';
import { startJobs } from '../jobs/index.js';
import { type ConsoleSignIn, endFormerSessions } from '../console-access/index.js';
import {
  type AgreedKeys,
  agreeOnMasterKeys,
  lookForDataKeys,
  tellOfUnusedKms,
} from '../master-keys/index.js';
import { createActivity, flushRegularly } from '../provider-activity/index.js';
import { createBudgets } from '../provider-http/index.js';
import { readMisreadAgain } from '../provider-data/index.js';
import { forgetClaims } from '../pulls/index.js';
import { nameOldAccounts } from '../upgrades/index.js';
import { isWithoutKeys, neutralNames, sandboxNames, seed, seededOrg, seededTeam } from './seed.js';
import { type MetricsServer, startMetricsServer } from './metrics-server.js';
import { addressesOf, BadSettings, keySettingsOf, type Settings } from './settings.js';
import { startTraces, type Traces } from '../traces/index.js';
import { startAllWork } from './work.js';
import { version } from '../version.js';

export { sandboxKeys } from './exposure.js';

export interface RunningService extends Addresses {
  /** The address of the metrics; undefined if there is none. */
  readonly metricsUrl: string | undefined;
  /** Makes `/ready` fail, so that balancers send no more requests. The service still answers requests. */
  leave(): void;
  /** Takes no more requests, waits for those in progress and for jobs, then closes the database. */
  stop(): Promise<void>;
}

/** How long requests in progress may take when the service stops, in milliseconds. */
const drainMilliseconds = 16_000;

/** Opens the database that the settings name. */
export async function openStorage({ storage, database }: Settings, log: Logger): Promise<OpenDatabase> {
  switch (storage.kind) {
    case 'folder':
      mkdirSync(storage.directory, { recursive: true });
      chmodSync(storage.directory, 0o700);
      return openEmbedded(storage.directory);
    case 'memory':
      return openEmbedded();
    case 'postgres':
      return openPostgres(
        storage.url,
        (err) => log.warn({ err }, 'a connection to the database broke'),
        database,
        storage.engine,
      );
    default:
      return storage satisfies never;
  }
}

/** Prepares everything but HTTP: brings the database up to date and makes the dependencies of the routes. */
export async function prepare(
  settings: Settings,
  database: OpenDatabase,
  log: Logger,
): Promise<Omit<Deps, keyof Addresses | 'leaving' | 'stopping'> & { readonly heldKeys: AgreedKeys }> {
  const { db, work, check } = database;
  const embedded = settings.storage.kind !== 'postgres';
  await migrate(database);
  const heldKeys = await agreeOnMasterKeys(db, keySettingsOf(settings));
  const { secrets } = heldKeys;
  await tellOfClock(check, log);
  const hasFiction = settings.providers.fictional.size > 0;
  const sandboxClock = embedded && hasFiction ? await loadSandboxClock(db) : undefined;
  const clock = sandboxClock ?? realClock;
  await seed(db, clock.now(), keysOf(settings), embedded ? sandboxNames : neutralNames);
  if (await isWithoutKeys(db))
    log.warn(
      `no key is stored, so nobody can call the service: set SVC_API_KEY, or run svc-service keys create --team ${seededTeam}`,
    );
  const signIn = settings.console && {
    ...settings.console,
    orgId: await organizationOf(db, settings.console),
  };
  await endFormerSessions(db, signIn);
  await nameOldAccounts(work, secrets, log);
  if (embedded) await forgetClaims(db);
  await readMisreadAgain(work, version);
  return {
    ...{ db, check },
    version,
    clock,
    sandboxClock,
    isClockFree: isClockFree(settings),
    isLocal: isLoopback(settings.host),
    jobs: await startJobs(database.forJobs, log),
    secrets,
    heldKeys,
    log,
    activity: createActivity(work),
    mostRequests: settings.mostRequests,
    rateLimiter:
      settings.rateLimitPerMinute === 0 ? undefined : createRateLimiter(settings.rateLimitPerMinute),
    refusedSignIns: settings.refusedSignIns,
    retention: settings.retention,
    webhookAllowPrivate: settings.webhookAllowPrivate,
    providerSettings: settings.providers,
    budgets: createBudgets(db),
    filesDirectory: fileURLToPath(new URL('../../../dist', import.meta.url)),
    console: {
      signIn,
      takesKeys: takesKeysInConsole(settings),
    },
    consoleDirectory: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    // A timer must not keep a process alive that has nothing else to do.
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
  };
}

/** The organization that people sign in to. Throws `BadSettings` if it does not exist. */
async function organizationOf(db: Db, { orgId = seededOrg }: ConsoleSignIn): Promise<string> {
  const found = await db.selectFrom('org').select('id').where('id', '=', orgId).executeTakeFirst();
  if (!found)
    throw new BadSettings([
      `CONSOLE_OIDC_ORG is ${orgId}, and there is no such organization: "svc-service orgs list" shows those there are.`,
    ]);
  return orgId;
}

/** Starts the service. It answers requests when the promise resolves. Rejects with `BadSettings` before it does anything else. */
export async function startService(settings: Settings, log: Logger): Promise<RunningService> {
  checkExposure(settings);
  // Traces start before the database, so that its statements are traced.
  const traces =
    settings.traces &&
    (await startTraces(settings.traces, version, (err) => log.warn({ err }, 'traces could not be sent')));
  let database: OpenDatabase | undefined;
  let prepared: Awaited<ReturnType<typeof prepare>> | undefined;
  let metrics: MetricsServer | undefined;
  try {
    database = await openStorage(settings, log);
    prepared = await prepare(settings, database, log);
    const figures = { ...prepared, db: database.work };
    metrics = settings.metrics && (await startMetricsServer(figures, database, settings.metrics));
    return await listen(settings, prepared, database, { metrics, traces });
  } catch (error) {
    await metrics?.close();
    await prepared?.jobs.stop();
    await database?.close();
    await traces?.stop();
    throw error;
  }
}

async function listen(
  settings: Settings,
  prepared: Awaited<ReturnType<typeof prepare>>,
  database: OpenDatabase,
  { metrics, traces }: { readonly metrics: MetricsServer | undefined; readonly traces: Traces | undefined },
): Promise<RunningService> {
  const [leaving, stopping] = [new AbortController(), new AbortController()];
  let answer: (request: Request, env: object) => Response | Promise<Response> = () =>
    refusal(503, 'The service is starting.');
  const listener = getRequestListener((request, env) => answer(request, env), {
    // For HTTP/1.0 without a host, in which balancers check. Browsers always name one, so this lets no website in.
    hostname: 'localhost',
    // For requests that do not reach the routes, such as one whose host is no name.
    errorHandler: (error) =>
      error instanceof RequestError
        ? refusal(400, 'The request cannot be read.')
        : refusal(500, 'Something went wrong here.'),
  });
  const server = createServer(
    { keepAliveTimeout: settings.keepAliveSeconds * 1000 },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  const drain = drainable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });

  // The system may have chosen the port. The address of a TCP server has this type.
  const addresses = addressesOf(settings, (server.address() as AddressInfo).port);
  const forRequests = { ...prepared, ...addresses, leaving: leaving.signal, stopping: stopping.signal };
  const app = createApp(forRequests);
  // Everything from here on is background work, which has connections of its own.
  const deps = { ...forRequests, db: database.work, budgets: createBudgets(database.work) };
  const work = settings.requestsOnly ? undefined : startAllWork(deps);
  if (!work) deps.log.warn('REQUESTS_ONLY is set: requests are answered, and nothing else is done');
  answer = async (request, env) => {
    const response = await app.fetch(request, env);
    // A reused connection would delay the stop.
    if (leaving.signal.aborted) response.headers.set('connection', 'close');
    return response;
  };
  const stopLooking = lookForDataKeys(database.work, prepared.heldKeys, deps.log);
  // Not awaited: the start does not need it, and its program may take long.
  void tellOfUnusedKms(database.work, prepared.heldKeys.keyring, deps.log);
  const stopCounting = flushRegularly(deps.activity, deps.log);
  // The requests note the uses of keys with `forRequests`, not with the `deps` of background work.
  const stopNoting = storeUsesRegularly(forRequests);

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    leaving.abort();
    stopping.abort();
    // Other processes do the jobs that are enqueued meanwhile.
    await Promise.all([drain(drainMilliseconds), prepared.jobs.finish(), work?.stop(), stopLooking()]);
    await prepared.jobs.stop();
    await stopCounting();
    await stopNoting();
    await metrics?.close();
    await database.close();
    await traces?.stop();
  };
  return {
    ...addresses,
    metricsUrl: metrics?.url,
    leave: () => leaving.abort(),
    stop: () => (stopped ??= stop()),
  };
}
