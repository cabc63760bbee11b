import { enScreens, type Message, type MessageKey } from '../messages/index.js';

type Words = Readonly<Partial<Record<MessageKey, Message>>>;
type Screens = typeof enScreens;

/** The words of another language; null for English, undefined while they load. */
let words: Words | null | undefined;
let heard: Promise<void> | undefined;

/**
 * Makes this page speak a language; without one, the browser's. English is built in, and stands in where the words of
 * another one do not come. Resolves once the page has words.
 */
export function speak(locale: string | null | undefined, spoken: () => void): Promise<void> {
  const wanted = locale || navigator.language || 'en';
  const english = { tag: 'en', direction: 'ltr', translation: null } as const;
  const mine = (/^en\b/i.test(wanted) ? Promise.resolve(null) : loadLanguage(wanted))
    .catch(() => null)
    .then((found) => {
      // Another language was asked for meanwhile.
      if (heard !== mine) return;
      const { tag, direction, translation } = found ?? english;
      words = translation;
      document.documentElement.lang = tag;
      document.documentElement.dir = direction;
      spoken();
    });
  heard = mine;
  return mine;
}

/** Who speaks English does not load what the others need. */
const loadLanguage = (locale: string) =>
  import('./other-language.js').then(({ otherLanguage }) => otherLanguage(locale));

/** A text in the language that the page speaks, as it is written; undefined where English is to be used. */
export function word(key: MessageKey): string | undefined {
  const text = words?.[key];
  return typeof text === 'object' ? text.other : text;
}

/** A text of a screen, with the provider's name or what stands in for it; empty while its language loads. */
export function screenWord(name: keyof Screens, part: string, provider: string | null = null): string {
  if (words === undefined) return '';
  // A key of the catalogue, as it is made of its parts.
  const written = word(`page.${name}.${part}` as MessageKey);
  const text = written ?? (enScreens[name] as Readonly<Record<string, string>>)[part] ?? '';
  const named = (): string =>
    provider ?? screenWord('words', text.startsWith('{p}') ? 'account-first' : 'account');
  return text.replaceAll('{p}', named);
}
