// A PostgreSQL of our own for as long as something runs: in a temporary folder, reached by a socket in it.
//
//   node scripts/postgres.mjs            what would be used
//   node scripts/postgres.mjs --install  the same, but gets Debian's and Ubuntu's by apt-get if there is none, and PgBouncer
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.mjs';

const user = 'svc';
/** Settings for a database that is thrown away: fast instead of safe. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB'];

/** The folder with `initdb`, `postgres` and `createdb`: on the PATH, or where Debian puts the newest one. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(debian, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres', 'createdb'].every((name) => folder && existsSync(path.join(folder, name))),
  );
}

/** The program PgBouncer, which Debian puts where only root's PATH leads. */
export const findPgbouncer = () =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
    .map((folder) => path.join(folder || '/', 'pgbouncer'))
    .find((file) => existsSync(file));

/** Neither PostgreSQL nor PgBouncer runs as root: its own user, else nobody. */
export function owner() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim(),
    );
    if (uid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody"');
}

/** Starts a server. `createDatabase` returns the address of a new, empty database. `more`: settings of the server. */
export async function startPostgres(binaries, more = careless) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-postgres-'));
  const as = owner();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const options = { ...as, cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const run = (name, ...args) => {
    const { status, stderr } = spawnSync(path.join(binaries, name), args, options);
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  const data = path.join(folder, 'data');
  run('initdb', '-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync');

  const settings = [...more, 'listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200'];
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => server.once('close', resolve));
  const stop = async () => {
    // SIGINT also disconnects clients that are still connected.
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await new Promise((resolve, reject) => {
    let output = '';
    server.stderr.on('data', (data) => {
      output += data;
      if (output.includes('ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL ended:\n${output}`)));
  });

  let databases = 0;
  return {
    createDatabase() {
      const name = `svc_${(databases += 1)}`;
      run('createdb', '-h', folder, '-U', user, name);
      return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(folder)}`;
    },
    pid: server.pid,
    stop,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--install')) {
    if (!findPostgres()) aptInstall('postgresql');
    if (!findPgbouncer()) aptInstall('pgbouncer');
  }
  console.log(findPostgres() ?? 'no PostgreSQL here');
  console.log(findPgbouncer() ?? 'no PgBouncer here');
}
