// The manifest and the files that editors read match the sources, and contain what an editor offers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { choices, flags } from '../../demo/docs-site/choices.ts';
import { themeVariables } from '../../src/bridge/link-settings.ts';

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
    // Within the project, because the analyzer writes below the folder that it runs in.
    mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true });
    fresh = mkdtempSync(path.join(root, 'node_modules/.cache/manifest-'));
    execFileSync('npm', ['run', '--silent', 'manifest'], {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, MANIFEST_OUT: path.relative(root, fresh) },
    });
  });
  afterAll(() => rmSync(fresh, { recursive: true }));

  it('is named by the package, and so are the data for JetBrains', () => {
    const { customElements, 'web-types': webTypes } = read('package.json');
    assert.equal(customElements, 'custom-elements.json');
    assert.equal(webTypes, './web-types.json');
  });

  for (const name of names)
    it(`has an up-to-date ${name}`, () => {
      assert.equal(
        readFileSync(path.join(root, name), 'utf8'),
        readFileSync(path.join(fresh, name), 'utf8'),
        'npm run manifest writes it anew',
      );
    });
});

const element = read('custom-elements.json')
  .modules.flatMap(({ declarations = [] }) => declarations)
  .find(({ tagName }) => tagName === 'svc-link');

// Every attribute or variable must be in one of the two lists, so that each new one is a decision.
describe('the public names of the element', () => {
  const namesOf = (list) => list.map(({ name }) => name).sort();

  it('include variables that go with the widget to the hosted page, except those of its box', () => {
    const stay = ['shadow', 'width', 'height', 'backdrop'].map((name) => `--svc-link-${name}`);
    assert.deepEqual([...themeVariables, ...stay].sort(), namesOf(element.cssProperties));
  });

  it('include attributes with switches beside the live sample, except those that the sample has itself', () => {
    const own = ['link-token', 'base-url', 'hosted-url', 'open', 'redirect-on', 'label'];
    assert.deepEqual([...Object.keys(choices), ...flags, ...own].sort(), namesOf(element.attributes));
  });
});

describe('the suggestions of an editor', () => {
  const [tag] = read('vscode.html-custom-data.json').tags;
  const css = read('vscode.css-custom-data.json');
  const modes = ['inline', 'dialog', 'popover', 'frame', 'window', 'redirect'];

  it('include each mode by name, and flags without a value', () => {
    const attribute = (name) => tag.attributes.find((each) => each.name === name);
    assert.deepEqual(
      attribute('mode').values.map(({ name }) => name),
      modes,
    );
    assert.equal(attribute('open').valueSet, 'v');
    // It takes any words, so there are none to choose from.
    assert.deepEqual(attribute('providers').values, []);
    const [{ attributes }] = read('web-types.json').contributions.html.elements;
    assert.equal(
      attributes.find(({ name }) => name === 'mode').value.type,
      modes.map((mode) => `'${mode}'`).join(' | '),
    );
  });

  it('include exactly the parts that the templates have', () => {
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

  it('include every variable, part and state, and no text ends in a line of dashes', () => {
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
