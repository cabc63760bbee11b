// The code of the documentation, ready to run as it is written.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Finds code in a page of `docs/`: the TypeScript block that contains a text. Returns a function that takes the
 * variables which the page assumes, runs the code, and returns the value of the expression `answer` at its end.
 */
export function codeOf(name: string): (text: string, answer: string) => (scope: object) => Promise<unknown> {
  const page = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  return (text, answer) => {
    const block = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)]
      .map(([, code]) => code!)
      .find((code) => code.includes(text));
    assert.ok(block, `no code of docs/${name} holds ${text}`);
    const code = ts.transpile(block.replace(/^import .*$/gm, ''), { target: ts.ScriptTarget.ES2022 });
    return (scope) =>
      new Function(...Object.keys(scope), `return (async () => { ${code}; return ${answer}; })();`)(
        ...Object.values(scope),
      ) as Promise<unknown>;
  };
}
