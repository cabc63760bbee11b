// `svc-link init` in a fresh project of each kind, and the cases in which it has to refuse.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, it } from 'vitest';
import ts from 'typescript';
import { readAnswers } from '../../init/answers.ts';
import { openTerminal } from '../../init/ask.ts';
import { kinds, kindNames } from '../../init/kinds.ts';
import { projects } from './init-projects.mjs';
import { makeProject } from './init-run.mjs';

const made = [];
const project = (files) => {
  const one = makeProject(files);
  made.push(one);
  return one;
};
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const { vite, html, express } = projects;

/** A parser's complaints about a script, or about the script tags of a page or component. */
function complaints(name, text) {
  const scripts = /\.(?:html|vue|svelte)$/.test(name)
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code)
    : [text];
  return scripts.flatMap((code) => {
    const fileName = /\.(?:tsx|jsx)$/.test(name) ? 'a.tsx' : 'a.ts';
    return ts.transpileModule(code, { fileName, reportDiagnostics: true, compilerOptions: { jsx: 4 } })
      .diagnostics;
  });
}

describe('svc-link init', () => {
  for (const [name, { kind = name, files, added }] of Object.entries(projects))
    it(`writes the files that ${name} needs, and does not change existing ones`, async () => {
      const { init, list, read } = project(files);

      const { code, out, errors } = await init();

      assert.deepEqual([code, errors], [0, '']);
      assert.deepEqual(list(), [...Object.keys(files), ...added].sort());
      for (const [file, content] of Object.entries(files)) assert.equal(read(file), content, file);
      assert.ok(out.startsWith(`${kinds[kind].title} in `));
      for (const file of added) {
        assert.ok(out.includes(`  ${file}`), `${file} is not named`);
        if (/\.(?:m?[jt]sx?|html|vue|svelte)$/.test(file))
          assert.deepEqual(complaints(file, read(file)), [], file);
        if (file.endsWith('.json')) JSON.parse(read(file));
      }
      const key = kinds[kind].environment;
      assert.equal(read(key), 'SVC_API_KEY=sk_sandbox_local\n');
      assert.equal(read('.gitignore'), `${key}\n`);
    });

  it('has a test project of each kind', () => {
    assert.deepEqual(
      new Set(Object.entries(projects).map(([name, { kind = name }]) => kind)),
      new Set(kindNames),
    );
  });

  it('writes nothing in a dry run, and says what it would write', async () => {
    const { init, list } = project(vite.files);

    const { code, out } = await init(['--dry-run']);

    assert.equal(code, 0);
    for (const file of vite.added) assert.ok(out.includes(`  ${file}`), file);
    assert.match(out, /^Would write:/m);
    assert.deepEqual(list(), Object.keys(vite.files).sort());
  });

  it('writes the address, the name and the key that it is given', async () => {
    const { init, read, folder } = project(html.files);

    const { out } = await init(
      [
        '--framework',
        'express',
        '--base-url',
        'https://link.example.com/',
        '--app-name',
        "Ada's $& \\ Watch",
      ],
      { SVC_API_KEY: 'sk_of_the_test' },
    );

    assert.match(read('public/connect.html'), /base-url="https:\/\/link\.example\.com"/);
    assert.match(read('public/connect.html'), /'https:\/\/link\.example\.com\/cdn\/svc-link\.js'/);
    const code = read('link-token.mjs');
    assert.match(code, /baseUrl: 'https:\/\/link\.example\.com'/);
    assert.ok(code.includes(`app_name: 'Ada\\'s $& \\\\ Watch'`));
    assert.match(read('.env.local'), /^SVC_API_KEY=sk_of_the_test\n/);
    assert.equal(statSync(path.join(folder, '.env.local')).mode & 0o077, 0);
    assert.ok(!out.includes('sk_of_the_test'));
  });

  it('leaves the key to the person if it is not given, and says where it belongs', async () => {
    const { init, read } = project(html.files);

    const { out } = await init(['--base-url', 'https://link.example.com']);

    assert.match(read('.env.local'), /^SVC_API_KEY=\n/);
    assert.match(out, /# put your API key into \.env\.local/);
  });

  it('does not change an environment file, and says what to add', async () => {
    const { init, read } = project({ ...html.files, '.env.local': 'OTHER=1\n' });

    const { code, out } = await init([], { SVC_API_KEY: 'sk_of_the_test' });

    assert.equal(code, 0);
    assert.equal(read('.env.local'), 'OTHER=1\n');
    assert.match(out, /Add to \.env\.local:\n {2}SVC_API_KEY=/);
    assert.ok(!out.includes('sk_of_the_test'));
  });

  it('asks Git whether the key is ignored, and adds a line only if it is not', async () => {
    for (const [rules, after] of [
      ['node_modules\n*.local\n', 'node_modules\n*.local\n'],
      ['node_modules', 'node_modules\n.env.local\n'],
      ['*.local\n!.env.local\n', '*.local\n!.env.local\n.env.local\n'],
    ]) {
      const { init, read, folder } = project({ ...html.files, '.gitignore': rules });
      execFileSync('git', ['init', '-q'], { cwd: folder });

      await init();

      assert.equal(read('.gitignore'), after);
      execFileSync('git', ['check-ignore', '-q', '.env.local'], { cwd: folder });
    }
  });

  it('accepts a rule that covers an .env file, without a repository too', async () => {
    for (const [rule, covers] of [
      ['.env*', true],
      ['.env', true],
      ['.env.*', false],
    ]) {
      const { init, read } = project({ ...projects.nuxt.files, '.gitignore': `${rule}\n` });
      await init();
      assert.equal(read('.gitignore'), covers ? `${rule}\n` : `${rule}\n.env\n`);
    }
  });

  it('shows lines that a CommonJS application can use', async () => {
    const manifest = JSON.stringify({ dependencies: { express: '5' } });
    const { out } = await project({ 'package.json': manifest }).init();

    assert.match(out, /const \{ answerLinkToken \} = require\('\.\/link-token\.mjs'\);/);
    assert.match(out, /npm install svc-link/);
    // The project has no script that starts it.
    assert.match(out, /\n {2}node index\.js\n/);
  });

  it('says where a Nuxt project shows its pages, and where to move the earlier content', async () => {
    const { out } = await project(projects.nuxt.files).init();

    assert.match(
      out,
      /Add to app\/app\.vue, in place of what is shown there now, which may go to app\/pages\/index\.vue:\n {2}<NuxtPage \/>\n/,
    );
  });

  it('says in an Astro project which adapter answers on request, if there is none', async () => {
    const { out } = await project(projects.astro.files).init();
    assert.match(out, /Add to the project before you build it, [^\n]*:\n {2}npx astro add node\n/);

    const dependencies = { astro: '7', '@astrojs/vercel': '10' };
    const ready = await project({ 'package.json': JSON.stringify({ dependencies }) }).init();
    assert.doesNotMatch(ready.out, /Add to/);
  });

  it('asks for the types of Node if the project has none', async () => {
    const wants = /\n {2}npm install --save-dev @types\/node\n/;
    for (const { files } of [projects.astro, projects.nuxt, projects.sveltekit]) {
      assert.match((await project(files).init()).out, wants);
      const { devDependencies, ...manifest } = JSON.parse(files['package.json']);
      const typed = { ...manifest, devDependencies: { ...devDependencies, '@types/node': '22' } };
      const { out } = await project({ ...files, 'package.json': JSON.stringify(typed) }).init();
      assert.doesNotMatch(out, wants);
    }
  });

  it('says where the service has to run', async () => {
    assert.match(
      (await project(vite.files).init()).out,
      /\nThe service has to run at http:\/\/127\.0\.0\.1:8787\.\n/,
    );
  });

  it('says what to add to the server of an Angular project, and not to run another', async () => {
    const { out } = await project(projects['angular with a server of its own'].files).init();

    const [{ lines }] = kinds.angular.additions({ has: () => true, read: () => null });
    assert.ok(out.includes(`Add to src/server.ts:\n  ${lines[0]}\n`));
    assert.match(out, /\n {2}npx ng serve\n/);
    assert.doesNotMatch(out, /token-server|proxy/);
    // These lines are the same as in the example, which another test builds and runs.
    const server = readFileSync('examples/angular/src/server.ts', 'utf8');
    for (const line of [lines[0], lines.at(-1)]) assert.ok(server.includes(`\n${line}\n`), line);
  });

  const refusals = [
    ['a folder that is no project', {}, [], /is no project: it has no package\.json\.\n.*npm init -y/],
    ['a manifest that is no JSON', { 'package.json': '{' }, [], /package\.json is no JSON/],
    ['a project that nothing tells of', { 'package.json': '{}' }, [], /Say it: --framework next or /],
    ['an unknown framework', vite.files, ['--framework', 'ember'], /no framework "ember" here.* vite/],
    ['an unknown option', vite.files, ['--force'], /'--force'[^]*--help lists the options/],
    [
      'an address that is none',
      vite.files,
      ['--base-url', 'link'],
      /"link" is no address.*https:\/\/link\.example/,
    ],
    [
      'an address with a script in it',
      vite.files,
      ['--base-url', "https://a.test/'x"],
      /is no address of a service/,
    ],
    ['two folders', vite.files, ['a', 'b'], /One folder at a time/],
    [
      'Next.js without the App Router',
      { 'package.json': projects.next.files['package.json'] },
      [],
      /no App Router[^]*docs\/server\.md/,
    ],
  ];
  for (const [name, files, args, words] of refusals)
    it(`refuses ${name}, says what to do, and writes nothing`, async () => {
      const { init, list } = project(files);

      const { code, out, errors } = await init(args);

      assert.deepEqual([code, out], [1, '']);
      assert.match(errors, words);
      assert.doesNotMatch(errors, /\n\s+at /);
      assert.deepEqual(list(), Object.keys(files).sort());
    });

  it('refuses an invalid key, and does not repeat it', async () => {
    const { code, errors } = await project(html.files).init([], { SVC_API_KEY: 'mk_of_the_test' });

    assert.equal(code, 1);
    assert.match(errors, /no API key: one begins with sk_/);
    assert.ok(!errors.includes('mk_of_the_test'));
  });

  it('writes nothing at all if one file exists, and names it and its purpose', async () => {
    const files = { ...express.files, 'public/connect.html': 'mine' };
    const { init, list, read, folder } = project(files);

    const { code, errors } = await init();

    assert.equal(code, 1);
    assert.match(errors, /Nothing was written[^]*public\/connect\.html/);
    const [, template] = /would be (.+)/.exec(errors);
    assert.ok(existsSync(path.join(folder, template)), template);
    assert.equal(read('public/connect.html'), 'mine');
    assert.deepEqual(list(), Object.keys(files).sort());
  });
});

describe('the questions of svc-link init', () => {
  /** A terminal that answers in order, and records the questions. */
  const terminalOf = (...given) => {
    const asked = [];
    const told = [];
    const ask = async (question, usual, { secret = false } = {}) => {
      asked.push(secret ? 'a secret' : question.split(' ').slice(0, 2).join(' '));
      return given.shift()?.trim() || usual;
    };
    return { asked, ask, told, say: (text) => void told.push(text) };
  };
  const nothing = { kind: null, baseUrl: null, appName: null };
  const blank = { name: '@ada/my-watch_app', dependencies: new Set(), has: () => false };

  it('are three at most: the framework, the address and the key', async () => {
    const terminal = terminalOf('nuxt', 'https://link.example.com', 'sk_of_the_test');

    const answers = await readAnswers(nothing, blank, terminal, undefined);

    assert.deepEqual(terminal.asked, ['Which of', 'Address of', 'a secret']);
    assert.deepEqual(answers, {
      kind: 'nuxt',
      baseUrl: 'https://link.example.com',
      appName: 'My watch app',
      apiKey: 'sk_of_the_test',
    });
  });

  it('are one if the project shows its framework and the service is on this machine', async () => {
    const terminal = terminalOf();
    const project = { ...blank, dependencies: new Set(['vite']) };

    const { kind, apiKey } = await readAnswers(nothing, project, terminal, '');

    assert.deepEqual([kind, apiKey, terminal.asked], ['vite', 'sk_sandbox_local', ['Address of']]);
  });

  it('are asked again after an invalid answer, and keep the earlier answers', async () => {
    const address = 'https://link.example.com';
    const terminal = terminalOf('ember', ' ', 'Nuxt', 'link', address, 'mk_no', 'sk_of_the_test');

    const { kind, baseUrl, apiKey } = await readAnswers(nothing, blank, terminal, undefined);

    assert.deepEqual([kind, baseUrl, apiKey], ['nuxt', address, 'sk_of_the_test']);
    const [first, ...refusals] = terminal.told;
    assert.match(first, /In a new folder take html\.[^]*docs\/server\.md/);
    for (const [index, words] of [
      /no framework "ember"/,
      /^Choose one of/,
      /no address/,
      /no API key/,
    ].entries())
      assert.match(refusals[index], words);
    assert.ok(!refusals.join().includes('mk_no'));
  });

  it('are shown at a terminal, without the characters of a secret, and end when the person leaves', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const shown = [];
    output.on('data', (data) => shown.push(String(data)));
    const terminal = openTerminal(input, output);
    const answer = (words, ...question) => {
      const asked = terminal.ask(...question);
      input.write(words);
      return asked;
    };

    assert.equal(await answer('\n', 'The service', 'https://a.test'), 'https://a.test');
    assert.equal(await answer('sk_secret\n', 'The key', '', { secret: true }), 'sk_secret');
    assert.equal(await answer('visible\n', 'The kind', ''), 'visible');
    const text = shown.join('');
    assert.match(text, /The service \(https:\/\/a\.test\): [^]*The key: [^]*The kind: [^]*visible/);
    assert.doesNotMatch(text, /secret/);

    await assert.rejects(answer('\u0003', 'More', ''), { name: 'AbortError' });
  });
});

describe('the templates of svc-link init', () => {
  const folder = 'init/templates';
  const read = (name) => readFileSync(path.join(folder, name), 'utf8');
  const there = readdirSync(folder, { recursive: true }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  const withoutTypes = (name) => {
    const compilerOptions = {
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.Preserve,
      removeComments: true,
    };
    return ts.transpileModule(read(name), { fileName: `${name}.tsx`, compilerOptions }).outputText;
  };

  it('are the same in TypeScript and JavaScript', () => {
    for (const [typed, plain] of [
      ['next/route.ts', 'next/route.js'],
      ['next/page.tsx', 'next/page.jsx'],
      ['vite/connect.ts', 'vite/connect.js'],
    ])
      assert.equal(withoutTypes(typed), withoutTypes(plain), plain);
  });

  it('have the page of the Astro example, except its style and its icon', () => {
    const example = readFileSync('examples/astro/src/pages/index.astro', 'utf8');
    assert.equal(read('astro/connect.astro'), example.replace(/^.*(?:style\.css|rel="icon").*\n/gm, ''));
  });

  it('make their link tokens in the same way', () => {
    const servers = there.filter((name) => read(name).includes('linkTokenFor('));
    assert.equal(servers.length, 7);
    const bodies = servers.map((name) => /async function linkTokenFor[^]*?\n}/.exec(withoutTypes(name))[0]);
    assert.equal(new Set(bodies).size, 1, servers.join());
  });
  it('are each used', () => {
    const used = kindNames.flatMap((name) =>
      [true, false].flatMap((isTypeScript) =>
        Object.values(
          kinds[name].files({
            isTypeScript,
            has: (file) => file === 'app' || (isTypeScript && file === 'src/server.ts'),
            read: () => null,
          }),
        ),
      ),
    );
    assert.deepEqual([...new Set(used)].sort(), there.sort());
  });
});
