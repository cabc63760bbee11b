// The compiler leads a developer who adds a problem: it names every table that has no entry for the new code.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'vitest';
import ts from 'typescript';

const codes = path.resolve('src/contract/problem-code.ts');
const tables = ['src/element/steps/problem-views.ts', 'src/flow/problems.ts', 'src/messages/en-steps.ts'];

/** The places at which the compiler complains after the list of codes has been changed. */
function complaints(change) {
  const { config } = ts.readConfigFile('tsconfig.base.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, lib: ['es2023', 'dom', 'dom.iterable'], types: [], noEmit: true },
    '.',
  );
  const host = ts.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  host.readFile = (file) => (path.resolve(file) === codes ? change(readFile(file)) : readFile(file));
  host.getSourceFile = (file, ...rest) =>
    path.resolve(file) === codes
      ? ts.createSourceFile(file, change(readFile(file)), rest[0])
      : getSourceFile(file, ...rest);
  const program = ts.createProgram(tables, options, host);
  return tables.filter((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0);
}

describe('a new problem', () => {
  it('is required in every table by the compiler', () => {
    assert.deepEqual(
      complaints((text) => text.replace("  'offline',\n", "  'offline',\n  'moon_phase',\n")),
      tables,
    );
  });

  it('is the only reason for the compiler’s error', () => {
    assert.deepEqual(
      complaints((text) => text),
      [],
    );
  });
});
