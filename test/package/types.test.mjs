// The types for templates and for React name exactly what the manifest names. Nothing is missing and nothing is left over.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import ts from 'typescript';

const { attributes, members, events } = JSON.parse(readFileSync('custom-elements.json', 'utf8'))
  .modules.flatMap(({ declarations = [] }) => declarations)
  .find(({ tagName }) => tagName === 'svc-link');

const properties = members
  .filter(({ kind, privacy, static: isStatic }) => kind === 'field' && privacy !== 'private' && !isStatic)
  .map(({ name }) => name);
const eventNames = events.map(({ name }) => name);
const handlerOf = (event) => event.replace(/^svc-(.)/, (_, first) => `on${first.toUpperCase()}`);

/** The type checker's errors if a listed name is not a key of the type, or a key is not in the list. */
function checkNames(types) {
  const file = path.resolve('test/types/names.ts');
  const options = {
    ...ts.readConfigFile('tsconfig.base.json', ts.sys.readFile).config.compilerOptions,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const text = [
    "import type { SvcLinkAttributes, SvcLinkEventMap, SvcLinkProperties, SvcLinkTemplateProps } from 'svc-link';",
    "import type { SvcLinkJsxProps, SvcLinkProps } from 'svc-link/react';",
    "import type { HTMLAttributes, ClassAttributes } from 'react';",
    'type Ours<T> = Exclude<keyof T, keyof HTMLAttributes<unknown> | keyof ClassAttributes<unknown>>;',
    ...Object.entries(types).map(
      ([type, names]) =>
        `({ ${names.map((name) => `'${name}': 1`).join(', ')} }) satisfies Record<${type}, 1>;`,
    ),
    'export type Used = [SvcLinkAttributes, SvcLinkEventMap, SvcLinkProperties, SvcLinkTemplateProps, SvcLinkJsxProps, SvcLinkProps];',
  ].join('\n');
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...more);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe('the types for templates', () => {
  const attributeNames = attributes.map(({ name }) => name);
  const inTemplates = [...attributeNames, ...properties, ...eventNames.map((name) => `on${name}`)];
  const named = {
    'keyof SvcLinkAttributes': attributeNames,
    'keyof SvcLinkProperties': properties,
    'keyof SvcLinkEventMap': eventNames,
    'keyof SvcLinkTemplateProps': inTemplates,
    'Ours<SvcLinkJsxProps>': [...inTemplates, 'class'],
    // React itself defines this name.
    'Ours<SvcLinkProps>': [...properties, ...eventNames.map(handlerOf).filter((name) => name !== 'onError')],
  };
  const unique = Object.fromEntries(
    Object.entries(named).map(([type, names]) => [type, [...new Set(names)]]),
  );
  let errors;
  beforeAll(() => {
    errors = checkNames(unique);
  });

  it('name exactly the attributes, properties and events of the manifest', () => {
    assert.ok(attributeNames.length > 10 && properties.length > 14 && eventNames.length === 10);
    assert.deepEqual(errors, []);
  });

  it('are checked by a checker that finds a missing name and an additional one', () => {
    const [first, ...others] = attributeNames;
    const found = checkNames({ 'keyof SvcLinkAttributes': [...others, 'linktoken'] }).join();
    assert.match(found, /linktoken/);
    assert.match(checkNames({ 'keyof SvcLinkAttributes': others }).join(), new RegExp(first));
  });
});
