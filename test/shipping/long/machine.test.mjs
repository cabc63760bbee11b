// The unit of service/shipping on a machine that systemd has started: Debian's packages, this Node and the shipped folder,
// booted by systemd-nspawn in its own network. The test cannot show another version of systemd, or several machines.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { aptInstall } from '../../../scripts/programs.mjs';
import { keys, run } from '../run-shipped.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'svc-machine-'));
const root = path.join(scratch, 'root');
const name = `svc-test-${process.pid}`;
const program = '/opt/svc-service/service/bin/svc-service.js';
let machine;
let first;

async function must(command, ...args) {
  const { code, output } = await run(command, args);
  assert.equal(code, 0, `${command} ${args.join(' ')}\n${output.slice(-4000)}`);
  return output.trim();
}

/** Runs a script on the machine, as root, with only the machine's environment. */
const on = (script) =>
  must(
    ...['nsenter', '-t', first, '-m', '-u', '-i', '-n', '-p', '-C', 'env', '-i', 'PATH=/usr/sbin:/usr/bin'],
    ...['sh', '-ec', `cd /root; ${script}`],
  );

/** Runs a command as docs/handbook.md describes for the unit. */
const command = (args) =>
  on(
    `systemd-run --pipe --wait -q -p DynamicUser=yes -p EnvironmentFile=/etc/svc-service.env /usr/bin/node ${program} ${args}`,
  );

const ready =
  'curl --retry 60 --retry-connrefused --retry-delay 1 -sf http://127.0.0.1:8787/ready > /dev/null';
const property = (which) => on(`systemctl show -P ${which} svc-service`);

/** Waits for a line that says that all units are started. */
async function boot() {
  machine = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', '--console=read-only'],
      ...['--resolv-conf=off', '--timezone=off', `--machine=${name}`, `--directory=${root}`],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const ended = once(machine, 'close').then(() => assert.fail(`the machine does not start:\n${output}`));
  const started = new Promise((resolve) => {
    for (const stream of [machine.stdout, machine.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        if (/Reached target.*multi-user\.target/.test(line)) resolve();
      });
  });
  await Promise.race([started, ended]);
  ended.catch(() => undefined);
  first = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').trim().split(' ')[0];
}

beforeAll(async () => {
  const packages = { 'systemd-nspawn': 'systemd-container', mmdebstrap: 'mmdebstrap' };
  const missing = Object.keys(packages).filter((each) => spawnSync('which', [each]).status !== 0);
  if (missing.length > 0) aptInstall(...missing.map((each) => packages[each]));
  const include = 'systemd,systemd-sysv,dbus,postgresql,curl,libstdc++6';
  await must('mmdebstrap', '--variant=minbase', `--include=${include}`, 'bookworm', root);
  copyFileSync(realpathSync(process.execPath), path.join(root, 'usr/bin/node'));
  await must('npm', 'run', '--silent', 'ship', path.join(root, 'opt/svc-service-1.0.0'));
  copyFileSync('test/shipping/run-shipped.mjs', path.join(root, 'root/run-shipped.mjs'));
  copyFileSync(
    'service/shipping/svc-service.service',
    path.join(root, 'etc/systemd/system/svc-service.service'),
  );
  const settings = {
    ...{ DATABASE_URL: 'postgres://svc:secret@127.0.0.1/svc', PUBLIC_URL: 'https://link.example.com' },
    ...{ SANDBOX_PROVIDERS: '1', METRICS_PORT: '9464', ...keys },
    // In single quotes, as the handbook requires for a value that contains double quotes.
    PROVIDERS: `'{"oura": {"client_id": "an id", "client_secret": "a$b"}}'`,
  };
  writeFileSync(
    path.join(root, 'etc/svc-service.env'),
    Object.entries(settings)
      .map(([setting, value]) => `${setting}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );
  await boot();
  await on(
    `su postgres -c "psql -qc \\"create role svc login password 'secret'\\" -c 'create database svc owner svc'"`,
  );
  await on('ln -sfn svc-service-1.0.0 /opt/svc-service');
}, 1_200_000);

afterAll(async () => {
  if (machine?.exitCode === null && first) {
    const closed = once(machine, 'close');
    // SIGRTMIN+3. In a container systemd understands it as "halt".
    process.kill(Number(first), 37);
    await closed;
  }
  rmSync(scratch, { recursive: true, force: true });
}, 120_000);

describe('the systemd unit', () => {
  it('runs as its own user, can write only to its own folder, and a person links a provider', async () => {
    assert.match(await command('migrate'), /^Done: 0001-link, /);
    await on(`systemctl enable -q --now svc-service; ${ready}`);
    const link = `node run-shipped.mjs http://127.0.0.1:8787 ${keys.SVC_API_KEY}`;
    assert.equal(await on(link), 'success');
    const pid = await property('MainPID');
    const status = await on(`cat /proc/${pid}/status`);
    assert.match(status, /^CapBnd:\t0+$[^]*^NoNewPrivs:\t1$[^]*^Seccomp:\t2$/m);
    assert.doesNotMatch(status, /^Uid:\t0\t/m);
    const writable = await on(
      `nsenter -t ${pid} -m sh -c 'for f in /opt /etc /usr /var/lib/private/svc-service; do touch $f/x 2> /dev/null && echo $f; done; :'`,
    );
    assert.equal(writable, '/var/lib/private/svc-service');
  });

  it('accepts the commands of the handbook', async () => {
    assert.match(await command('keys status'), /wraps from now on/);
    assert.match(await command('providers list'), /^oura .* on for all teams/m);
    assert.match(await on('curl -s http://127.0.0.1:9464/metrics'), /^svc_database_up 1$/m);
    assert.match(
      await on('journalctl -u svc-service --since -15min -o cat'),
      /^\{"level":30,.*"request"\}$/m,
    );
  });

  it('is started again after kill -9, and as long as the database is away', async () => {
    const restarted = (times) =>
      on(`until [ "$(systemctl show -P NRestarts svc-service)" -ge ${times} ]; do sleep 0.2; done`);
    await on('kill -9 $(systemctl show -P MainPID svc-service)');
    await restarted(1);
    await on(ready);
    await on('systemctl stop postgresql; systemctl restart svc-service');
    await restarted(3);
    await on(`systemctl start postgresql; ${ready}`);
  });

  it('stops gently', async () => {
    await on('systemctl stop svc-service');
    assert.equal(await property('Result'), 'success');
  });
});
