// The files of service/shipping name files that exist.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { parse } from 'yaml';
import { run } from './run-shipped.mjs';

const folder = 'service/shipping';
const read = (name) => readFileSync(`${folder}/${name}`, 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });

describe('compose.yaml', () => {
  it('gives the service existing settings, and commands that it knows', async () => {
    const { output: help } = await run(process.execPath, ['service/bin/svc-service.js', 'help']);
    for (const name of ['migrate', 'service']) {
      const { environment, command = ['start'] } = compose.services[name];
      for (const setting of Object.keys(environment)) assert.match(help, new RegExp(`\\b${setting}\\b`));
      if (command[0] !== 'start') assert.match(help, new RegExp(`^svc-service ${command[0]} `, 'm'));
    }
  });

  it('builds from files that exist: an engine looks for a Dockerfile unless another file is named', () => {
    for (const [name, { build }] of Object.entries(compose.services).filter(([, { build }]) => build)) {
      const { context = build, dockerfile = 'Dockerfile' } = build;
      assert.ok(existsSync(path.join(folder, context, dockerfile)), name);
    }
  });

  it('requires the settings that example.env names, and no others', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const named = new Set([...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    assert.deepEqual([...named].sort(), [...asked].sort());
  });

  it('has a port for each process that example.env asks for', () => {
    const [, processes] = /^PROCESSES=(\d+)$/m.exec(read('example.env')) ?? [];
    const [, from, to] = /^PORTS=(\d+)-(\d+)$/m.exec(read('example.env')) ?? [];
    assert.equal(Number(to) - Number(from) + 1, Number(processes));
    assert.equal(compose.services.service.deploy.replicas, '${PROCESSES:-1}');
  });

  it('has as many connections to PostgreSQL as the processes of example.env open, and one for a command', () => {
    const [, processes] = /^PROCESSES=(\d+)$/m.exec(read('example.env')) ?? [];
    const [, pooled] = /^default_pool_size = (\d+)$/m.exec(read('pgbouncer/pgbouncer.ini')) ?? [];
    const usualPoolSize = 10;
    const oneForReady = 1;
    assert.ok(Number(pooled) >= Number(processes) * (usualPoolSize + oneForReady) + 1, pooled);
  });

  it('passes on every setting of the copy of example.env', () => {
    for (const name of ['migrate', 'service']) assert.equal(compose.services[name].env_file, '.env');
    assert.match(
      read('compose.yaml'),
      /install -m 600 service\/shipping\/example\.env service\/shipping\/\.env /,
    );
  });

  it('starts without SVC_MASTER_KEY, as the last step of a rotation leaves it', () => {
    const required = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    assert.ok(!required.has('SVC_MASTER_KEY'));
  });

  it('can let people sign in to the console, which accepts no key if other machines reach it', () => {
    const { environment } = compose.services.service;
    for (const name of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'ROLES'])
      assert.ok(`CONSOLE_OIDC_${name}` in environment, name);
  });
});

describe('the files', () => {
  it('start the same program with the same command', () => {
    const program = 'service/bin/svc-service.js';
    assert.match(
      read('Containerfile'),
      new RegExp(`^ENTRYPOINT \\["node", "${program}"\\]\nCMD \\["start"\\]$`, 'm'),
    );
    assert.match(
      read('svc-service.service'),
      new RegExp(`^ExecStart=/usr/bin/node /opt/svc-service/${program} start$`, 'm'),
    );
  });

  it('keep the previous version, so that people can go back to it', () => {
    assert.match(compose.services.service.image, /^svc-service:\$\{SVC_VERSION\b/);
    const [, folder] = /npm run ship (\/opt\/svc-service-\S+)/.exec(read('svc-service.service')) ?? [];
    const link = `sudo ln -sfn ${folder?.slice('/opt/'.length)} /opt/svc-service\n`;
    assert.ok(read('svc-service.service').includes(link), link);
  });

  it('start the unit again as long as the database is away', () => {
    const [, beforeService = ''] = /^\[Unit\]\n([^[]*)/m.exec(read('svc-service.service')) ?? [];
    assert.match(beforeService, /^StartLimitIntervalSec=0$/m);
    assert.match(read('svc-service.service'), /^Restart=always\nRestartSec=3$/m);
  });
});

describe('settings and backups in the folder of the repository', () => {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trimEnd();

  it('are never committed, and no committed file is ignored', () => {
    const secret = [
      'svc.env',
      'svc.env.new',
      `${folder}/.env`,
      'copy.env',
      'svc-20261124T0300Z.dump',
      'deleted.txt',
    ];
    assert.deepEqual(git('check-ignore', ...secret).split('\n'), secret);
    assert.equal(git('ls-files', '--cached', '--ignored', '--exclude-standard'), '');
  });

  it('are not in an image', () => {
    const kept = new Set(readFileSync('.dockerignore', 'utf8').split('\n'));
    for (const pattern of ['**/.env', '**/*.env', '**/*.env.new', '**/*.dump'])
      assert.ok(kept.has(pattern), pattern);
  });
});
