import { expect } from '@open-wc/testing';
import type { LinkProvider } from '../../src/contract/index.js';
import { ProviderSearch } from '../../src/element/provider-search.js';

const provider = (name: string, more: Partial<LinkProvider> = {}): LinkProvider => ({
  name,
  slug: name.toLowerCase().replace(/\W+/g, '_'),
  auth_type: 'oauth',
  ...more,
});

const all = [
  provider('Google Health', { aliases: ['Fitbit', 'Pixel Watch'], maker: 'Google' }),
  provider('Withings', { aliases: ['ScanWatch', 'Body+'] }),
  provider('Eight Sleep', { aliases: ['Pod'] }),
  provider('Quartz Scale', { maker: 'Straße & Söhne' }),
  provider('Søvnring'),
  provider('Żółta Łódź'),
  provider('Body Coach'),
  provider('Somebody'),
  provider('', { slug: 'nameless_one' }),
];
const names = (query: string, providers = all) =>
  new ProviderSearch().find(providers, query).map(({ name, slug }) => name || slug);

describe('the search for a provider', () => {
  it('finds the same letter by letter, typed and deleted, as at once', () => {
    const search = new ProviderSearch();
    for (const text of ['body coach', 'scan watch 1', 'fit bit', 'e s', 'gogle']) {
      const typed = Array.from(text, (_, index) => text.slice(0, index + 1));
      for (const query of [...typed, ...typed.toReversed()])
        expect(search.find(all, query), query).to.deep.equal(new ProviderSearch().find(all, query));
    }
  });

  for (const [query, found] of [
    // Letters and marks.
    ['sovn', ['Søvnring']],
    ['SØVN', ['Søvnring']],
    ['zolta lodz', ['Żółta Łódź']],
    ['strasse', ['Quartz Scale']],
    ['straße', ['Quartz Scale']],
    ['Ｑuartz', ['Quartz Scale']],
    // Other names and makers, and names in one word or two.
    ['fitbit', ['Google Health']],
    ['fit bit', ['Google Health']],
    ['pixel watch', ['Google Health']],
    ['eightsleep', ['Eight Sleep']],
    ['scan-watch', ['Withings']],
    ['nameless', ['nameless_one']],
    // Beginnings of words before the rest, and names before other names.
    ['body', ['Body Coach', 'Withings', 'Somebody']],
    ['watch', ['Google Health', 'Withings']],
    // One mistake in a long word: another letter, one too many, one too few, two that are swapped, and one at the first letter.
    ['quarts', ['Quartz Scale']],
    ['quartzz', ['Quartz Scale']],
    ['qartz', ['Quartz Scale']],
    ['qaurtz', ['Quartz Scale']],
    ['wuartz', ['Quartz Scale']],
    ['withngs', ['Withings']],
    ['fibtit', ['Google Health']],
    ['google helth', ['Google Health']],
    // The word is not finished.
    ['withu', ['Withings']],
    // Two mistakes, or one in a short word, are another word.
    ['qaurts', []],
    ['pob', []],
    ['google moon', []],
    // Nothing to search for.
    ['  ', all.map(({ name, slug }) => name || slug)],
    ['+', all.map(({ name, slug }) => name || slug)],
  ] as const)
    it(`finds ${found.length === all.length ? 'all' : found.join(', ') || 'nothing'} by “${query}”`, () => {
      expect(names(query)).to.deep.equal(found);
    });

  it('shows no guess while some provider has the words', () => {
    expect(names('quartz', [provider('Quarts'), provider('Quartz')])).to.deep.equal(['Quartz']);
  });

  it('keeps the list’s order among equals, which is the order of use', () => {
    const providers = ['Ring B', 'Ring A', 'Earring', 'Ring C'].map((name) => provider(name));

    expect(names('ring', providers)).to.deep.equal(['Ring B', 'Ring A', 'Ring C', 'Earring']);
  });

  it('keeps providers separate, whatever their texts contain', () => {
    const odd = [
      provider('One\nTwo', { aliases: ['a\tb', 'c\nd'], maker: '\n' }),
      provider('Three', { aliases: null, maker: null }),
    ];

    expect(names('two', odd)).to.deep.equal(['One\nTwo']);
    expect(names('three', odd)).to.deep.equal(['Three']);
    expect(names('d', odd)).to.deep.equal(['One\nTwo']);
  });

  it('answers the same query with the same list', () => {
    const search = new ProviderSearch();

    expect(search.find(all, 'body')).to.equal(search.find(all, 'body'));
    expect(search.find(all, '')).to.equal(all);
  });
});
