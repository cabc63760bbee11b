// The published package: entries that can be imported in Node, a class that registers nothing, and an up-to-date manifest.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'vitest';
import { languageOf } from '../../src/messages/language-of.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the package', () => {
  it('says the same version everywhere', () => {
    assert.match(readFileSync('src/version.ts', 'utf8'), new RegExp(`version = '${manifest.version}'`));
    assert.match(readFileSync('CHANGELOG.md', 'utf8'), /## Unreleased/);
  });

  it('has a file for every entry', () => {
    for (const [name, entry] of Object.entries(manifest.exports))
      for (const file of typeof entry === 'string' ? [entry] : Object.values(entry))
        assert.ok(existsSync(file.replace('*', 'pt-br')), `${name}: ${file} (npm run build makes it)`);
  });

  it('depends on its three libraries and nothing else', () => {
    assert.deepEqual(Object.keys(manifest.dependencies).sort(), ['@floating-ui/dom', 'lit', 'zod']);
  });

  it('imports every entry in plain Node, and the class entry registers nothing', () => {
    const script = `
      const { SvcLink } = await import('svc-link');
      if (typeof SvcLink !== 'function') throw new Error('no class');
      if (globalThis.customElements?.get('svc-link')) throw new Error('the class entry registers');
      const { createClient } = await import('svc-link/client');
      if (typeof createClient !== 'function') throw new Error('no client');
      const { SvcLink: Component } = await import('svc-link/react');
      if (!Component) throw new Error('no component');
      if (globalThis.customElements?.get('svc-link')) throw new Error('the component registers when it is imported');
      const { renderSkeleton } = await import('svc-link/server');
      if (!renderSkeleton({ locale: 'de-CH' }).includes('"Schließen"')) throw new Error('no skeleton');
      const { drive } = await import('svc-link/testing');
      if (typeof drive !== 'function') throw new Error('no driver');
      const { tag, translation } = await import('svc-link/locales/pt-br');
      if (tag !== 'pt-BR' || !translation['common.close']) throw new Error('no words');
      const { tag: other } = await import('svc-link/locales/pt-pt');
      if (other !== 'pt-PT') throw new Error('no words of Portugal');
      const { verifyWebhook } = await import('svc-link/webhooks');
      if (typeof verifyWebhook !== 'function') throw new Error('no verification');
      await import('svc-link/contract');`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  });

  it('has a skeleton for servers that escapes its values and imports only texts', async () => {
    const { renderSkeleton } = await import('svc-link/server');
    const skeleton = renderSkeleton({ locale: 'no tag', label: '"><b>&', nonce: '"><i>' });
    assert.match(skeleton, /^<template shadowrootmode="open"><style nonce="&quot;&gt;&lt;i&gt;">/);
    assert.match(skeleton, / lang="en" aria-label="&quot;&gt;&lt;b&gt;&amp;"/);
    assert.doesNotMatch(skeleton.split('</style>')[1], /%|undefined/);
    const imported = readdirSync('dist/server')
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [...readFileSync(`dist/server/${name}`, 'utf8').matchAll(/ from "([^"]+)"/g)])
      .map(([, from]) => from)
      .filter((from) => !from.startsWith('./'));
    assert.deepEqual(imported, ['../messages/language-of.js']);
  });

  it('has a skeleton for the tags in place, and only for those', async () => {
    const { insertSkeleton, renderSkeleton } = await import('svc-link/server');
    const skeleton = renderSkeleton({ nonce: 'once' });
    for (const tag of [
      '<svc-link>',
      '<svc-link label="a > b" mode=\'inline\'\n>',
      '<SVC-LINK mode=inline base-url=/a/>',
    ])
      assert.equal(
        insertSkeleton(`<p>${tag}<a slot="header">`, { nonce: 'once' }),
        `<p>${tag}${skeleton}<a slot="header">`,
      );
    const sent = insertSkeleton('<svc-link></svc-link>');
    for (const html of [
      '<svc-link mode="dialog">',
      '<svc-link open mode=frame>',
      '<svc-links>',
      '</svc-link>',
      sent,
    ])
      assert.equal(insertSkeleton(html), html);
  });

  it('does not change the text of a page, and finds the tags around it', async () => {
    const { insertSkeleton, renderSkeleton } = await import('svc-link/server');
    const tag = '<svc-link base-url="/a">';
    for (const text of [
      `<script>const code = '${tag}';</script>`,
      `<script type="application/json">{ "html": "${tag}" }</script >`,
      `<STYLE>/* ${tag} */</style>`,
      `<textarea rows="3">${tag}</textarea\n>`,
      `<title>${tag}</title>`,
      `<!-- ${tag} -->`,
      `<!-- ${tag} --!>`,
    ])
      assert.equal(
        insertSkeleton(`${tag}${text}${tag}<i>`),
        `${tag}${renderSkeleton()}${text}${tag}${renderSkeleton()}<i>`,
      );
    for (const html of [`<script>${tag}`, `<!--${tag}`]) assert.equal(insertSkeleton(html), html);
    // The comments in this list have ended, and its tags only look like the special ones.
    for (const before of ['<!-->', '<!--->', '<!---->', '<!--[-->', '<scripts>', '<title-bar>'])
      assert.equal(insertSkeleton(`${before}${tag}<i>`), `${before}${tag}${renderSkeleton()}<i>`);
  });

  it('lets Chrome compile the functions of a first script in the background', () => {
    const hosted = readFileSync('dist/hosted/index.html', 'utf8').match(/assets\/index-[\w-]+\.js/)[0];
    for (const file of ['dist/cdn/svc-link.js', `dist/hosted/${hosted}`])
      assert.match(readFileSync(file, 'utf8'), /^\/\/# allFunctionsCalledOnLoad\n/, file);
    assert.doesNotMatch(readFileSync('dist/cdn/locales/fr.js', 'utf8'), /allFunctionsCalledOnLoad/);
  });

  it('has the texts of a language where pages look for them, and where earlier pages looked', () => {
    const files = readdirSync('src/messages/locales').map(
      (file) => `${languageOf(basename(file, '.ts'))}.js`,
    );
    for (const folder of ['dist/cdn/locales', 'dist/hosted/assets/locales']) {
      const there = readdirSync(folder).filter((file) => file.endsWith('.js'));
      assert.deepEqual(there.sort(), [...files].sort(), folder);
      // Scripts of an earlier version that are still in a cache request these files.
      assert.match(readFileSync(`${folder}/zh.js`, 'utf8'), /zh-Hans/);
      assert.match(readFileSync(`${folder}/pt.js`, 'utf8'), /pt-BR/);
    }
  });

  it('has the first screen in one file', () => {
    // A further file that it needs would cost another request, after this one.
    const modules = JSON.parse(readFileSync('dist/cdn/.vite/manifest.json', 'utf8'));
    const entry = modules['src/define.ts'];
    assert.equal(entry.file, 'svc-link.js');
    assert.deepEqual(entry.imports ?? [], []);
  });

  it('requests at once what the hosted page needs for its picker, except in a window of OAuth', () => {
    const read = (name) => readFileSync(`dist/hosted/${name}`, 'utf8');
    const page = read('index.html');
    const preloads = page.match(/ *<link rel="preload"[^>]*>\n?/g);
    assert.equal(
      preloads.reduce((text, each) => text.replace(each, ''), page),
      read('window.html'),
    );
    const modules = JSON.parse(read('.vite/manifest.json'));
    const withImports = (name) => [name, ...(modules[name].imports ?? []).flatMap(withImports)];
    const filesOf = (name) => new Set(withImports(name).map((each) => modules[each].file));
    // A further file that one of them imports would cost another request, after this one.
    const [first] = filesOf('index.html');
    assert.deepEqual(
      new Set([first, ...preloads.map((each) => each.match(/href="\/link\/([^"]+)"/)[1])]),
      filesOf('link-page.ts'),
    );
    for (const each of preloads) assert.match(each, / as="fetch" crossorigin /);
  });

  it('has no chunk that another one imports, except the one that every page loads first', () => {
    // A part that failed is requested again at another address. A part that imports it by the
    // old address would fail, or load a second copy. An optional part of a later step may
    // load a second copy: it holds no state, and if it fails, the step continues without it.
    const hosted = readFileSync('dist/hosted/index.html', 'utf8').match(/assets\/(index-[\w-]+\.js)/)[1];
    // The receipt and the phone page use code of the later steps. The app bridge and the receipt use the code for webviews.
    const shared = '(?:link-page|shared|rolldown-runtime|webview|later)-[\\w-]+\\.js';
    const folders = {
      'dist/cdn': /^(?:svc-link|later-[\w-]+)\.js$/,
      'dist/hosted/assets': new RegExp(`^(?:${hosted}|${shared})$`),
    };
    for (const [folder, first] of Object.entries(folders)) {
      const imported = readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .flatMap((name) => [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/\bfrom\s*"\.\/([^"]+)"/g)])
        .map(([, name]) => name);
      assert.ok(imported.length > 0, folder);
      assert.deepEqual(
        imported.filter((name) => !first.test(name)),
        [],
        folder,
      );
    }
  });

  it('ships nothing of the service to browsers', () => {
    const { stdout: source } = spawnSync(
      'grep',
      ['-rlE', 'pglite|kysely|hono|SVC_MASTER_KEY', 'dist', '--include=*.js'],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(source.trim(), '');
  });
});
