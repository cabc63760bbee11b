#!/usr/bin/env node
// The command line: starts the service, and the few chores that have no endpoint.
import { parseArgs } from 'node:util';
import { storeKey, type KeyOwner } from './auth/index.js';
import { migrate, transact, type Db } from './db/index.js';
import { mint } from './hash.js';
import { createLog } from './log.js';
import { isUuid } from './request.js';
import { seededOrg, seededTeam, teamFlags, type TeamFlag } from './seed.js';
import { openStorage, sandboxKeys, startService, type RunningService } from './server.js';
import { BadSettings, readSettings, type Settings } from './settings.js';

const help = `svc-service                                   starts the service
svc-service keys create --team ID | --org ID  makes a key; it is the last line and is shown once
svc-service teams enable TEAM FLAG            switches on ${teamFlags.join(', ')}
svc-service migrate                           brings the database to this version
svc-service help                              shows this

Settings are read from the environment: PORT (8787), HOST (127.0.0.1), PUBLIC_URL, SANDBOX_URL,
DATA_DIR (.svc-data) or DATABASE_URL, SVC_MASTER_KEY, SVC_API_KEY, SVC_MANAGEMENT_KEY,
RATE_LIMIT_PER_MINUTE, WEBHOOK_ALLOW_PRIVATE, LOG_LEVEL.
`;

/** A mistake of the person at the command line: one line, no stack. */
class UsageError extends Error {}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help || positionals[0] === 'help') return void process.stdout.write(help);
  const settings = readSettings(process.env);

  switch (positionals.slice(0, 2).join(' ')) {
    case '':
    case 'start':
      return start(settings);
    case 'migrate':
      return withDatabase(settings, async (db) => {
        const names = await migrate(db);
        say(names.length === 0 ? 'The database is up to date.' : `Done: ${names.join(', ')}`);
      });
    case 'keys create':
      return withDatabase(settings, (db) => createKey(db, values));
    case 'teams enable':
      return withDatabase(settings, (db) => enableFlag(db, positionals[2], positionals[3]));
    default:
      throw new UsageError(`unknown command: ${positionals.join(' ')}\n\n${help}`);
  }
}

function readArguments(args: readonly string[]) {
  const string = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { team: string, org: string, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'bad arguments'}\n\n${help}`);
  }
}

async function start(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  const service = await startService(settings, log);
  const stop = (): void => {
    service.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  announce(settings, service);
}

/** Says where the service is. Keys are shown in the embedded mode only, and only those that everyone knows. */
function announce(settings: Settings, { publicUrl }: RunningService): void {
  say(`Service         ${publicUrl}`);
  say(`Hosted page     ${publicUrl}/link/`);
  say(`Script          ${publicUrl}/cdn/svc-link.js`);
  say(`Endpoints       ${publicUrl}/docs`);
  if (settings.storage.kind !== 'folder') return;
  say(`Data            ${settings.storage.directory}`);
  say(`Organization    ${seededOrg}`);
  say(`Team            ${seededTeam}`);
  say(`API key         ${settings.apiKey ? 'as SVC_API_KEY says' : sandboxKeys.apiKey}`);
  say(`Management key  ${settings.managementKey ? 'as SVC_MANAGEMENT_KEY says' : sandboxKeys.managementKey}`);
}

async function withDatabase(settings: Settings, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openStorage(settings, createLog(settings.logLevel));
  try {
    await migrate(database.db);
    await work(database.db);
  } finally {
    await database.close();
  }
}

async function createKey(
  db: Db,
  { team, org }: { team?: string | undefined; org?: string | undefined },
): Promise<void> {
  const id = team ?? org;
  if (id === undefined || (team !== undefined && org !== undefined)) {
    throw new UsageError('keys create takes either --team ID or --org ID');
  }
  const owner: KeyOwner = { kind: team === undefined ? 'org' : 'team', id };
  const known = isUuid(id)
    ? await db.selectFrom(owner.kind).select('name').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!known) throw new UsageError(`there is no ${owner.kind === 'org' ? 'organization' : 'team'} ${id}`);

  const key = mint(owner.kind === 'team' ? 'sk_' : 'mk_');
  await storeKey(db, owner, 'made on the command line', key, new Date());
  say(`A key for ${known.name}. It is stored as a hash and not shown again:`);
  say(key);
}

async function enableFlag(db: Db, team: string | undefined, flag: string | undefined): Promise<void> {
  if (team === undefined || !teamFlags.includes(flag as TeamFlag)) {
    throw new UsageError(`teams enable takes a team and one of ${teamFlags.join(', ')}`);
  }
  await transact(db, async (tx) => {
    const row = isUuid(team)
      ? await tx.selectFrom('team').select('flags').where('id', '=', team).forUpdate().executeTakeFirst()
      : undefined;
    if (!row) throw new UsageError(`there is no team ${team}`);
    const flags = [...new Set([...row.flags, flag])];
    await tx
      .updateTable('team')
      .set({ flags: JSON.stringify(flags) })
      .where('id', '=', team)
      .execute();
  });
  say(`${flag} is on for ${team}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What a person can mend is said in a line; anything else is a fault of ours and shows where it is. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UsageError || error instanceof BadSettings) return error.message;
  if (error.name === 'DirectoryLocked')
    return `${error.message}\nStop it first, or name another one in DATA_DIR.`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${error.message}\nChoose another port with PORT.`;
  if (code === 'ECONNREFUSED') return `the database does not answer: ${error.message}`;
  return error.stack ?? error.message;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`svc-service: ${explain(error)}\n`);
  process.exitCode = 1;
});
