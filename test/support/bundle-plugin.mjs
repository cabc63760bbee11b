// A @web/test-runner plugin that bundles all unit tests at once. If they were served module by module, each test file would cost
// each browser 200 requests, and the runner more work than the tests themselves.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** `folders` of `test/`; `define`: names in the tests that are replaced by a value. */
export function bundle(folders, define) {
  const entryPoints = folders.flatMap((folder) =>
    readdirSync(path.join(root, 'test', folder), { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => path.join(root, 'test', folder, name)),
  );
  /** The bundled files by their address. */
  let files;
  return {
    name: 'bundle',
    async serverStart() {
      const { outputFiles } = await build({
        entryPoints,
        define,
        inject: [path.join(import.meta.dirname, 'plain-failures.ts')],
        bundle: true,
        // Code that loads later in the product loads later here too.
        splitting: true,
        format: 'esm',
        target: 'es2022',
        // esbuild would not look for one, and without it useDefineForClassFields would be compiled differently.
        tsconfig: path.join(root, 'tsconfig.base.json'),
        conditions: ['development'],
        external: ['/__web-*'],
        outdir: root,
        outbase: root,
        chunkNames: '__bundle/[name]-[hash]',
        write: false,
        sourcemap: 'inline',
        logLevel: 'error',
      });
      files = new Map(
        outputFiles.map(({ path: file, text }) => [
          `/${path.relative(root, file).split(path.sep).join('/')}`,
          text,
        ]),
      );
    },
    serve({ path: address }) {
      const body = files.get(address.replace(/\.ts$/, '.js'));
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
