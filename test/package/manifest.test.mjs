// The manifest and what editors read of it are what the sources say, and have what an editor offers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const names = [
  'custom-elements.json',
  'vscode.html-custom-data.json',
  'vscode.css-custom-data.json',
  'web-types.json',
];
const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

describe('the manifest', () => {
  let fresh;

  beforeAll(() => {
    // Within the project: the analyzer writes below the folder that it runs in.
    mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true });
    fresh = mkdtempSync(path.join(root, 'node_modules/.cache/manifest-'));
    execFileSync('npm', ['run', '--silent', 'manifest'], {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, MANIFEST_OUT: path.relative(root, fresh) },
    });
  });
  afterAll(() => rmSync(fresh, { recursive: true }));

  it('is named by the package, as are the data for JetBrains', () => {
    const { customElements, 'web-types': webTypes } = read('package.json');
    assert.equal(customElements, 'custom-elements.json');
    assert.equal(webTypes, './web-types.json');
  });

  for (const name of names)
    it(`has a fresh ${name}`, () => {
      assert.equal(
        readFileSync(path.join(root, name), 'utf8'),
        readFileSync(path.join(fresh, name), 'utf8'),
        'npm run manifest writes it anew',
      );
    });
});

describe('what an editor offers', () => {
  const element = read('custom-elements.json')
    .modules.flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'svc-link');
  const [tag] = read('vscode.html-custom-data.json').tags;
  const css = read('vscode.css-custom-data.json');
  const modes = ['inline', 'dialog', 'popover', 'frame', 'window', 'redirect'];

  it('is each mode by name, and a flag without a value', () => {
    const attribute = (name) => tag.attributes.find((each) => each.name === name);
    assert.deepEqual(
      attribute('mode').values.map(({ name }) => name),
      modes,
    );
    assert.equal(attribute('open').valueSet, 'v');
    // No words to choose from: it takes any.
    assert.deepEqual(attribute('providers').values, []);
    const [{ attributes }] = read('web-types.json').contributions.html.elements;
    assert.equal(
      attributes.find(({ name }) => name === 'mode').value.type,
      modes.map((mode) => `'${mode}'`).join(' | '),
    );
  });

  it('is every part that a template has, and no other', () => {
    const folder = path.join(root, 'src/element');
    const templates = readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const parts = templates.flatMap((text) => [...text.matchAll(/\bpart="([\w -]+)"/g)]);
    assert.deepEqual(
      [...new Set(parts.flatMap(([, words]) => words.split(' ')))].sort(),
      element.cssParts.map(({ name }) => name).sort(),
    );
  });

  it('is every variable, part and state, and no text ends in a line of dashes', () => {
    const named = (list, nameOf = (name) => name) => list.map(({ name }) => nameOf(name));
    assert.deepEqual(named(css.properties), named(element.cssProperties));
    assert.deepEqual(
      named(css.pseudoElements),
      named(element.cssParts, (name) => `::part(${name})`),
    );
    assert.deepEqual(
      named(css.pseudoClasses),
      named(element.cssStates, (name) => `:state(${name})`),
    );
    for (const name of names)
      assert.doesNotMatch(readFileSync(path.join(root, name), 'utf8'), /---\\n"/, name);
  });
});
