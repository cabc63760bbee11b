/** A text with placeholders such as `{p}`, or its plural forms; `{n}` chooses among them. */
export type Message = string | PluralMessage;
export type PluralMessage = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** What stands in the placeholders. */
export type Values = Readonly<Record<string, string | number>>;

/** A formatted message in pieces, so that a view can set a name apart from the text around it. */
export type Piece = string | { readonly value: string };

/** The form of a message for `n`: plural rules are the language's, not ours. */
export function formOf(message: Message, n: number, locale: string): string {
  if (typeof message === 'string') return message;
  return message[new Intl.PluralRules(locale).select(n)] ?? message.other;
}

/** Puts the values in. A placeholder without a value stays as it is written. */
export function piecesOf(text: string, values: Values): Piece[] {
  // Every odd part is the name between two braces.
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : pieceOf(part, values[part])))
    .filter((piece) => piece !== '');
}

function pieceOf(name: string, value: string | number | undefined): Piece {
  return value === undefined ? `{${name}}` : { value: String(value) };
}

/** `body_temperature` becomes "body temperature": for words that no catalogue knows. */
export function humanize(word: string): string {
  return word.replace(/[\s_-]+/g, ' ').trim();
}
