// What the examples share. Each example can be copied by itself, so it has its own copy.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { it } from 'vitest';

const examples = new URL('../../examples/', import.meta.url);

it('the examples with a bundler make their link tokens in the same way', () => {
  const copies = readdirSync(examples)
    .map((name) => new URL(`${name}/link-token.js`, examples))
    .filter((file) => existsSync(file));
  assert.ok(copies.length > 1);
  const [first, ...others] = copies.map((file) => readFileSync(file, 'utf8'));
  // If one copy is changed, all others must be changed too.
  for (const [at, other] of others.entries()) assert.equal(other, first, copies[at + 1].pathname);
});

it('the team servers have the same page', () => {
  const pages = readdirSync(examples)
    .filter((name) => name.startsWith('server-'))
    .map((name) => readFileSync(new URL(`${name}/index.html`, examples), 'utf8'));
  assert.ok(pages.length > 1);
  assert.equal(new Set(pages).size, 1);
});
