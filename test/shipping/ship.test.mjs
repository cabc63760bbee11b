// The folder that `npm run ship` writes contains everything that the service needs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { link, run, start } from './run-shipped.mjs';

/** Licences that only require their own text beside the copy. */
const permissive =
  /^\(?(?:(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|CC0-1\.0|BlueOak-1\.0\.0)(?: (?:OR|AND) )?)+\)?$/;

let folder;

beforeAll(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'svc-ship-')), 'svc-service');
  // The umask with which the handbook writes the settings.
  const { code, output } = await run('sh', [
    ...['-c', 'umask 077 && exec npm run --silent ship "$0"'],
    folder,
  ]);
  assert.equal(code, 0, output);
});

afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

describe('the shipped folder', () => {
  it('runs from any place, and a person links a provider', async () => {
    const service = await start(
      process.execPath,
      [path.join(folder, 'service/bin/svc-service.js'), 'start'],
      /^Service\s+(\S+)$/,
      { cwd: '/', env: { PORT: '0', DATA_DIR: path.join(folder, '../data') } },
    );
    const [, url] = service.match;
    for (const page of ['/console/', '/link/', '/cdn/svc-link.js', '/openapi.json'])
      assert.equal((await fetch(url + page)).status, 200, page);
    assert.equal(await link(url, 'sk_sandbox_local'), 'success');
    const { code, output } = await service.stop();
    assert.equal(code, 0, output);
  });

  it('lists all its packages, with licences that require nothing', () => {
    const { bomFormat, components } = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8'));
    assert.equal(bomFormat, 'CycloneDX');
    const installed = Object.keys(
      JSON.parse(readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages,
    ).filter((name) => !/node_modules\/svc-|^service$/.test(name));
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
    const missing = installed
      .filter((place) => existsSync(path.join(folder, place)))
      .map((place) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${lock[place].version}`)
      .filter((name) => !listed.has(name));
    assert.deepEqual(missing, []);
    const lines = readFileSync(path.join(folder, 'licences.txt'), 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, components.length);
    const demanding = lines.filter((line) => !permissive.test(line.split(' ').slice(2).join(' ')));
    assert.deepEqual(demanding, []);
  });

  it('contains nothing for building or testing', () => {
    assert.deepEqual(readdirSync(folder).sort(), [
      'LICENSE',
      'dist',
      'licences.txt',
      'node_modules',
      'package-lock.json',
      'package.json',
      'sbom.cdx.json',
      'service',
    ]);
    for (const name of ['vite', 'typescript', '@playwright', 'oidc-provider'])
      assert.equal(existsSync(path.join(folder, 'node_modules', name)), false, name);
  });

  it('can be read by the user who runs it, and written only by its owner', () => {
    const allowed = ['(', '-type', 'l', '-o', '-perm', '644', '-o', '-perm', '755', ')'];
    const { stdout } = spawnSync('find', [folder, '!', ...allowed], { encoding: 'utf8' });
    assert.equal(stdout, '');
  });

  it('is written only into an empty folder', async () => {
    const { code, output } = await run('npm', ['run', '--silent', 'ship', folder]);
    assert.equal(code, 1);
    assert.match(output, /^ship: .* is not empty$/m);
  });
});
