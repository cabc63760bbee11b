// The documentation site of several versions: a folder for each, `latest` for the newest, and a list.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { addVersion } from '../../scripts/site/versions.mjs';

describe('a site of several versions', () => {
  let out;
  beforeEach(() => {
    out = mkdtempSync(path.join(tmpdir(), 'svc-versions-'));
  });
  afterEach(() => rmSync(out, { recursive: true }));

  const read = (name) => readFileSync(path.join(out, name), 'utf8');
  const publish = (version) => {
    const built = path.join(out, '.new');
    mkdirSync(built);
    writeFileSync(path.join(built, 'index.html'), version);
    addVersion({ built, out, version });
  };

  it('begins with one version, which is the latest', () => {
    publish('0.1.0');
    assert.equal(read('v0.1/index.html'), '0.1.0');
    assert.equal(read('latest/index.html'), '0.1.0');
    assert.deepEqual(JSON.parse(read('versions.json')), ['latest', 'v0.1']);
    assert.match(read('index.html'), /url=latest\/.*<a href="v0\.1\/">v0\.1<\/a>/s);
    assert.ok(!existsSync(path.join(out, '.new')));
  });

  it('replaces a version completely by its patch', () => {
    publish('1.2.0');
    writeFileSync(path.join(out, 'v1.2/gone.html'), '');
    publish('1.2.1');
    assert.equal(read('v1.2/index.html'), '1.2.1');
    assert.ok(!existsSync(path.join(out, 'v1.2/gone.html')));
    assert.ok(!existsSync(path.join(out, 'latest/gone.html')));
  });

  it('orders by number, and keeps the newest as the latest when an older one is published again', () => {
    for (const version of ['0.9.0', '0.10.0', '0.9.1']) publish(version);
    assert.deepEqual(JSON.parse(read('versions.json')), ['latest', 'v0.10', 'v0.9']);
    assert.equal(read('latest/index.html'), '0.10.0');
    assert.equal(read('v0.9/index.html'), '0.9.1');
  });
});
