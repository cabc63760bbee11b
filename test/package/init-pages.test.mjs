// The pages that `svc-link init` writes: what they say to who reads them, and Astro's with and without <ClientRouter />.
/* global EventTarget */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, it } from 'vitest';
import ts from 'typescript';
import { kinds } from '../../init/kinds.ts';

const template = kinds.astro.files({})['src/connect.ts'];
const source = readFileSync(`init/templates/${template}`, 'utf8').replace(/^import .*\n/m, '');
const code = ts.transpile(source, { target: ts.ScriptTarget.ES2022 });

/** A page of a site, with the elements that it has. */
function openSite(first) {
  const document = new EventTarget();
  let shown = first;
  document.querySelector = (selector) => shown[selector] ?? null;
  runInNewContext(code, { document, fetch });
  return {
    visit(page) {
      shown = page;
      document.dispatchEvent(new Event('astro:page-load'));
    },
  };
}

const widgetPage = () => {
  const link = new EventTarget();
  let heard = 0;
  const add = link.addEventListener.bind(link);
  link.addEventListener = (name, listener) => {
    if (name === 'svc-success') heard++;
    add(name, listener);
  };
  const [status, again] = [new EventTarget(), new EventTarget()];
  return { 'svc-link': link, '[role=status]': status, button: again, heard: () => heard };
};

describe('the script of the page for Astro', () => {
  it('hands the widget its token at the first visit, without a router', () => {
    const page = widgetPage();
    openSite(page);
    assert.equal(typeof page['svc-link'].tokenProvider, 'function');
  });

  it('hands it over at each visit with a router, and listens once', () => {
    const [first, second] = [widgetPage(), widgetPage()];
    const site = openSite(first);
    site.visit(first);
    site.visit({});
    site.visit(second);

    for (const page of [first, second]) {
      assert.equal(typeof page['svc-link'].tokenProvider, 'function');
      assert.equal(page.heard(), 1);
    }
  });

  it('does nothing in a page without the widget', () => {
    const page = widgetPage();
    openSite({}).visit(page);
    assert.equal(page.heard(), 1);
  });
});

describe('the pages of svc-link init', () => {
  it('say that the browser gives a hint, and how the server asks', () => {
    const folder = 'init/templates/';
    const pages = readdirSync(folder, { recursive: true })
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => [name, readFileSync(folder + name, 'utf8')])
      .filter(([, text]) => /svc-success|onSuccess/.test(text));

    assert.equal(pages.length, 10);
    for (const [name, text] of pages)
      assert.match(text, /a hint: your server asks [^\n]*link_session_id[^\n]*docs\/server\.md/, name);
  });
});
