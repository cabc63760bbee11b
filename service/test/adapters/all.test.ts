// Checks that hold for every adapter, whatever its provider.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { sourceTypes } from 'svc-link/contract';
import { adapters } from '../../src/adapters/index.js';

const docs = (page: string): string =>
  readFileSync(new URL(`../../../docs/providers/${page}.md`, import.meta.url), 'utf8');

/** The contrast of a colour with white, as WCAG 2.2 defines it. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe.each(adapters.map((adapter) => [adapter.slug, adapter] as const))('%s', (slug, adapter) => {
  const { signIn, resources, collections } = adapter;

  it('can be shown', () => {
    assert.match(slug, /^[a-z][a-z0-9_]*[a-z0-9]$/);
    assert.match(adapter.colour, /^#[0-9a-f]{6}$/);
    assert.ok(contrastWithWhite(adapter.colour) >= 4.5, adapter.colour);
    assert.match(adapter.monogram, /^[A-Z][A-Za-z]?$/);
    assert.ok(
      sourceTypes.some((type) => type === adapter.source),
      adapter.source,
    );
    assert.ok(adapter.description.length > 5 && adapter.description.length < 60);
  });

  it('makes its resources of collections that there are, and uses each', () => {
    const used = new Set(Object.values(resources).flatMap(({ from }) => from));
    assert.deepEqual([...used].toSorted(), Object.keys(collections).toSorted());
    for (const [name, { from }] of Object.entries(resources)) assert.ok(from.length > 0, name);
  });

  it('needs no scope that it does not ask for', () => {
    if (signIn.type !== 'oauth') return;
    const asked = new Set([...signIn.scopes.required, ...signIn.scopes.optional]);
    const needed = [
      ...Object.values(collections).flatMap(({ scopes }) => scopes),
      ...Object.values(resources).flatMap(({ scopes }) => [...scopes.required, ...scopes.optional]),
    ];
    assert.deepEqual(
      needed.filter((scope) => !asked.has(scope)),
      [],
    );
  });

  it('has data of a resource whose scopes are granted', () => {
    // The service does not read a collection if its scopes are not granted.
    for (const [name, { from, scopes }] of Object.entries(resources))
      assert.ok(
        from.some((each) => collections[each]?.scopes.every((scope) => scopes.required.includes(scope))),
        name,
      );
  });

  it('asks what is granted, and makes each resource of one collection, if its data comes by offers', () => {
    if (!adapter.comesByOffers) return;
    assert.ok(signIn.type === 'oauth' && signIn.readGranted && adapter.notices);
    for (const [name, { from }] of Object.entries(resources)) assert.equal(from.length, 1, name);
    for (const { span } of Object.values(collections)) assert.notEqual(span, 'now');
  });

  it('asks below its address, for days that fit into a request', () => {
    const window = { from: '2026-03-01', until: '2026-03-03' };
    for (const [name, { span, request }] of Object.entries(collections)) {
      const asked = request({ window, account: '475', cursor: null });
      assert.ok(typeof asked.to === 'string' && /^\/[^/]/.test(asked.to), name);
      assert.deepEqual(request({ window, account: '475', cursor: null }), asked, name);
      if (span !== 'now') assert.ok(span.most > 2 * (span.pad ?? 0) && span.lag >= 0, name);
    }
  });

  it('asks at https, and renews what it has in time', () => {
    if (signIn.type !== 'oauth') return;
    if ('authorize' in signIn.urls)
      for (const url of Object.values(signIn.urls)) assert.match(url, /^https:\/\/.*[^/]$/);
    const { refresh } = signIn;
    if (refresh?.lifeSeconds !== undefined) assert.ok(refresh.aheadSeconds < refresh.lifeSeconds / 2);
  });

  it('has a page that says the same things as the others, and is listed', () => {
    const page = docs(slug.replaceAll('_', '-'));
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, [
      'Register',
      'Before more people can link',
      'Settings',
      'What is read',
      'What is missing',
      'Limits',
      'How far it is proved',
    ]);
    assert.ok(page.split('\n').length <= 90);
    assert.ok(page.includes(`/v2/link/connect/${slug}\``) || signIn.type !== 'oauth', 'the redirect address');
    const [, read = ''] = /## What is read\n([^]*?)\n## /.exec(page) ?? [];
    for (const resource of Object.keys(resources)) assert.ok(read.includes(`\`${resource}\``), resource);
    assert.ok(docs('README').includes(`(${slug.replaceAll('_', '-')}.md)`));
  });

  it('reads as many days again as its page says', () => {
    const lags = Object.values(collections).flatMap(({ span }) => (span === 'now' ? [] : [span.lag]));
    const said = docs(slug.replaceAll('_', '-')).matchAll(/last (\d+) (?:days )?are read\s+again/g);
    for (const [text, days] of said) assert.ok(lags.includes(Number(days)), text);
  });

  it('is named by the page about imports exactly if it never renews', () => {
    const [, names = ''] = /at a provider that never renews \(([^)]+)\)/.exec(docs('../bulk')) ?? [];
    assert.equal(names.includes(`${adapter.name}, `), signIn.type === 'oauth' && signIn.refresh === null);
  });
});

it('no two adapters share a monogram', () => {
  assert.equal(new Set(adapters.map(({ monogram }) => monogram)).size, adapters.length);
});

it('the page of all says why others are not offered', () => {
  const [, table = ''] = /## Not offered, and why\n([^]*?)\n## /.exec(docs('README')) ?? [];
  for (const name of ['Fitbit', 'Apple Health', 'Health Connect', 'Samsung Health'])
    assert.ok(table.includes(`[${name}`), name);
});
