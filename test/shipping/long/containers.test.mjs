// The containers of service/shipping, built from their files and started as compose.yaml says: PostgreSQL, PgBouncer
// and the service in a network of their own. Buildah builds and runs them without an engine. The base images are made
// from Debian's packages and this Node. The test cannot show health checks, restarts and other features of an engine.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parse } from 'yaml';
import { aptInstall } from '../../../scripts/programs.mjs';
import { keys, run, start } from '../run-shipped.mjs';

const shipping = 'service/shipping';
const compose = parse(readFileSync(`${shipping}/compose.yaml`, 'utf8'), { merge: true });
const tag = `svc-test-${process.pid}`;
const [debian, node, service, pgbouncer, postgres] = [
  'debian',
  'node',
  'service',
  'pgbouncer',
  'postgres',
].map((name) => `localhost/${tag}-${name}`);
const network = tag;
const scratch = mkdtempSync(path.join(tmpdir(), 'svc-containers-'));
const started = [];
const containers = [];

async function must(command, ...args) {
  const { code, output } = await run(command, args);
  assert.equal(code, 0, `${command} ${args.join(' ')}\n${output.slice(-4000)}`);
  return output.trim();
}

const build = (image, file, context, ...more) =>
  must('buildah', 'bud', '--isolation', 'chroot', '-f', file, '-t', image, ...more, context);

/** A base image from Debian's packages, and one with Node on it like `node:…-slim`: with npm, and a user with the number 1000. */
async function buildBases() {
  const archive = path.join(scratch, 'debian.tar');
  await must('mmdebstrap', '--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', archive);
  writeFileSync(path.join(scratch, 'Debian'), `FROM scratch\nADD debian.tar /\n`);
  await build(debian, path.join(scratch, 'Debian'), scratch);

  const context = path.join(scratch, 'node');
  cpSync(realpathSync(process.execPath), path.join(context, 'node'));
  const npm = path.dirname(
    path.dirname(realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim())),
  );
  cpSync(npm, path.join(context, 'npm'), { recursive: true });
  // If the network has its own certificate authority, npm has to know it.
  const authority = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  copyFileSync(authority, path.join(context, 'authority.crt'));
  writeFileSync(
    path.join(context, 'Containerfile'),
    `FROM ${debian}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY authority.crt /etc/ssl/authority.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/authority.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home --uid 1000 node
`,
  );
  await build(node, path.join(context, 'Containerfile'), context);
}

/** Does what the official image of PostgreSQL does at its first start, with Debian's PostgreSQL. */
async function buildPostgres() {
  const context = path.join(scratch, 'postgres');
  mkdirSync(context);
  writeFileSync(
    path.join(context, 'start.sh'),
    `set -eu
cd /tmp; PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
echo "$POSTGRES_PASSWORD" > password
initdb -D data -U "$POSTGRES_USER" -A scram-sha-256 --pwfile password
PGPASSWORD=$POSTGRES_PASSWORD; export PGPASSWORD
pg_ctl -D data -w -o '-k /tmp' start
createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
pg_ctl -D data -w stop
exec postgres -D data -k /tmp -c listen_addresses='*'
`,
  );
  writeFileSync(
    path.join(context, 'Containerfile'),
    `FROM ${debian}
RUN apt-get update && apt-get install -y --no-install-recommends postgresql
COPY start.sh /
USER postgres
ENTRYPOINT ["sh", "/start.sh"]
`,
  );
  await build(postgres, path.join(context, 'Containerfile'), context);
}

/** A container of an image, in which the names of the other services lead to this network. */
async function container(image) {
  const names = Object.keys(compose.services).flatMap((name) => ['--add-host', `${name}:127.0.0.1`]);
  const id = await must('buildah', 'from', ...names, image);
  containers.push(id);
  return id;
}

/** The command line that runs what the image or the compose file says, inside the network. */
function inContainer(id, environment, command) {
  const { config } = JSON.parse(spawnSync('buildah', ['inspect', id], { encoding: 'utf8' }).stdout).OCIv1;
  const settings = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const what = [...(config.Entrypoint ?? []), ...(command ?? config.Cmd ?? [])];
  return [
    'netns',
    'exec',
    network,
    'buildah',
    'run',
    '--isolation',
    'chroot',
    ...settings,
    id,
    '--',
    ...what,
  ];
}

/** A service's environment, with the values that a person fills in. */
function environmentOf(name) {
  const filled = {
    ...keys,
    DATABASE_PASSWORD: 'd4'.repeat(16),
    PUBLIC_URL: 'http://127.0.0.1:8787',
    SANDBOX_PROVIDERS: '1',
  };
  const fill = (text) =>
    text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, variable, kind, rest) => {
      if (filled[variable] !== undefined) return filled[variable];
      assert.equal(kind, '-', `${variable} has to be given: ${rest}`);
      return rest;
    });
  return Object.fromEntries(
    Object.entries(compose.services[name].environment).map(([variable, value]) => [variable, fill(value)]),
  );
}

/** The process of a container that an engine would signal. `buildah run` itself does not pass a signal on. */
async function firstProcess(commandLine) {
  const inside = (await must('ip', 'netns', 'pids', network)).split('\n');
  return Number(inside.find((pid) => commandLine.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))));
}

beforeAll(async () => {
  const missing = ['buildah', 'mmdebstrap', 'ip'].filter((name) => spawnSync('which', [name]).status !== 0);
  const packages = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', ip: 'iproute2' };
  if (missing.length > 0) aptInstall(...missing.map((name) => packages[name]));
  await must('ip', 'netns', 'add', network);
  await must('ip', '-n', network, 'link', 'set', 'lo', 'up');
  await buildBases();
  await build(service, `${shipping}/Containerfile`, '.', '--build-arg', `NODE=${node}`);
  await buildPostgres();
  await build(
    pgbouncer,
    `${shipping}/pgbouncer/Containerfile`,
    `${shipping}/pgbouncer`,
    '--build-arg',
    `DEBIAN=${debian}`,
  );
}, 1_200_000);

afterAll(async () => {
  for (const { stop } of started.reverse()) await stop();
  for (const id of containers) await run('buildah', ['rm', id]);
  for (const image of [service, pgbouncer, postgres, node, debian])
    await run('buildah', ['rmi', '--force', image]);
  await run('ip', ['netns', 'delete', network]);
  rmSync(scratch, { recursive: true, force: true });
});

describe('the containers', () => {
  it('do not start with keys that everybody knows', async () => {
    const { code, output } = await run('ip', inContainer(await container(service), {}));
    assert.equal(code, 1);
    assert.match(output, /SVC_API_KEY/);
  });

  it('link a provider, with PostgreSQL behind PgBouncer, and stop when asked', async () => {
    const begin = async (image, name, ready) =>
      started.push(await start('ip', inContainer(await container(image), environmentOf(name)), ready));
    await begin(postgres, 'postgres', /listening on IPv4/);
    await begin(pgbouncer, 'pgbouncer', /process up/);
    const { command } = compose.services.migrate;
    const migrated = await run(
      'ip',
      inContainer(await container(service), environmentOf('migrate'), command),
    );
    assert.equal(migrated.code, 0, migrated.output);

    const running = await start(
      'ip',
      inContainer(await container(service), environmentOf('service')),
      /^Service\s+(\S+)$/,
    );
    const linked = await run('ip', [
      ...['netns', 'exec', network, process.execPath, 'test/shipping/run-shipped.mjs'],
      ...['http://127.0.0.1:8787', keys.SVC_API_KEY],
    ]);
    assert.deepEqual(linked, { code: 0, output: 'success\n' });
    process.kill(await firstProcess(/^[/\w]*node\0service\/bin\/svc-service/), 'SIGTERM');
    const { code, output } = await running.ended;
    assert.equal(code, 0, output);
  });
});

describe('the systemd unit', () => {
  it('is one that systemd reads without a complaint', async () => {
    if (spawnSync('which', ['systemd-analyze']).status !== 0) aptInstall('systemd');
    const unit = path.join(scratch, 'svc-service.service');
    // The path of Node on this machine.
    const text = readFileSync(`${shipping}/svc-service.service`, 'utf8').replace(
      '/usr/bin/node',
      process.execPath,
    );
    writeFileSync(unit, text);
    assert.deepEqual(await run('systemd-analyze', ['verify', unit]), { code: 0, output: '' });
  });
});
