// README's first lines are the demo's hello page, which a browser test links a provider with.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const readme = readFileSync('README.md', 'utf8');

describe('README', () => {
  it('begins with the page that the demo serves', () => {
    const [, html] = readme.match(/```html\n([\s\S]*?)```/);
    assert.equal(html, readFileSync('demo/pages/hello.html', 'utf8'));
    assert.ok(html.trim().split('\n').length <= 10);
  });

  it('names every attribute of the element', () => {
    const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
    const { attributes } = manifest.modules
      .flatMap(({ declarations = [] }) => declarations)
      .find(({ tagName }) => tagName === 'svc-link');
    const planned = ['locale'];
    for (const { name } of attributes)
      if (!planned.includes(name)) assert.ok(readme.includes(`\`${name}\``), name);
  });

  it('links to files that exist', () => {
    for (const [, target] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      assert.ok(existsSync(target), target);
  });
});
