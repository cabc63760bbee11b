import { html } from 'hono/html';
import type { PageLanguage, PageWord } from './words/index.js';
import type { Markup } from './page.js';

type Values = Readonly<Record<string, string | null>>;

export interface InWords {
  /** A text as markup. Each name is isolated from the text around it, as it may be written in the other direction. */
  (word: PageWord): Markup;
  /**
   * The same as plain text, for a title: if the text or a name leads from right to left, characters of Unicode that are
   * not seen set the name apart.
   */
  plainly(word: PageWord): string;
}

/**
 * Returns the texts of a language with values for `{p}`, `{a}` and `{name}`. `n` is the value of `{n}`, formatted for the
 * language, and chooses the plural form of a text.
 */
export function inWords({ words, tag }: PageLanguage, values: Values = {}, n = 0): InWords {
  const textOf = (word: PageWord): string => {
    const text = words[word];
    if (typeof text === 'string') return text;
    const form = text[new Intl.PluralRules(tag).select(n)] ?? text.other;
    return form.replace('{n}', new Intl.NumberFormat(tag).format(n));
  };
  // Every odd part is the name between two braces.
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
