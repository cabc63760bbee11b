// npm can install the React Native package beside a preview of Expo, whose
// template has prereleases. A range such as ">=0.79.0" accepts no prerelease.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'svc-peers-'));
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const { name, version, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync('mobile/react-native/package.json', 'utf8'),
);

describe('the package for React Native', () => {
  it('can be installed with prereleases of React Native and of Expo’s browser', () => {
    const packages = [
      { name, version, peerDependencies, peerDependenciesMeta },
      { name: 'react', version: '19.3.1' },
      { name: 'react-native', version: '0.88.0-rc.0' },
      { name: 'expo-web-browser', version: '58.0.0-preview.1' },
    ];
    const write = (at: string, manifest: unknown) => {
      mkdirSync(path.join(folder, at));
      writeFileSync(path.join(folder, at, 'package.json'), JSON.stringify(manifest));
    };
    for (const one of packages) write(one.name, one);
    const dependencies = Object.fromEntries(packages.map((one) => [one.name, `file:../${one.name}`]));
    write('app', { private: true, dependencies });

    // Packages are copied and not linked, because npm does not check the ranges
    // of linked packages. Without the network, because every package is local.
    const options = ['--install-links', '--package-lock-only', '--offline', '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync(
      'npm',
      ['install', ...options, '--cache', path.join(folder, 'cache')],
      {
        cwd: path.join(folder, 'app'),
        encoding: 'utf8',
      },
    );

    assert.equal(status, 0, stderr);
  });
});
