#!/usr/bin/env node
// The command line: starts the service, and runs the few commands that have no endpoint.
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { teamFlags } from 'svc-link/contract';
import {
  checkProvider,
  endSessions,
  explain,
  forgetMasterKey,
  type Lines,
  listKeys,
  listOrgs,
  listProviders,
  listSessions,
  listTeams,
  makeKey,
  makeOrg,
  readArguments,
  renameOrg,
  replaceKey,
  revokeKey,
  rotateMaster,
  type Standings,
  switchFlag,
  UsageError,
} from './cli/index.js';
import {
  addressesOf,
  createLog,
  createTables,
  findStraySettings,
  keySettingsOf,
  openStorage,
  readSettings,
  type RunningService,
  sandboxKeys,
  seededOrg,
  seededTeam,
  type Settings,
  startService,
} from './server/index.js';
import { findSecrets, keysStatus } from './master-keys/index.js';
import { type OwnApplication, readNoticesStanding, readOwnApplications } from './notices/index.js';
import type { Secrets } from './crypto/index.js';
import { checkTables, type Db, type OpenDatabase } from './db/index.js';

const help = `svc-service                                   starts the service
svc-service keys create --team ID | --org ID  makes a key; it is the last line and is shown once
            [--management] [--name NAME]      with --management one that manages the team
            [--expires 2027-03-01 | 90d]      it has no end without
svc-service keys list --team ID | --org ID    shows keys by their ends, never whole, with expiry and last use
svc-service keys rotate ID                    makes a key in its place, and the old one goes on for a day
            [--overlap SECONDS]               for so long instead; 0 ends it now
            [--expires 2027-03-01 | 90d | never]  it lives as long as the old one was made for without
svc-service keys revoke ID                    deletes a key, which stops within a second
svc-service keys status                       shows which master key is needed and whether the settings open all; ends with 1 if not
svc-service keys rotate-master                wraps the data keys with the first master key of the settings, or --to ID;
            [--data] [--to ID] [--wait S]     with --data seals all values anew, S seconds later, when every process has the key (45);
                                              ends with 2 if some of them cannot be opened
svc-service sessions list, end SUBJECT | --all  shows who is signed in to the console, or ends their sessions
svc-service orgs create --name NAME           makes an organization; its id is the last line
svc-service orgs rename ID --name NAME        gives it another name
svc-service orgs list                         shows every organization, and how many teams it has
svc-service teams list                        shows every team, and what is on for it
svc-service teams enable TEAM FLAG            switches on ${teamFlags.join(', ')}
svc-service teams disable TEAM FLAG           switches it off
svc-service providers list                    shows the real providers, how each stands, and what to register
svc-service providers check SLUG              asks a provider whether it knows the service's application
svc-service master-key forget [--yes]         deletes what was written with a master key that is lost
svc-service migrate                           brings the database to this version
svc-service help                              shows this

Settings are read from the environment: PORT (8787), HOST (127.0.0.1), PUBLIC_URL, SANDBOX_URL,
DATA_DIR (.svc-data) or DATABASE_URL, DATABASE_ENGINE (postgres), SVC_MASTER_KEY, SVC_MASTER_KEYS, SVC_KMS_COMMAND, SVC_KMS_KEY_ID,
SVC_API_KEY, SVC_MANAGEMENT_KEY, DATABASE_POOL_SIZE (10), DATABASE_STATEMENT_SECONDS (15), DATABASE_LOCK_SECONDS (10), DATABASE_IDLE_SECONDS (30),
PROVIDERS, SANDBOX_PROVIDERS, RATE_LIMIT_PER_MINUTE, REFUSED_SIGN_INS, WEBHOOK_ALLOW_PRIVATE, MAX_REQUESTS (500),
RETENTION_LINKS_DAYS (90), RETENTION_UNSTARTED_DAYS (7), RETENTION_EVENTS_DAYS (30), RETENTION_OPERATIONS_DAYS (30),
RETENTION_HEALTH_DAYS, RETENTION_ACTIVITY_DAYS (30), RETENTION_AUDIT_DAYS (400),
DRAIN_SECONDS, KEEP_ALIVE_SECONDS (75), REQUESTS_ONLY, METRICS_PORT, METRICS_HOST (127.0.0.1), OTEL_EXPORTER_OTLP_ENDPOINT,
OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, LOG_LEVEL, CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_CLIENT_SECRET, CONSOLE_OIDC_ROLES, CONSOLE_OIDC_SCOPES,
CONSOLE_OIDC_ORG.
`;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, help);
  if (values.help || positionals[0] === 'help') return void process.stdout.write(help);
  const settings = readSettings(process.env);

  switch (positionals.slice(0, 2).join(' ')) {
    case '':
    case 'start':
      return start(settings);
    case 'migrate':
      return withStorage(settings, async (database, log) => {
        const done = await createTables(database, log);
        return [done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`];
      });
    case 'keys create':
      return withDatabase(settings, (db) => makeKey(db, values));
    case 'keys list':
      return withDatabase(settings, (db) => listKeys(db, values));
    case 'keys rotate':
      return withDatabase(settings, (db) => replaceKey(db, positionals[2], values));
    case 'keys revoke':
      return withDatabase(settings, (db) => revokeKey(db, positionals[2]));
    case 'keys status':
      return withDatabase(settings, async (db) => {
        const found = await keysStatus(db, keySettingsOf(settings));
        if (!found.opens) process.exitCode = 1;
        return found.lines;
      });
    case 'keys rotate-master':
      return withDatabase(settings, async (db) => {
        const alone = isAlone(settings);
        const broken = await rotateMaster(db, keySettingsOf(settings), values, { alone, say });
        // Not 1, because the rotation is done. The values that cannot be opened could not be opened before either.
        if (broken > 0) process.exitCode = 2;
        return [];
      });
    case 'sessions list':
      return withDatabase(settings, (db) => {
        const { console: signIn } = settings;
        return listSessions(db, signIn && { ...signIn, orgId: signIn.orgId ?? seededOrg });
      });
    case 'sessions end':
      return withDatabase(settings, (db) => endSessions(db, positionals[2], values.all ?? false));
    case 'orgs create':
      return withDatabase(settings, (db) => makeOrg(db, values.name));
    case 'orgs rename':
      return withDatabase(settings, (db) => renameOrg(db, positionals[2], values.name));
    case 'orgs list':
      return withDatabase(settings, listOrgs);
    case 'teams list':
      return withDatabase(settings, listTeams);
    case 'teams enable':
      return withDatabase(settings, (db) => switchFlag(db, 'enable', positionals[2], positionals[3]));
    case 'teams disable':
      return withDatabase(settings, (db) => switchFlag(db, 'disable', positionals[2], positionals[3]));
    case 'providers list': {
      const isTerminal = process.stdout.isTTY;
      const { secrets, standings, own } = await readOfNotices(settings, isTerminal);
      return listProviders(
        settings.providers,
        publicUrlOf(settings),
        { secrets, isTerminal },
        standings,
        own,
      ).forEach(say);
    }
    case 'providers check': {
      const found = await checkProvider(settings.providers, publicUrlOf(settings), positionals[2]);
      found.lines.forEach(say);
      if (!found.isRight) process.exitCode = 1;
      return;
    }
    case 'master-key forget':
      return withDatabase(settings, (db) =>
        forgetMasterKey(db, { sure: values.yes ?? false, alone: isAlone(settings) }, new Date()),
      );
    default:
      throw new UsageError(`unknown command: ${positionals.join(' ')}\n\n${help}`);
  }
}

/** Whether no other process can use the database. */
const isAlone = ({ storage }: Settings): boolean => storage.kind !== 'postgres';

const publicUrlOf = (settings: Settings): string => addressesOf(settings, settings.port).publicUrl;

/**
 * Reads what the database knows about notices, if the settings ask for notices or their addresses are shown. Returns nothing if
 * the database cannot be read: while a service runs, no other process can open its folder.
 */
async function readOfNotices(
  settings: Settings,
  isTerminal: boolean,
): Promise<{
  readonly secrets?: Secrets | undefined;
  readonly standings?: Standings;
  readonly own?: readonly OwnApplication[];
}> {
  const { storage, providers } = settings;
  const isAsked = isTerminal || [...providers.real.values()].some(({ subscribes }) => subscribes);
  const isThere = storage.kind !== 'folder' || existsSync(storage.directory);
  if (!isAsked || !isThere) return {};
  try {
    const database = await openStorage(settings, createLog('silent'));
    try {
      const { db } = database;
      const secrets = await findSecrets(db, keySettingsOf(settings));
      return { secrets, standings: await readNoticesStanding(db), own: await readOwnApplications(db) };
    } finally {
      await database.close();
    }
  } catch {
    return {};
  }
}

async function start(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  for (const line of findStraySettings(process.env)) log.warn(line);
  const service = await startService(settings, log);
  const stop = (): void => {
    setTimeout(() => {
      log.error('stopping took too long, and what was in progress is cut off');
      process.exit(1);
    }, stopWithin).unref();
    service.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  let signals = 0;
  const onSignal = (): void => {
    signals++;
    if (signals > 1) return stop();
    service.leave();
    setTimeout(stop, settings.drainSeconds * 1000);
  };
  // A person who sends the signal twice does not want to wait.
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  announce(settings, service);
}

/** With the longest drain before it, this is less than the 30 seconds after which containers are killed. */
const stopWithin = 19_000;

/** Prints the service's addresses. Shows keys only in the embedded mode, and only the well-known ones. */
function announce(settings: Settings, { publicUrl, metricsUrl }: RunningService): void {
  say(`Service         ${publicUrl}`);
  say(`Hosted page     ${publicUrl}/link/`);
  say(`Script          ${publicUrl}/cdn/svc-link.js`);
  say(`Endpoints       ${publicUrl}/docs`);
  say(`Console         ${publicUrl}/console/`);
  if (metricsUrl) say(`Metrics         ${metricsUrl}`);
  if (settings.storage.kind !== 'folder') return;
  say(`Data            ${settings.storage.directory}`);
  say(`Organization    ${seededOrg}`);
  say(`Team            ${seededTeam}`);
  say(`API key         ${settings.apiKey ? 'as SVC_API_KEY says' : sandboxKeys.apiKey}`);
  say(`Management key  ${settings.managementKey ? 'as SVC_MANAGEMENT_KEY says' : sandboxKeys.managementKey}`);
}

/** Runs a command on a database of this version and prints the result. Only `start` and `migrate` change tables. */
const withDatabase = (settings: Settings, work: (db: Db) => Promise<Lines>): Promise<void> =>
  withStorage(settings, async ({ db }) => {
    await checkTables(db);
    return work(db);
  });

async function withStorage(
  settings: Settings,
  work: (database: OpenDatabase, log: Logger) => Promise<Lines>,
): Promise<void> {
  const log = createLog(settings.logLevel);
  const database = await openStorage(settings, log);
  try {
    for (const line of await work(database, log)) say(line);
  } finally {
    await database.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Whoever reads the output may have enough, as `head` has. What was begun is still finished.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`svc-service: ${explain(error)}\n`);
  process.exitCode = 1;
});
