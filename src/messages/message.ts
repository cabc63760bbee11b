import { isRightToLeft } from './language-of.js';

/** A text with placeholders such as `{p}`, or its plural forms; `{n}` chooses among them. */
export type Message = string | PluralMessage;
export type PluralMessage = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** The values of the placeholders. */
export type Values = Readonly<Record<string, string | number>>;

/** A formatted message in pieces, so that a view can set a name apart from the text around it. Numbers are text. */
export type Piece = string | { readonly value: string };

/** The form of a message for `n`, by the plural rules of the language; undefined for what a page set that is no message. */
export function formOf(message: Message | null | undefined, n: number, locale: string): string | undefined {
  if (typeof message === 'string') return message;
  const form: unknown = message?.[new Intl.PluralRules(locale).select(n)] ?? message?.other;
  return typeof form === 'string' ? form : undefined;
}

/** Fills in the values, with numbers as `locale` writes them. A placeholder without a value stays as it is. */
export function piecesOf(text: string, values: Values, locale: string): Piece[] {
  // Every odd part is the name between two braces.
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : pieceOf(part, values[part], locale)))
    .filter((piece) => piece !== '');
}

function pieceOf(name: string, value: string | number | undefined, locale: string): Piece {
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
  return value === undefined ? `{${name}}` : { value };
}

/**
 * A formatted message for places where no element can set a name apart: a label, an announcement, the title of a window. In a
 * right-to-left text, each name is between the Unicode characters that isolate it, which people neither see nor hear. Other
 * texts do not have these characters, so that a search for "Connect Ring" finds the text.
 */
export function textOf(pieces: readonly Piece[], locale: string): string {
  const [before, after] = isRightToLeft(locale) ? ['\u2068', '\u2069'] : ['', ''];
  return pieces.map((piece) => (typeof piece === 'string' ? piece : before + piece.value + after)).join('');
}

/** Turns `body_temperature` into "body temperature", for words that no catalogue has. */
export function humanize(word: string): string {
  return word.replace(/[\s_-]+/g, ' ').trim();
}
