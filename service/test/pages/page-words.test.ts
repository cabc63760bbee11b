import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono } from 'hono';
import { longestTokenSeconds } from '../../src/link/sessions.js';
import { languages } from '../../../src/messages/languages.js';
import { en, type PluralText } from '../../src/pages/words/en.js';
import { languageFor, pageLanguages, type PageWord } from '../../src/pages/words/index.js';

const usual = (text: string | PluralText): string => (typeof text === 'string' ? text : text.other);
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('the words of the service’s own pages', () => {
  it('exist in each language of the widget', () => {
    assert.deepEqual(Object.keys(pageLanguages).sort(), ['en', ...Object.keys(languages)].sort());
  });

  for (const [name, { words }] of Object.entries(pageLanguages))
    it(`use the same placeholders in ${name} as in English`, () => {
      assert.deepEqual(Object.keys(words), Object.keys(en));
      for (const [word, text] of Object.entries(en)) {
        const written = words[word as PageWord];
        assert.equal(typeof written, typeof text, word);
        assert.notEqual(usual(written).trim(), '', word);
        assert.deepEqual(placeholders(usual(written)), placeholders(usual(text)), word);
        if (name !== 'en') assert.notEqual(usual(written), usual(text), word);
      }
    });

  it('are in the widget’s language for its tag', async () => {
    for (const [name, load] of Object.entries(languages)) {
      const { tag } = await load();
      assert.equal(pageLanguages[name]!.tag, tag);
      const app = new Hono().get('/', (c) => c.text(languageFor(c).tag));
      const answer = await app.request('/', { headers: { 'accept-language': tag } });
      assert.equal(await answer.text(), tag);
    }
  });

  for (const [name, { tag, words }] of Object.entries(pageLanguages))
    it(`have in ${name} a form for each number of minutes that a link can have`, () => {
      const rules = new Intl.PluralRules(tag);
      for (const [word, written] of Object.entries(words)) {
        if (typeof written === 'string') continue;
        for (let n = 1; n <= longestTokenSeconds / 60; n++) {
          const form = written[rules.select(n)];
          // For one and two the word itself may contain the number.
          assert.ok(form !== undefined && (n <= 2 || form.includes('{n}')), `${word} for ${n}`);
        }
      }
    });
});

describe('the language of a page', () => {
  const app = new Hono().get('/', (c) => c.text(languageFor(c).tag));
  const choose = async (header?: string): Promise<string> =>
    (
      await app.request('/', { headers: { ...(header !== undefined && { 'accept-language': header }) } })
    ).text();

  for (const [header, tag] of [
    ['de', 'de'],
    ['pt-PT,pt;q=0.9,en;q=0.8', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['pt-BR,pt;q=0.9', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh-TW,zh;q=0.9', 'zh-Hant'],
    ['zh-hk', 'zh-Hant'],
    ['yue-HK', 'zh-Hant'],
    ['no', 'nb'],
    ['nn-NO,nn;q=0.9', 'nb'],
    ['sw-KE,sw;q=0.9,fr-CH;q=0.7,en;q=0.3', 'fr'],
    ['en;q=0.3, ja;q=0.9', 'ja'],
    ['HE', 'he'],
    ['de;q=0, it', 'it'],
    ['*', 'en'],
    ['constructor, __proto__', 'en'],
    ['', 'en'],
    ['it;q=nonsense', 'it'],
  ] as const)
    it(`is ${tag} for ${JSON.stringify(header)}`, async () => {
      assert.equal(await choose(header), tag);
    });

  it('is English for a browser that asks for none', async () => {
    assert.equal(await choose(), 'en');
  });
});
