// What `svc-link init` tells people to do, besides the files that it writes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { readAnswers } from '../../init/answers.ts';
import { templatePlace } from '../../init/plan.ts';
import { projects } from './init-projects.mjs';
import { makeProject } from './init-run.mjs';

const made = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

/** The output and the errors of init in a project with these files. */
async function sayings(files, args) {
  const project = makeProject(files);
  made.push(project);
  return project.init(args);
}
const said = async (files) => (await sayings(files)).out;
const manifest = (dependencies) => JSON.stringify({ name: 'northwind', dependencies });

describe('the output of svc-link init', () => {
  it('leaves the port of the page to the server that prints it', async () => {
    for (const [name, { kind = name, files }] of Object.entries(projects)) {
      const page = /# then open (.+)\n/.exec(await said(files))[1];
      if (kind !== 'express') assert.match(page, /the address that it prints$/, name);
      assert.doesNotMatch(page, /localhost:\d/, name);
    }
  });

  it('says how Nuxt’s built server gets its key, as the example starts it', async () => {
    const { start } = JSON.parse(readFileSync('examples/nuxt/package.json', 'utf8')).scripts;

    const out = await said(projects.nuxt.files);

    assert.ok(out.includes(`\nWhen you build it:\n  npx nuxt build\n  ${start}\n`));
  });

  it('says how the standalone server of Next.js gets its key and the files that it serves', async () => {
    const [build, start] = [
      'npx next build\n  cp -r .next/static .next/standalone/.next/\n',
      '  node --env-file=.env.local .next/standalone/server.js\n',
    ];
    const files = {
      ...projects.next.files,
      'next.config.ts': "export default { output: 'standalone' };\n",
    };

    assert.ok((await said(files)).includes(`\nWhen you build it:\n  ${build}${start}`));
    const withPublic = await said({ ...files, 'public/logo.svg': '' });
    assert.ok(withPublic.includes(`${build}  cp -r public .next/standalone/\n${start}`));
    assert.doesNotMatch(await said({ ...files, 'next.config.ts': 'export default {};\n' }), /When you build/);
  });

  it('says by which host names Angular’s built server is requested', async () => {
    const files = {
      ...projects['angular with a server of its own'].files,
      'package.json': manifest({ '@angular/core': '22' }),
    };

    const out = await said(files);

    assert.match(
      out,
      /\nWhen you build it:\n[^\n]*angular\.json: "security": \{ "allowedHosts": \["localhost"\] \}, in place of the empty one[^\n]*\n[^\n]* answers 400 /,
    );
    assert.match(out, /\n {2}npx ng build\n {2}node dist\/northwind\/server\/server\.mjs\n/);
    const workspace =
      '{\n  // The projects\n  "projects": {\n    "portal": { "root": "" },\n    "admin": {}\n  }\n}\n';
    assert.match(await said({ ...files, 'angular.json': workspace }), /\n {2}node dist\/portal\/server\//);
    assert.doesNotMatch(await said(projects.angular.files), /allowedHosts/);
  });

  it('says to remove Angular’s placeholder, if there is one', async () => {
    const { files } = projects.angular;
    const add = /Add to src\/app\/app\.html, in place of the placeholder[^\n]*:\n {2}<router-outlet \/>\n/;
    const placeholder = '<!-- * * is only a placeholder * * -->\n<main>Hello</main>\n<router-outlet />\n';

    assert.match(await said({ ...files, 'src/app/app.html': placeholder }), add);
    assert.doesNotMatch(await said({ ...files, 'src/app/app.html': '<router-outlet />\n' }), /app\.html/);
  });

  it('says in a Vite project with a configuration how its build contains the page, and what it lacks', async () => {
    const { files } = projects['vite with TypeScript and a configuration'];
    const out = await said({ ...files, 'index.html': '' });
    assert.match(out, /\n {2}build: \{ rollupOptions: \{ input: \['index\.html', 'connect\.html'\] \} \},\n/);
    assert.match(out, /When you build it:\n[^\n]*vite build[^]*\/api\/link-token[^\n]* docs\/server\.md\n/);
  });

  it('lets Vite build only pages that exist', async () => {
    const { 'index.html': index, ...files } = projects.vite.files;
    const config = { 'vite.config.js': 'export default {};\n' };
    for (const [pages, input] of [
      [{}, "input: ['connect.html']"],
      [{ 'index.html': index }, "input: ['index.html', 'connect.html']"],
    ]) {
      assert.ok((await said({ ...files, ...pages, ...config })).includes(input));
      const project = makeProject({ ...files, ...pages });
      made.push(project);
      await project.init();
      assert.ok(project.read('vite.config.mjs').includes(input));
    }
  });

  it('installs with the package manager whose lock file exists', async () => {
    const files = { 'package.json': manifest({ astro: '7' }), 'tsconfig.json': '{}' };
    for (const [lock, toRun, toDevelop] of [
      ['package-lock.json', 'npm install', 'npm install --save-dev'],
      ['pnpm-lock.yaml', 'pnpm add', 'pnpm add --save-dev'],
      ['yarn.lock', 'yarn add', 'yarn add --dev'],
      ['bun.lock', 'bun add', 'bun add --dev'],
    ]) {
      const out = await said({ ...files, [lock]: '' });
      assert.ok(out.includes(`\n  ${toRun} svc-link\n  ${toDevelop} @types/node\n`), out);
    }
  });

  it('runs programs by the package manager of the project', async () => {
    // In a project of pnpm or Yarn, npm may refuse to run anything, and Plug’n’Play has no node_modules.
    const commands = (out) => out.match(/(?<=^ {2})(?:npx|npm|yarn|pnpm|node|bunx?) .*/gm) ?? [];
    const runBy = {
      'yarn.lock': { npx: 'yarn', node: 'yarn node', npm: 'yarn' },
      'pnpm-lock.yaml': { npx: 'pnpm exec', node: 'node', npm: 'pnpm' },
      'bun.lock': { npx: 'bunx', node: 'bun', npm: 'bun' },
    };
    const without = (out) => commands(out).filter((line) => !/^\S+ (?:add|install) /.test(line));
    for (const { files } of Object.values(projects)) {
      const withNpm = without(await said(files));
      for (const [lock, by] of Object.entries(runBy))
        assert.deepEqual(
          without(await said({ ...files, [lock]: '' })),
          withNpm.map((line) => line.replace(/^(?:npx|node|npm)(?= )/, (name) => by[name])),
        );
    }
  });

  it('goes into the folder that it was given first', async () => {
    const made = makeProject({});
    try {
      for (const [name, content] of Object.entries(projects.html.files))
        made.write(`my app/${name}`, content);
      assert.match((await made.init(['my app'])).out, /\nNext:\n {2}cd "my app"\n {2}node server\.mjs/);
      assert.doesNotMatch(await said(projects.html.files), /\n {2}cd /);
    } finally {
      made.remove();
    }
  });

  it('starts an Express application by the file that is there', async () => {
    const started = async (scripts, files) => {
      const text = JSON.stringify({
        main: 'index.js',
        dependencies: { 'svc-link': '*', express: '5' },
        scripts,
      });
      return /\nNext:\n([^]*?)\n {2}# then open/
        .exec(await said({ 'package.json': text, ...files }))[1]
        .trim();
    };
    const app = "const express = require('express');\nconst app = express();\n";
    const typed = { 'tsconfig.json': '{}', 'src/app.ts': app };

    // As `npm init -y` writes it: `main` names a file that is not there.
    assert.equal(await started({}, { 'app.js': app }), 'node app.js');
    assert.equal(await started({}, { 'app.js': app, 'index.js': '' }), 'node index.js');
    assert.equal(await started({ start: 'node app.js' }, { 'app.js': app }), 'npm start');
    // `start` mostly runs what a build made.
    assert.match(await started({ dev: 'tsx src/app.ts', start: 'node dist/app.js' }, typed), /npm run dev$/);
    assert.match(
      await started({ build: 'tsc', start: 'node dist/app.js' }, typed),
      /npm run build\n {2}npm start$/,
    );
    assert.match(await started({ start: 'tsx src/app.ts' }, typed), /\n {2}npm start$/);
  });

  it('says that the server asks what was connected', async () => {
    for (const { files } of Object.values(projects))
      assert.match(await said(files), /your server asks how a link ended: docs\/server\.md/);
  });

  it('takes the sandbox’s key for a service on any port of this machine, and says which it is', async () => {
    const { files } = projects.html;
    for (const host of ['127.0.0.1:8788', 'localhost:9000', '[::1]:8787']) {
      const project = makeProject(files);
      made.push(project);
      const { out } = await project.init(['--base-url', `http://${host}`]);
      assert.equal(project.read('.env.local'), 'SVC_API_KEY=sk_sandbox_local\n');
      assert.match(out, /\nThe API key is the sandbox's\. [^\n]*prints another[^\n]*\.env\.local\.\n/);
      assert.doesNotMatch(out, /# put your API key/);
    }
  });

  it('asks at a terminal for the key of a service on another port, which that prints', async () => {
    const questions = [];
    const ask = async (question, usual) => {
      questions.push(question);
      return usual || 'sk_other';
    };
    const options = { kind: 'html', baseUrl: 'http://localhost:8788', appName: null };
    const project = { name: 'northwind', has: () => false };

    const { apiKey } = await readAnswers(options, project, { ask }, undefined);

    assert.equal(apiKey, 'sk_sandbox_local');
    assert.match(questions.join(), /^API key, which the service prints/);
  });

  it('says where to get a key, if it has none', async () => {
    const { out } = await sayings(projects.html.files, ['--base-url', 'https://link.example.com']);
    assert.match(out, /\n {2}# put your API key into \.env\.local: [^\n]*team/);
    assert.doesNotMatch(out, /sandbox's\./);
  });

  it('says whom the page serves before there is a login', async () => {
    assert.match(
      await said(projects.html.files),
      /\nBefore others use it, put your login into signedIn\(\) of link-token\.mjs\.[^\n]*single visitor[^\n]*NODE_ENV/,
    );
    assert.match(await said(projects.next.files), /signedIn\(\) of app\/api\/link-token\/route\.ts\./);
  });

  it('finds the lock file of a workspace within its repository, and no file above it', async () => {
    const files = { 'package.json': manifest({ astro: '7' }), 'tsconfig.json': '{}' };
    const above = makeProject({ 'yarn.lock': '' });
    made.push(above);
    const inRepository = async (lock) => {
      const repository = makeProject({ '.git/HEAD': '', ...lock }, { within: above.folder });
      const { out } = await makeProject(files, { within: repository.folder }).init();
      return / {2}(.+) svc-link\n/.exec(out)[1];
    };
    const outside = await makeProject(files, { within: above.folder }).init();

    assert.equal(await inRepository({ 'pnpm-lock.yaml': '' }), 'pnpm add');
    assert.equal(await inRepository({}), 'npm install');
    assert.match(outside.out, / {2}npm install svc-link\n/);
  });

  it('finds the lock file of a workspace without a repository, too', async () => {
    const inWorkspace = async (files) => {
      const root = makeProject({ 'yarn.lock': '', ...files });
      made.push(root);
      root.write('packages/web/package.json', manifest({ astro: '7' }));
      return (await root.init(['packages/web'])).out;
    };

    assert.match(
      await inWorkspace({ 'package.json': '{ "workspaces": ["packages/*"] }' }),
      / {2}yarn add svc-link\n/,
    );
    assert.match(
      await inWorkspace({ 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' }),
      / {2}yarn add svc-link\n/,
    );
    assert.match(await inWorkspace({ 'package.json': '{}' }), / {2}npm install svc-link\n/);
  });

  it('asks at the root of a workspace for the package, and for no framework', async () => {
    const files = { 'package.json': '{ "workspaces": ["packages/*"] }' };
    for (const root of [
      files,
      { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' },
    ]) {
      const { code, errors } = await sayings(root);
      assert.equal(code, 1);
      assert.match(errors, /root of a workspace[^]*svc-link init packages\/web/);
      assert.doesNotMatch(errors, /--framework/);
    }
    assert.equal((await sayings({ ...files, 'index.html': '' })).code, 0);
    assert.equal((await sayings(files, ['--framework', 'html'])).code, 0);
  });

  it('goes from where the person is into the folder, if a package manager ran it in there', async () => {
    const project = makeProject({});
    made.push(project);
    for (const [name, content] of Object.entries(projects.html.files)) project.write(`web/${name}`, content);
    const { out } = await project.init(['web'], { INIT_CWD: path.dirname(project.folder) });
    assert.ok(out.includes(`\nNext:\n  cd ${path.basename(project.folder)}/web\n`));
  });

  it('runs Next.js by webpack with Plug’n’Play, which Turbopack does not know', async () => {
    const { files } = projects.next;
    const standalone = { 'next.config.ts': "export default { output: 'standalone' };" };
    const out = await said({ ...files, ...standalone, 'yarn.lock': '', '.pnp.cjs': '' });
    assert.match(out, /\n {2}yarn next dev --webpack\n/);
    assert.match(out, /\n {2}yarn next build --webpack\n/);
    assert.match(await said({ ...files, 'yarn.lock': '' }), /\n {2}yarn next dev\n/);
  });

  it('names a file of an archive by its place in the package, and says how to open it', () => {
    const archive =
      '/home/ada/.yarn/cache/svc-link-npm-1.zip/node_modules/svc-link/init/templates/html/connect.html';
    assert.equal(
      templatePlace('/home/ada/app', archive),
      'init/templates/html/connect.html of the package, which yarn unplug svc-link makes a folder',
    );
    assert.equal(templatePlace('/a', '/a/node_modules/svc-link/x'), 'node_modules/svc-link/x');
  });

  it('says to serve the pages of an Express application, unless it does already', async () => {
    const { files } = projects.express;
    const add = "app.use(express.static('public'));";
    assert.ok((await said(files)).includes(add));

    const own = "const app = express();\napp.use(express.static(path.join(__dirname, 'public')));\n";
    for (const name of ['app.js', 'src/server.ts'])
      assert.ok(!(await said({ ...files, 'app.js': '', [name]: own })).includes(add), name);
    // Another folder does not contain the page.
    assert.ok((await said({ ...files, 'app.js': own.replace('public', 'assets') })).includes(add));
  });

  it('says that the server for plain HTML has only one page', async () => {
    assert.match(
      await said(projects.html.files),
      /\n {2}node server\.mjs {3}# serves connect\.html [^\n]*no other page/,
    );
  });

  const elsewhere = /Hono, Fastify or TanStack Start: examples\/server-node [^]*docs\/server\.md/;

  it('says where to look for a framework that it does not know', async () => {
    for (const files of [
      { 'package.json': manifest({ hono: '4' }) },
      { 'package.json': manifest({ fastify: '5' }) },
      { 'package.json': manifest({ vite: '8', '@remix-run/dev': '2' }) },
    ]) {
      const { code, out, errors } = await sayings(files);
      assert.deepEqual([code, out], [1, '']);
      assert.match(errors, elsewhere);
    }
  });

  it('names a framework that is built with Vite and has its own pages, and follows the option', async () => {
    const files = { 'package.json': manifest({ vite: '8', '@remix-run/dev': '2' }) };

    assert.match((await sayings(files)).errors, /^init does not know Remix/);
    assert.equal((await sayings(files, ['--framework', 'vite'])).code, 0);
  });
});

describe('the files that exist before svc-link init', () => {
  it('may include a manifest that begins with a byte order mark, as for npm', async () => {
    const { files } = projects.html;

    const { code, errors } = await sayings({ ...files, 'package.json': `\uFEFF${files['package.json']}` });

    assert.deepEqual([code, errors], [0, '']);
  });

  it('keep an environment file, so that no key is asked for that could not be written', async () => {
    for (const text of ['SVC_API_KEY=sk_of_the_file\n', 'SVC_API_KEY=\n', 'OTHER=1\n']) {
      const asked = [];
      const ask = async (question, usual) => {
        asked.push(question);
        return usual;
      };
      const project = { name: 'northwind', dependencies: new Set(), has: () => true, read: () => text };
      const options = { kind: 'html', baseUrl: 'https://link.example.com', appName: null };

      await readAnswers(options, project, { ask }, undefined);

      assert.deepEqual(asked, [], text);
    }
  });

  it('are used if the environment file has a key, and mentioned if it has only the name', async () => {
    const { files } = projects.html;
    const saidWith = (text) => said({ ...files, '.env.local': text });

    assert.match(
      await saidWith('SVC_API_KEY="sk_of_the_file"\n'),
      /The API key is the one that stands in \.env\.local/,
    );
    assert.doesNotMatch(await saidWith('SVC_API_KEY=sk_of_the_file\n'), /put your API key|sk_of_the_file/);
    assert.match(await saidWith('export SVC_API_KEY=""\nOTHER=1\n'), /# put your API key into \.env\.local/);
  });
});
