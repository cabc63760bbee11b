// The documentation is complete: its links work, its code compiles, and its first lines are the ones that the tests run.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { Marked } from 'marked';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { slugOf } from '../../demo/docs-site/markdown.ts';
import { readPages } from '../../demo/docs-site/pages.ts';
import { problemCodes } from '../../scripts/docs/problems.mjs';

const root = path.join(import.meta.dirname, '../..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const { pages } = await readPages();
const outside = ['README.md', 'CONTRIBUTING.md'];
const files = [...pages.map(({ file }) => file), ...outside];
/** Further pages, of which only the links are checked. */
const further = globSync(['SECURITY.md', 'bench/README.md', '{examples,mobile}/*/README.md'], { cwd: root });

/** Every token of a page, at any depth. */
function tokensOf(file) {
  const all = [];
  const marked = new Marked();
  void marked.walkTokens(marked.lexer(read(file)), (token) => void all.push(token));
  return all;
}
const plain = (tokens) =>
  tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ''))).join('');

const anchors = new Map();
const anchorsOf = (file) => {
  if (!anchors.has(file)) {
    const headings = tokensOf(file).filter(({ type }) => type === 'heading');
    const slugs = headings.map(({ tokens }) => slugOf(plain(tokens)));
    // A repeated heading gets a number.
    const counted = slugs.map((slug, index) => {
      const before = slugs.slice(0, index).filter((each) => each === slug).length;
      return before === 0 ? slug : `${slug}-${before}`;
    });
    anchors.set(file, new Set(counted));
  }
  return anchors.get(file);
};

/** The code blocks of a page in this language. */
const blocksOf = (file, language) =>
  tokensOf(file)
    .filter(({ type, lang }) => type === 'code' && lang?.split(' ')[0] === language)
    .map(({ text }) => text);

/** The texts between single backticks. */
const inline = (file) =>
  tokensOf(file)
    .filter(({ type }) => type === 'codespan')
    .map(({ text }) => text);

describe('the documentation', () => {
  it('lists every page of docs/', () => {
    const there = readdirSync(path.join(root, 'docs'), { recursive: true })
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.posix.join('docs', ...name.split(path.sep)));
    for (const file of there) assert.ok(files.includes(file), `${file} is not in docs/README.md`);
  });

  it('lists every language where a reader can choose one', () => {
    const modules = readdirSync(path.join(root, 'src/messages/locales')).map((name) =>
      path.basename(name, '.ts'),
    );
    for (const name of modules) {
      const [, tag] = /export const tag = '([\w-]+)'/.exec(read(`src/messages/locales/${name}.ts`));
      // A key of an object has quotation marks only if it needs them.
      assert.match(read('demo/pages/theming.js'), new RegExp(`^  (?:'${tag}'|${tag}): '`, 'm'), tag);
      assert.match(
        read('demo/docs-site/choices.ts'),
        new RegExp(`^const languages = '(?:.* )?${tag}(?: .*)?'`, 'm'),
        tag,
      );
      assert.match(read('docs/languages.md'), new RegExp(`^The names are .*\`${name}\``, 'm'), name);
    }
    const inWords = { 22: 'twenty-two', 23: 'twenty-three', 24: 'twenty-four' }[modules.length + 1];
    assert.match(read('README.md'), new RegExp(`In ${inWords} languages`));
    assert.match(read('docs/README.md'), new RegExp(`\\(languages.md\\): ${inWords} of them`));
    assert.match(read('docs/languages.md'), new RegExp(`^${inWords} languages\\.`, 'im'));
  });

  for (const file of [...files, ...further])
    it(`has a target for every link of ${file}`, () => {
      for (const { type, href } of tokensOf(file)) {
        if (type !== 'link' || /^(https?|mailto):/.test(href)) continue;
        const [name, anchor] = href.split('#');
        const target = name ? path.posix.join(path.posix.dirname(file), name) : file;
        // A folder or a file that is not a page has no anchors to check.
        if (anchor === undefined || !target.endsWith('.md')) assert.ok(exists(target), `${file}: ${href}`);
        else assert.ok(anchorsOf(target).has(anchor), `${file}: ${href}`);
      }
    });

  for (const page of pages)
    it(`shows ${page.file} on the site, with every link and anchor`, () => {
      const html = read(`demo/docs-site/.vitepress/dist/${page.slug || 'index'}.html`);
      for (const [, slug, anchor] of html.matchAll(/<a [^>]*href="\/docs\/([^"#]*)(?:#([^"]+))?"/g)) {
        const target = pages.find((each) => each.slug === slug);
        assert.ok(target, slug);
        if (anchor) assert.ok(anchorsOf(target.file).has(anchor), `${slug}#${anchor}`);
      }
      for (const [, anchor] of html.matchAll(/href="#([^"]+)"/g))
        assert.ok(html.includes(`id="${anchor}"`), anchor);
    });

  for (const page of pages)
    it(`has ${page.file} as Markdown too, whole, with a target for every link`, () => {
      const folder = 'demo/docs-site/.vitepress/dist';
      const file = `${folder}/${page.slug || 'index'}.md`;
      const contents = (name) =>
        tokensOf(name)
          .filter(({ type }) => type === 'code' || type === 'codespan' || type === 'heading')
          .map(({ type, text }) => (type === 'heading' ? text.replace(/\]\([^)]*\)|\[/g, '') : text));
      assert.deepEqual(contents(file), contents(page.file));
      const markdown = read(file);
      assert.doesNotMatch(markdown, /<!-- \/?generated|^```\w+ live/m);
      for (const { type, href } of tokensOf(file)) {
        if (type !== 'link' || /^[a-z]+:/.test(href)) continue;
        const [name, anchor] = href.split('#');
        const slug = path.relative(folder, name ? path.join(path.dirname(file), name) : file).slice(0, -3);
        const target = pages.find((each) => (each.slug || 'index') === slug);
        assert.ok(target, href);
        if (anchor !== undefined) assert.ok(anchorsOf(target.file).has(anchor), href);
      }
    });

  it('has a list of its pages for programs, with what each says', () => {
    const list = read('demo/docs-site/.vitepress/dist/llms.txt');
    assert.match(list, /^# svc-link\n\n> `<svc-link>` is a web component\. .+\n\n## Start\n\n- \[/);
    const [, ...listed] = pages;
    for (const { slug, title } of listed)
      assert.match(list, new RegExp(`^- \\[${title}\\]\\(${slug}\\.md\\)`, 'm'));
    assert.doesNotMatch(list, /\]\(\.\./);
  });

  it('begins with the demo’s page, which has ten lines at most', () => {
    const hello = read('demo/pages/hello.html').trim();
    assert.equal(blocksOf('README.md', 'html')[0], hello);
    assert.equal(blocksOf('docs/quick-start.md', 'html')[0], hello);
    assert.ok(hello.split('\n').length <= 10);
  });

  it('has a page in the quick start that requests only existing addresses of its server', () => {
    const [, page] = blocksOf('docs/quick-start.md', 'html');
    assert.match(page, /<link rel="icon" href="data:," \/>/);
  });

  it('binds the address if vue-tsc would otherwise check nothing', () => {
    for (const text of blocksOf('docs/frameworks.md', 'vue')) assert.doesNotMatch(text, /="[^"]*\/\//);
  });

  it('has the package installed before npx runs it', () => {
    for (const file of files)
      for (const block of blocksOf(file, 'sh'))
        if (block.includes('npx svc-link'))
          assert.match(block, /^npm install svc-link\nnpx svc-link init/, file);
  });

  it('has commands for every shell for people who embed the widget: Windows PowerShell 5 has no &&', () => {
    const examples = readdirSync(path.join(root, 'examples')).map((name) => `examples/${name}/README.md`);
    const embedding = ['README.md', 'docs/quick-start.md', 'docs/frameworks.md', 'docs/mobile.md'];
    for (const file of [...embedding, 'mobile/react-native/README.md', ...examples]) {
      const commands = [...blocksOf(file, 'sh'), ...inline(file).filter((text) => /^np[mx] /.test(text))];
      for (const command of commands) assert.doesNotMatch(command, /&&/, file);
    }
  });

  it('has a place for every problem', () => {
    for (const code of problemCodes) assert.ok(anchorsOf('docs/errors.md').has(code), code);
  });

  it('describes for apps every field of a result that the table of events has', () => {
    const [, table] = /<!-- generated:event svc-success -->([^]*?)<!--/.exec(read('docs/events.md'));
    // A field with a question mark exists only for some tokens, so it is left out.
    const fields = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, field]) => field);
    const message = blocksOf('docs/mobile.md', 'json').find((text) => text.includes('svc-link:result'));
    const [result] = message.split('"result": {')[1].split('"results"');
    assert.deepEqual([...result.matchAll(/"(\w+)":/g)].map(([, field]) => field).sort(), fields.sort());
  });

  it('has TypeScript that compiles against the package', () => {
    const sources = sourcesOf('ts');
    assert.ok(sources.size > 20);
    assert.equal(complaintsAbout(sources), '');
  });

  it('has JavaScript in which every name comes from the package or from the reader', () => {
    // Left out: a client by others, because it is that of examples/generated-client,
    // and the quick start's server, because another test runs it.
    const sources = sourcesOf('js', (text) => !/openapi-fetch|createServer/.test(text));
    assert.ok(sources.size > 5);
    assert.equal(complaintsAbout(sources, { noImplicitAny: false }, isAboutNames), '');
  });
});

/**
 * The code blocks of a language, each as its own file in this folder. Our project does not
 * depend on the frameworks, so docs/frameworks.md is left out: its code is that of the examples.
 */
function sourcesOf(language, isMeant = () => true) {
  const ofOurs = files.filter((file) => file !== 'docs/frameworks.md');
  const blocks = ofOurs.flatMap((file) =>
    blocksOf(file, language)
      .filter(isMeant)
      .map((text, index) => [`${file.replaceAll('/', '-')}-${index}.ts`, `${text}\nexport {};\n`]),
  );
  return new Map(blocks.map(([name, text]) => [path.join(root, 'test/package', name), text]));
}

/** Whether a complaint also applies to JavaScript: about syntax, or about a name or member that does not exist. */
const isAboutNames = ({ code }) => code < 2000 || [2304, 2305, 2307, 2339, 2551, 2552, 18004].includes(code);

/** The compiler's complaints about these files, with the types of a reader's project. */
function complaintsAbout(sources, more, counts = () => true) {
  const options = {
    ...ts.convertCompilerOptionsFromJson(JSON.parse(read('tsconfig.base.json')).compilerOptions, root)
      .options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    // A block shows how to make a value, and may leave it unused.
    noUnusedLocals: false,
    noUnusedParameters: false,
    ...more,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.getSourceFile = (name, target, ...rest) =>
    sources.has(name)
      ? ts.createSourceFile(name, sources.get(name), target)
      : getSourceFile.call(host, name, target, ...rest);
  const ambient = path.join(root, 'test/package/docs-ambient.d.ts');
  const program = ts.createProgram([ambient, ...sources.keys()], options, host);
  const found = ts.getPreEmitDiagnostics(program).filter(counts);
  return ts.formatDiagnostics(found, { ...host, getCurrentDirectory: () => root });
}

function exists(target) {
  try {
    readFileSync(path.join(root, target));
    return true;
  } catch (error) {
    return error.code === 'EISDIR';
  }
}
