// The types for templates that docs/frameworks.md gives, exactly as they are there, with each framework's own types.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { examples, install, pack } from './installed.mjs';

const docs = readFileSync('docs/frameworks.md', 'utf8');
const blocks = new Map(
  [...docs.matchAll(/<!-- checked: (\w+) -->\n+```ts\n([\s\S]*?)```/g)].map(([, name, code]) => [name, code]),
);

const heard = '({ detail }) => detail.provider satisfies string | null';
const inJsx = (source, prefix) => `/** @jsxImportSource ${source} */
export const good = <svc-link base-url="https://a.test" class="wide" ${prefix}svc-success={${heard}} />;
// @ts-expect-error -- no such mode
export const wrong = <svc-link mode="carousel" />;
`;
const inObject = (type) => `
({ 'base-url': 'https://a.test', tokenProvider: async () => 'lt' }) satisfies Props;
// @ts-expect-error -- no such mode
({ mode: 'carousel' }) satisfies Props;
${type}
`;

/** How the types are used, by framework, and the file type for it. */
const uses = {
  preact: ['tsx', inJsx('preact', 'on')],
  solid: [
    'tsx',
    `${inJsx('solid-js', 'on:')}
export const withToken = <svc-link prop:tokenProvider={async () => 'lt'} />;
// @ts-expect-error -- no promise
export const wrongToken = <svc-link prop:tokenProvider={() => 'lt'} />;
// @ts-expect-error -- Solid would set \`tokenprovider\`
export const lowerCase = <svc-link tokenProvider={async () => 'lt'} />;
`,
  ],
  vue: [
    'ts',
    inObject(`import type { GlobalComponents } from 'vue';
type Props = InstanceType<GlobalComponents['svc-link']>['$props'];`),
  ],
  svelte: [
    'ts',
    inObject(`import type { SvelteHTMLElements } from 'svelte/elements';
type Props = SvelteHTMLElements['svc-link'];
({ 'onsvc-success': ${heard} }) satisfies Props;`),
  ],
};

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

describe('docs/frameworks.md', { timeout: 240_000 }, () => {
  let folder, errors, status;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'svc-frameworks-'));
    install(folder, {
      preact: '11.2.0',
      'solid-js': '1.9.19',
      svelte: '5.57.3',
      vue: '3.5.45',
      'svc-link': `file:${pack(folder)}`,
    });
    for (const [name, [kind, use]] of Object.entries(uses)) {
      writeFileSync(path.join(folder, `${name}.ts`), blocks.get(name) ?? '');
      writeFileSync(path.join(folder, `${name}-use.${kind}`), use);
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const checked = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    status = checked.status;
    errors = checked.stdout.split('\n').filter(Boolean);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const name of Object.keys(uses))
    it(`gives types for ${name} that compile`, () => {
      assert.ok(blocks.has(name));
      assert.deepEqual(
        errors.filter((error) => error.startsWith(name)),
        [],
      );
    });

  it('has no other errors', () => {
    assert.deepEqual([status, errors], [0, []]);
  });

  it('has a section for every framework of the examples', () => {
    for (const name of examples.filter((name) => !['html', 'vite-ts'].includes(name)))
      assert.match(docs, new RegExp(`^## ${name}$`, 'im'));
  });
});
