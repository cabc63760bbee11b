import { html } from 'hono/html';
import type { PageLanguage, PageWord } from './words/index.js';
import type { Markup } from './page.js';

type Values = Readonly<Record<string, string | null>>;

export interface InWords {
  /** A text as markup. Each name is isolated from the text around it, because its direction may differ. */
  (word: PageWord): Markup;
  /**
   * The text as plain text, for a title. If the text or a name runs from right to left, invisible Unicode characters
   * isolate the name.
   */
  plainly(word: PageWord): string;
}

/**
 * Returns the texts of a language with values for `{p}`, `{a}` and `{name}`. `n` is the value of `{n}`: it is formatted for
 * the language and selects the plural form of a text.
 */
export function inWords({ words, tag }: PageLanguage, values: Values = {}, n = 0): InWords {
  const textOf = (word: PageWord): string => {
    const text = words[word];
    if (typeof text === 'string') return text;
    const form = text[new Intl.PluralRules(tag).select(n)] ?? text.other;
    return form.replace('{n}', new Intl.NumberFormat(tag).format(n));
  };
  // Every second part is a name that stood in braces.
  const partsOf = (word: PageWord): string[] => textOf(word).split(/\{(\w+)\}/);
  const say = (word: PageWord): Markup =>
    html`${partsOf(word).map((part, index) =>
      index % 2 === 0 ? part : html`<bdi>${values[part] ?? ''}</bdi>`,
    )}`;
  return Object.assign(say, {
    plainly: (word: PageWord) =>
      partsOf(word)
        .map((part, index) => (index % 2 === 0 ? part : apart(textOf(word), values[part] ?? '')))
        .join(''),
  });
}

const rightToLeft = /[\u0590-\u08ff]/;

const apart = (text: string, name: string): string =>
  name !== '' && (rightToLeft.test(text) || rightToLeft.test(name)) ? `\u2068${name}\u2069` : name;
