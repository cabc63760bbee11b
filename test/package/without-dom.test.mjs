// The package on a server that is neither Node nor a browser: bundled as for Workers and edge runtimes,
// whose bundlers choose the files for browsers unless a package says otherwise, and run without a DOM.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { describe, it } from 'vitest';

const onServer = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SvcLink } from 'svc-link';
import { SvcLink as Defined } from 'svc-link/define';
import { SvcLink as Component, SvcLinkSkeleton, useSvcLink } from 'svc-link/react';
import { insertSkeleton, renderSkeleton } from 'svc-link/server';

const Button = () => createElement('button', { disabled: useSvcLink({ baseUrl: 'https://a.test' }).isOpen });
console.log(JSON.stringify({
  globals: [typeof HTMLElement, typeof document, typeof customElements],
  isOneClass: SvcLink === Defined,
  version: SvcLink.version,
  opened: await SvcLink.open({}).catch(({ name, message }) => [name, message]),
  skeleton: renderSkeleton({ locale: 'de' }),
  inserted: insertSkeleton('<svc-link>'),
  tag: renderToString(createElement(Component, { className: 'wide', linkToken: 'lt_secret', headingLevel: 3 })),
  within: renderToString(createElement(Component, null, createElement(SvcLinkSkeleton, { locale: 'de' }))),
  button: renderToString(createElement(Button)),
}));
// React leaves a port open.
process.exit();`;

/** The conditions that bundlers use: Wrangler, Vite's plugin for Workers, Next.js for its edge runtime, and others. */
const runtimes = {
  Workers: ['workerd', 'worker', 'browser'],
  'a worker of a bundler for browsers': ['worker', 'browser'],
  'an edge runtime': ['edge-light', 'browser'],
};

describe('the package without a DOM', () => {
  for (const [name, conditions] of Object.entries(runtimes))
    it(`is imported and renders in ${name}, and has no element in its bundle`, async () => {
      const { outputFiles, metafile } = await build({
        stdin: { contents: onServer, resolveDir: '.' },
        bundle: true,
        write: false,
        metafile: true,
        format: 'esm',
        platform: 'neutral',
        mainFields: ['module', 'main'],
        conditions: ['import', ...conditions],
        define: { 'process.env.NODE_ENV': '"production"' },
      });
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
        input: outputFiles[0].text,
        encoding: 'utf8',
        timeout: 30_000,
      });
      assert.equal(status, 0, stderr);
      const { skeleton, ...told } = JSON.parse(stdout);
      const { renderSkeleton } = await import('svc-link/server');
      const { SvcLink } = await import('svc-link');
      const { message } = await SvcLink.open({}).catch((error) => error);

      assert.equal(skeleton, renderSkeleton({ locale: 'de' }));
      assert.deepEqual(told, {
        globals: ['undefined', 'undefined', 'undefined'],
        isOneClass: true,
        version: SvcLink.version,
        opened: ['TypeError', message],
        inserted: `<svc-link>${renderSkeleton()}`,
        tag: '<svc-link class="wide"></svc-link>',
        within: `<svc-link>${skeleton}</svc-link>`,
        button: '<button></button>',
      });
      const files = Object.keys(metafile.inputs);
      assert.deepEqual(
        files.filter((file) => /node_modules\/(?:@lit|lit)|dist\/(?:element|flow)\//.test(file)),
        [],
      );
    });
});
