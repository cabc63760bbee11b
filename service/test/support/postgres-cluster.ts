// PostgreSQL as it runs for data that must not be lost: a primary, a standby that stores each
// commit before it is acknowledged, and PgBouncer in front of them. All are in a temporary
// folder, each in its place: on this machine's loopback, or in a network of its own.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { owner } from './postgres-process.mjs';

/** Where a server runs. */
export interface Place {
  readonly address: string;
  /** The namespace of its network; undefined if it is in this machine's own. */
  readonly namespace?: string;
}

interface Server extends Place {
  readonly port: number;
  readonly data: string;
}

export interface Cluster {
  /** The address of the database at PgBouncer. */
  readonly url: string;
  /** The address of a server itself. */
  directUrl(which: 'primary' | 'standby'): string;
  /** Ends the primary with all its processes at once, as if its machine lost power. */
  killPrimary(): void;
  /** Ends the standby in the same way. */
  killStandby(): void;
  /** Makes the standby the primary. Resolves when it accepts changes. */
  promote(): Promise<void>;
  /** Makes PgBouncer connect to the former standby, as docs/handbook.md describes. */
  repoint(): Promise<void>;
  stop(): Promise<void>;
}

const user = 'svc';
const loopback: Place = { address: '127.0.0.1' };

/** The data need not survive a crash of the machine itself. */
const settings = [
  ...['fsync=off', 'shared_buffers=64MB', 'max_connections=100', 'wal_keep_size=512MB'],
  // On, as by default: the standby has every commit that was acknowledged.
  ...['synchronous_commit=on', 'hot_standby=on', 'wal_receiver_timeout=10s', 'wal_sender_timeout=10s'],
];

type Programs = { readonly postgres: string; readonly pgbouncer: string };
type Places = { readonly primary: Place; readonly standby: Place };

export async function startCluster(
  programs: Programs,
  places: Places = { primary: loopback, standby: loopback },
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cluster-'));
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill(child.spawnfile === programs.pgbouncer ? 'SIGTERM' : 'SIGQUIT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await build(programs, places, folder, children)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds every process that it starts to `children`. */
async function build(
  { postgres, pgbouncer }: Programs,
  places: Places,
  folder: string,
  children: ChildProcess[],
): Promise<Omit<Cluster, 'stop'>> {
  const as = owner();
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };

  /** A command that runs in a place's network, and not as root. */
  const commandAt = ({ namespace }: Place, program: string, args: readonly string[]) =>
    namespace === undefined
      ? ([program, args, as] as const)
      : ([
          'ip',
          [
            ...['netns', 'exec', namespace, 'setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`],
            ...['--clear-groups', program, ...args],
          ],
          {},
        ] as const);
  const run = (place: Place, name: string, ...args: readonly string[]): void => {
    const [program, all, options] = commandAt(place, join(postgres, name), args);
    const more = { PGOPTIONS: '-c synchronous_commit=local' };
    const { status, stderr } = spawnSync(program, all, {
      ...options,
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, ...more },
    });
    assert.equal(status, 0, `${name}: ${stderr}`);
  };
  const start = async (server: Server): Promise<ChildProcess> => {
    const all = [
      ...settings,
      `listen_addresses=${server.address}`,
      `port=${server.port}`,
      'unix_socket_directories=',
    ];
    const args = ['-D', server.data, ...all.flatMap((setting) => ['-c', setting])];
    const [program, whole, options] = commandAt(server, join(postgres, 'postgres'), args);
    const child = spawn(program, whole, {
      ...options,
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    await saying(child, /ready to accept (?:read-only )?connections/);
    return child;
  };

  const [primary, standby]: readonly Server[] = await Promise.all(
    ([places.primary, places.standby] as const).map(async (place, at) => ({
      ...place,
      port: place.namespace === undefined ? await freePort() : 5432,
      data: join(folder, ['primary', 'standby'][at] ?? ''),
    })),
  );
  assert.ok(primary && standby);
  const directUrl = (which: 'primary' | 'standby'): string => {
    const { address, port } = which === 'primary' ? primary : standby;
    return `postgres://${user}@${address}:${port}/${user}`;
  };
  run(
    loopback,
    'initdb',
    '-D',
    primary.data,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  );
  appendFileSync(
    join(primary.data, 'pg_hba.conf'),
    `host all ${user} all trust\nhost replication ${user} all trust\n`,
  );
  const first = await start(primary);
  run(primary, 'createdb', '-h', primary.address, '-p', String(primary.port), '-U', user, user);
  await tell(directUrl('primary'), [`alter system set synchronous_standby_names = 'standby'`, reload]);
  const from = `host=${primary.address} port=${primary.port} user=${user} application_name=standby connect_timeout=3`;
  run(standby, 'pg_basebackup', '-D', standby.data, '-R', '-d', from, '-c', 'fast', '--no-sync');
  const second = await start(standby);

  await until(directUrl('primary'), `select 1 from pg_stat_replication where sync_state = 'sync'`);

  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const configure = (server: Server): void =>
    writeFileSync(file, pgbouncerSettings(server, { port, folder }), { mode: 0o644 });
  writeFileSync(join(folder, 'users.txt'), `"${user}" ""\n`);
  configure(primary);
  const pooler = spawn(pgbouncer, [file], { ...as, cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(pooler);
  await saying(pooler, /process up/);

  return {
    url: `postgres://${user}@127.0.0.1:${port}/${user}`,
    directUrl,
    killPrimary: () => kill(first),
    killStandby: () => kill(second),
    async promote() {
      await tell(directUrl('standby'), [`alter system set synchronous_standby_names = ''`, reload]);
      run(standby, 'pg_ctl', 'promote', '-D', standby.data, '-w');
      await until(directUrl('standby'), 'select 1 where not pg_is_in_recovery()');
    },
    async repoint() {
      configure(standby);
      // `kill` ends connections that wait for a server that will never answer. `reload` alone would keep them.
      await tell(`postgres://${user}@127.0.0.1:${port}/pgbouncer`, [
        'reload',
        `kill ${user}`,
        `resume ${user}`,
      ]);
    },
  };
}

/** Ends a server with all its processes at once. */
function kill({ pid: first }: ChildProcess): void {
  assert.ok(first);
  const others = execFileSync('ps', ['-o', 'pid=', '--ppid', String(first)], { encoding: 'utf8' });
  for (const pid of [first, ...others.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself, as they all do without the first one.
    }
  }
}

/** The settings that docs/operating.md gives. */
const pgbouncerSettings = (
  server: Server,
  { port, folder }: { readonly port: number; readonly folder: string },
): string => `
[databases]
${user} = host=${server.address} port=${server.port} dbname=${user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
admin_users = ${user}
pool_mode = transaction
default_pool_size = 40
server_connect_timeout = 3
server_login_retry = 1
tcp_user_timeout = 10000
`;

/** Resolves when a process has written a matching text to stderr. */
const saying = (child: ChildProcess, what: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-10_000);
      if (what.test(said)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`it ended:\n${said}`)));
  });

const reload = 'select pg_reload_conf()';

/** Sends commands one by one. */
async function tell(url: string, commands: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const command of commands) await client.query(command);
  await client.end();
}

/** Asks again and again until the query returns a row. */
async function until(url: string, query: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  while ((await client.query(query)).rows.length === 0) await wait(50);
  await client.end();
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server has this type.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
