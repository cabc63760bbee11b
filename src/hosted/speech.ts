import {
  enScreens,
  isRightToLeft,
  loadLanguage,
  piecesOf,
  type Message,
  type MessageKey,
  type Piece,
} from '../messages/index.js';

type Words = Readonly<Partial<Record<MessageKey, Message>>>;
type Screens = typeof enScreens;

/** The words of another language; null for English, undefined while they load. */
let words: Words | null | undefined;
let latest: Promise<void> | undefined;

/**
 * Makes this page speak a language; without one, the browser's. English is built in, and is used if the words of
 * another one do not load. Resolves once the page has words.
 */
export function speak(locale: string | null | undefined, spoken: () => void): Promise<void> {
  const wanted = locale || navigator.language || 'en';
  const mine = Promise.resolve(loadLanguage(wanted))
    .catch(() => null)
    .then((found) => {
      // Another language was asked for meanwhile.
      if (latest !== mine) return;
      const { tag, translation } = found ?? { tag: 'en', translation: null };
      words = translation;
      document.documentElement.lang = tag;
      document.documentElement.dir = isRightToLeft(tag) ? 'rtl' : 'ltr';
      spoken();
    });
  latest = mine;
  return mine;
}

/** A text in the language that the page speaks, as it is written; undefined if English should be used. */
export function word(key: MessageKey): string | undefined {
  const text = words?.[key];
  return typeof text === 'object' ? text.other : text;
}

/** A text of a screen, as it is written; null while its language loads. */
export function screenWord<Name extends keyof Screens>(
  name: Name,
  part: keyof Screens[Name] & string,
): string | null {
  if (words === undefined) return null;
  // The parts make a key of the catalogue, which has an English text.
  return word(`page.${name}.${part}` as MessageKey) ?? (enScreens[name][part] as string);
}

/** The same with the provider's name, or what stands in for it. */
export function screenText<Name extends keyof Screens>(
  name: Name,
  part: keyof Screens[Name] & string,
  provider: string | null,
): readonly Piece[] | null {
  const text = screenWord(name, part);
  if (text === null) return null;
  const own = (): string => screenWord('words', text.startsWith('{p}') ? 'account-first' : 'account') ?? '';
  return piecesOf(text, { p: provider ?? own() }, document.documentElement.lang);
}
