// `svc-link init` in a React Router project: where its routes are, and how the new ones become known.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, describe, it } from 'vitest';
import { projects } from './init-projects.mjs';
import { makeProject } from './init-run.mjs';

const { files } = projects['react-router'];
let project;
afterEach(() => project.remove());

async function init(more) {
  project = makeProject({ ...files, ...more });
  return { ...(await project.init()), list: project.list() };
}

describe('svc-link init in React Router', () => {
  it('names the routes to add, as the example has them, which another test builds and runs', async () => {
    const { code, out } = await init({});

    assert.equal(code, 0);
    const [, added] = /\nAdd to app\/routes\.ts:\n((?: {2}.*\n|\n)+)/.exec(out) ?? [];
    const lines = added.split('\n').filter((line) => line.includes('route('));
    assert.equal(lines.length, 2);
    const example = readFileSync('examples/react-router/app/routes.ts', 'utf8');
    assert.ok(example.includes(lines[0]), lines[0]);
    assert.match(lines[1], /'connect', 'routes\/connect\.tsx'/);
    assert.match(
      out,
      /\n {2}npx react-router dev\n {2}# then open \/connect at the address that it prints\n/,
    );
  });

  it('adds no route where the names of the files make them', async () => {
    const { out, list } = await init({
      'app/routes.ts':
        "import { flatRoutes } from '@react-router/fs-routes';\n\nexport default flatRoutes();\n",
    });

    assert.ok(list.includes('app/routes/api.link-token.ts'));
    assert.doesNotMatch(out, /Add to/);
  });

  it('writes into the folder that the configuration names', async () => {
    const { out, list } = await init({
      'react-router.config.ts': "export default { appDirectory: './src/web/', ssr: true };\n",
      'src/web/routes.js': '',
    });

    assert.ok(
      list.includes('src/web/routes/api.link-token.ts') && list.includes('src/web/routes/connect.tsx'),
    );
    assert.match(out, /\nAdd to src\/web\/routes\.js:\n/);
  });

  it('writes nothing where there is no server, and says why', async () => {
    const more = { 'react-router.config.ts': 'export default { ssr: false };\n' };

    const { code, out, errors, list } = await init(more);

    assert.deepEqual([code, out], [1, '']);
    assert.match(errors, /no server, [^\n]*ssr: false[^]*examples\/server-node/);
    assert.deepEqual(list, Object.keys({ ...files, ...more }).sort());
  });
});
