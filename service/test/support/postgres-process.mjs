// A temporary PostgreSQL of our own: in a temporary folder, reached by
// a socket in it. For the tests, and for the measurements in bench/.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '../../../scripts/programs.mjs';

const user = 'svc';
/** Settings for a database that is thrown away: they prefer speed to safety. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB'];

/**
 * The user of the processes of PostgreSQL and PgBouncer, which do not run as root: the user `postgres`, otherwise `nobody`.
 * Empty if the current user is not root and can run them itself.
 * @returns {{ readonly uid?: number, readonly gid?: number }}
 */
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

/** Starts a server. `createDatabase` returns the address of a new, empty database. `more` are settings of the server. */
export async function startPostgres(more = careless) {
  const binaries = findProgram('postgres');
  if (!binaries)
    throw new Error('There is no PostgreSQL here: node scripts/programs.mjs --install postgres gets one.');
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
