import { expect } from '@open-wc/testing';
import { en } from '../../src/messages/en.js';
import { languageOf, type Message } from '../../src/messages/index.js';
import { languages } from '../../src/messages/languages.js';

const formsOf = (message: Message): Readonly<Record<string, string>> =>
  typeof message === 'string' ? { other: message } : { ...message };
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

describe('every language', () => {
  it('is found by the first part of its tag', async () => {
    expect(Object.keys(languages)).to.have.length(11);
    for (const [name, load] of Object.entries(languages)) {
      const { tag } = await load();
      expect(languageOf(tag)).to.equal(name);
      expect(Intl.getCanonicalLocales(tag)).to.deep.equal([tag]);
    }
  });

  for (const [name, load] of Object.entries(languages)) {
    it(`${name} fills in what English fills in`, async () => {
      const { translation } = await load();
      for (const [key, message] of Object.entries<Message>(en)) {
        const expected = placeholders(formsOf(message)['other'] ?? '');
        const { other, ...rest } = formsOf(Reflect.get(translation, key) as Message);
        expect(placeholders(other ?? ''), key).to.deep.equal(expected);
        // "One minute" may say its number in a word.
        for (const [form, text] of Object.entries(rest))
          expect(expected, `${key} ${form}`).to.include.members(placeholders(text));
      }
    });

    it(`${name} has the plural forms that the language has, and no other`, async () => {
      const { tag, translation } = await load();
      const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
      for (const [key, message] of Object.entries<Message>(translation))
        if (typeof message !== 'string') expect(Object.keys(message), key).to.have.members(forms);
    });

    it(`${name} leaves nothing empty, and nothing in English`, async () => {
      const { translation } = await load();
      const same = Object.entries<Message>(translation).filter(([key, message]) => {
        const english: unknown = Reflect.get(en, key);
        const text = formsOf(message)['other'] ?? '';
        expect(text, key).to.match(/\S|^, $/);
        // Words such as "Code" or "Start" are the same in several languages; whole sentences are not.
        return message === english && text.includes(' ') && !/^[{},\s\w:]{0,20}$/.test(text);
      });
      expect(same.map(([key]) => key)).to.deep.equal([]);
    });
  }
});
