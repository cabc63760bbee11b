// `svc-link init` where it cannot read or write: it says so, and leaves everything as it was.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { projects } from './init-projects.mjs';
import { makeProject } from './init-run.mjs';

const made = [];
const project = (files) => {
  const one = makeProject(files);
  made.push(one);
  return one;
};
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

describe('svc-link init where it cannot write', () => {
  it('names the file, and removes what it had written', async () => {
    // Its last file belongs into `src`, which no program can write into, whoever runs it.
    const files = { ...projects.vite.files, src: 'a file' };
    const { init, list, folder } = project(files);

    const { code, errors } = await init();

    assert.equal(code, 1);
    assert.match(errors, /^Nothing was written, because this cannot be written:\n {2}\S*src\S* \(E\w+\)\n/);
    assert.doesNotMatch(errors, /\n {4}at /);
    assert.deepEqual(list(), Object.keys(files).sort());
    assert.ok(!existsSync(path.join(folder, '.gitignore')));
  });

  it('takes back its line of .gitignore, and removes only folders that it made', async () => {
    const files = { ...projects.sveltekit.files, '.gitignore': 'dist', 'src/routes/connect': 'a file' };
    const { init, list, read, folder } = project(files);

    const { code } = await init();

    assert.equal(code, 1);
    assert.equal(read('.gitignore'), 'dist');
    assert.deepEqual(list(), Object.keys(files).sort());
    assert.ok(!existsSync(path.join(folder, 'src/routes/api')));
  });
});

describe('svc-link init where it cannot read', () => {
  it('says why it cannot read the manifest, and does not call it malformed', async () => {
    const { init } = project({ 'package.json/a': '' });

    const { code, errors } = await init();

    assert.equal(code, 1);
    assert.match(errors, /package\.json cannot be read \(EISDIR\)\.\n$/);
  });
});
