import { spawnSync } from 'node:child_process';

/** Installs packages of Debian or Ubuntu. False if that is not possible here: it takes root, apt-get, and an archive that answers. */
export function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status ===
    0;
  return (
    process.getuid?.() === 0 &&
    run('update', '-q', '-o', 'APT::Update::Error-Mode=any') &&
    run('install', '-y', '-q', '--no-install-recommends', ...packages)
  );
}
