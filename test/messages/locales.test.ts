import { expect } from '@open-wc/testing';
import { en } from '../../src/messages/en.js';
import { enScreens, languageOf, type Message } from '../../src/messages/index.js';
import { loadLanguage as loadByName } from '../../src/messages/languages-by-name.js';
import { languages } from '../../src/messages/languages.js';

const formsOf = (message: Message): Readonly<Record<string, string>> =>
  typeof message === 'string' ? { other: message } : { ...message };
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

describe('every language', () => {
  it('is found by its tag', async () => {
    for (const [name, load] of Object.entries(languages)) {
      const { tag } = await load();
      expect(languageOf(tag)).to.equal(name);
      expect(Intl.getCanonicalLocales(tag)).to.deep.equal([tag]);
    }
  });

  it('is known in the bundles for browsers too', () => {
    // Without a build none of these files exists, so the test only checks whether a file is requested.
    const known = [...Object.keys(languages), 'en', 'el'].filter((name) => {
      const loading = loadByName(name);
      loading?.catch(() => undefined);
      return loading !== null;
    });
    expect(known).to.deep.equal(Object.keys(languages));
  });

  for (const [tags, name] of [
    [['zh', 'zh-CN', 'zh-SG', 'zh-Hans', 'zh-Hans-HK', 'zh-u-nu-hanidec'], 'zh'],
    [['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-Hant-SG', 'zh-tw', 'yue-HK'], 'zh-hant'],
    [['pt', 'pt-BR', 'pt-br', 'pt-u-nu-latn'], 'pt'],
    [['pt-PT', 'pt-AO', 'pt-MZ', 'pt-CH', 'pt-PT-u-nu-latn'], 'pt-pt'],
    [['nb', 'nb-NO', 'no', 'no-NO', 'nn', 'nn-NO'], 'nb'],
    [['cs-CZ', 'cs'], 'cs'],
    [['nl-BE'], 'nl'],
  ] as const)
    it(`${name} is used for ${tags.join(', ')}`, () => {
      for (const tag of tags) {
        expect(languageOf(tag), tag).to.equal(name);
        expect(languages, tag).to.have.property(name);
      }
    });

  for (const [name, load] of Object.entries(languages)) {
    it(`${name} has the same placeholders as English`, async () => {
      const { translation } = await load();
      for (const [key, message] of Object.entries<Message>(en)) {
        const expected = placeholders(formsOf(message)['other'] ?? '');
        const { other, ...rest } = formsOf(Reflect.get(translation, key) as Message);
        // A placeholder may come once where English has it twice, and the other way round.
        expect(new Set(placeholders(other ?? '')), key).to.deep.equal(new Set(expected));
        // A form such as "one minute" may write its number as a word.
        for (const [form, text] of Object.entries(rest))
          expect(expected, `${key} ${form}`).to.include.members(placeholders(text));
      }
    });

    it(`${name} has exactly the plural forms of its language`, async () => {
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
        // Words such as "Code" or "Start" are the same in several languages, but whole sentences are not.
        return message === english && text.includes(' ') && !/^[{},\s\w₂:]{0,20}$/.test(text);
      });
      expect(same.map(([key]) => key)).to.deep.equal([]);
    });
  }

  /** Words that would address the person, or name a thing, differently from the rest of the language's catalogue. */
  const unlike: Readonly<Record<string, RegExp>> = {
    ar: /يلزم|يجب/,
    // Past tenses in Czech depend on the person's gender and number.
    cs: /(?<!\p{L})(?:ty|tebe|tobě|tvůj|tvoj\p{L}*|tv[éý]\p{L}*|jste(?! to vy))(?!\p{L})|(?<=[\p{L},] )V(?:y|ás|ám|áš|aš)/u,
    da: /(?<!\p{L})(?:Dem|Deres|jer|jeres)(?!\p{L})/u,
    de: /(?<!\p{L})(?:du|dir|dich|deine?[mnrs]?)(?!\p{L})/iu,
    es: /(?<!\p{L})(?:usted|ustedes|vos|vosotros|su|sus)(?!\p{L})/iu,
    // A line must not end before a punctuation mark. No word that would lose its vowel may come before a name.
    fr: /(?<!\p{L})(?:tu|toi|ton|ta|tes)(?!\p{L})|[ ][?!:;»]|«[ ]|(?<!\p{L})(?:de|que) \{[ap]\}/iu,
    fi: /(?<!\p{L})(?:te|teitä|teille|teidän)(?!\p{L})/iu,
    it: /(?<!\p{L})(?:lei|suo|sua|suoi|sue)(?!\p{L})/iu,
    // One spelling of this word.
    ja: /ブラウザー/,
    // One style of speech, and no particle that would depend on the last letter of a name.
    ko: /니다(?!\p{L})|십시오|당신|\}(?:[은는이가을를과와]|으?로)(?=[\s.]|$)/u,
    nb: /(?<!\p{L})(?:Dem|Deres|dere|deres)(?!\p{L})/u,
    nl: /(?<!\p{L})(?:u|uw)(?!\p{L})/iu,
    pl: /(?<!\p{L})(?:pan|pani|państwo|twoje|twojego|twoim|twój|twoja)(?!\p{L})/u,
    pt: /(?<!\p{L})(?:tu|teu|tua|vós|senhora?)(?!\p{L})/iu,
    'pt-pt': /(?<!\p{L})(?:você|tu|teu|tua|vós|senha|tela|usuário|celular)(?!\p{L})/iu,
    sv: /(?<!\p{L})(?:ni|er|ert|era)(?!\p{L})/iu,
    // Also no ending after a name, because it would depend on the name's vowels.
    tr: /(?<!\p{L})(?:sen|sana|seni|senin)(?!\p{L})|\}[’\p{L}]/iu,
    uk: /(?<!\p{L})(?:ти|тебе|тобі|твій|твоя|твої|твого)(?!\p{L})|(?<=[\p{L},] )(?:Ви|Вас|Вам|Ваш)/u,
    zh: /你/,
    'zh-hant': /您|账|码|应用|设备|链接/,
  };

  for (const [name, load] of Object.entries(languages)) {
    const everyText = async () =>
      Object.entries<Message>((await load()).translation).flatMap(([key, message]) =>
        Object.values(formsOf(message)).map((text) => [key, text] as const),
      );

    it(`${name} addresses everybody in the same way`, async () => {
      for (const [key, text] of await everyText()) expect(text, key).not.to.match(unlike[name] ?? /^$/);
    });

    it(`${name} uses real typography: no typewriter quotes, no three dots, no two spaces`, async () => {
      // Also no mark at which a line could begin.
      for (const [key, text] of await everyText()) expect(text, key).not.to.match(/['"]|\.\.| {2}|^ | …/);
    });

    it(`${name} puts nothing directly after a name in a heading, because a line may break beside its box`, async () => {
      // Chinese and Japanese have no spaces.
      const against = /^zh|^ja/.test(name) ? /\}[.,:;]/ : /\}[^\s]/;
      for (const [key, text] of await everyText())
        if (/^(?:step|problem|reconnect)\..*title/.test(key)) expect(text, key).not.to.match(against);
    });

    it(`${name} labels a button with its visible words`, async () => {
      const { translation } = await load();
      const [seen, called] = ['step.disconnect.offer', 'step.disconnect.action'].map((key) =>
        String(Reflect.get(translation, key)).toLocaleLowerCase(name),
      );
      expect(called).to.contain(seen);
    });

    it(`${name} ends a sentence that is next to another`, async () => {
      for (const [key, text] of await everyText())
        if (/\.(?:text|stage-\d)$/.test(key)) expect(text, key).to.match(/[.。…:：]$/);
    });
  }

  // The window does not know whether a connection is renewed. A renewal that was refused leaves the sharing as it was.
  for (const [name, load] of [
    ['en', async () => ({ translation: en })] as const,
    ...Object.entries(languages),
  ])
    it(`${name} has words in a provider’s window that are also true for a renewal, if the person said no`, async () => {
      const { translation } = await load();
      const [said, ofRenewal] = ['page.cancelled.text', 'reconnect.unchanged.text'].map((key) =>
        String(Reflect.get(translation, key)),
      );
      expect(said?.startsWith(ofRenewal ?? '?'), said).to.equal(true);
    });

  // The stand-in for a missing name has one grammatical case, so the words before it must require that case.
  for (const [name, of, before] of [
    ['de', 'a', /(?:^|\s)(?:zu|mit|bei|von)\s$/i],
    ['de', 'p', /(?:^|\s)(?:zu|mit|bei|von)\s$/i],
    ['pl', 'a', /(?:^|\s)(?:do|w|użytkownika|strony)\s$/i],
    ['uk', 'a', /(?:^|\s)(?:до|боку|користувача|межах)\s$/i],
  ] as const)
    it(`${name} uses {${of}} within a sentence only in the grammatical case of its stand-in`, async () => {
      const { translation } = await languages[name]!();
      for (const [key, message] of Object.entries<Message>(translation))
        for (const text of Object.values(formsOf(message)))
          // At the start of a text there is another stand-in.
          for (const { index } of text.matchAll(new RegExp(`(?<!^)\\{${of}\\}`, 'g')))
            expect(text.slice(0, index), key).to.match(before);
    });

  // A person chooses a device or an app, so a later screen must not call it a provider.
  for (const [name, provider] of [
    ['ar', /مزوّد/],
    ['de', /anbieter/i],
    ['es', /proveedor/i],
    ['fr', /fournisseur/i],
    ['he', /ספק/],
    ['it', /fornitor/i],
    ['nl', /aanbieder/i],
    ['pt', /provedor/i],
    ['zh', /服务商/],
    ['zh-hant', /服務商/],
  ] as const)
    it(`${name} calls nothing a provider`, async () => {
      const { translation } = await languages[name]!();
      const keys = Object.entries<Message>(translation)
        .filter(([, message]) => Object.values(formsOf(message)).some((text) => provider.test(text)))
        .map(([key]) => key);
      expect(keys).to.deep.equal([]);
    });

  // The hosted page's screens say "your account" if a provider has no name.
  for (const [name, ofServices] of [
    ['cs', /služb\p{L}* \{p\}/iu],
    ['fi', /palvelu\p{L}* \{p\}/iu],
    ['pl', /usług\p{L}* \{p\}/iu],
    ['pt-pt', /(?<!\p{L})a \{p\}/iu],
    ['sv', /\{p\} är/],
  ] as const)
    it(`${name} has words on the hosted page’s screens that are also right for “account”`, async () => {
      const { translation } = await languages[name]!();
      const screens = Object.entries<Message>(translation).filter(
        ([key]) => key.startsWith('page.') && (key.split('.')[1] ?? '') in enScreens,
      );
      expect(screens).to.have.length.above(20);
      for (const [key, message] of screens)
        for (const text of Object.values(formsOf(message))) expect(text, key).not.to.match(ofServices);
    });

  // The words for a name that is missing start with a small letter unless they begin the text.
  for (const [name, load] of Object.entries(languages))
    it(`${name} begins no second sentence with a name`, async () => {
      const { translation } = await load();
      // These have no capital letters.
      if (/^(?:ar|he|ja|ko|zh)/.test(name)) return;
      for (const [key, message] of Object.entries<Message>(translation))
        for (const text of Object.values(formsOf(message)))
          expect(text, key).not.to.match(/[.!?…]\s\{[ap]\}/);
    });

  it('writes a word in only one way in Arabic, although a hamza or a mark allows two', async () => {
    const { translation } = await languages['ar']!();
    const spellings = new Map<string, Set<string>>();
    for (const message of Object.values<Message>(translation))
      for (const text of Object.values(formsOf(message)))
        for (const [word] of text.matchAll(/[\p{L}\p{M}]{4,}/gu)) {
          const bare = word.replace(/\p{M}/gu, '').replace(/[أإآ]/g, 'ا');
          spellings.set(bare, (spellings.get(bare) ?? new Set()).add(word));
        }
    const several = [...spellings.values()].filter(({ size }) => size > 1).map((each) => [...each].join(' '));
    expect(several).to.deep.equal([]);
  });
});
