import { html, type TemplateResult } from 'lit';
import {
  formOf,
  isRightToLeft,
  piecesOf,
  textOf,
  type Message,
  type MessageKey,
  type MessageOverrides,
  type Values,
} from '../messages/index.js';

/** Looks a text up at render time. */
export interface Translate {
  /** For templates: every name is in a `<bdi>`, so that it keeps its own direction. */
  (key: MessageKey, values?: Values): TemplateResult | string;
  /** For attributes and announcements. */
  text(key: MessageKey, values?: Values): string;
  /** A word such as a resource or a method that the catalogue may not know. */
  word(key: string): string | undefined;
  readonly locale: string;
  /** The direction of the words; null for the page's own direction. */
  readonly direction: 'ltr' | 'rtl' | null;
  /** The names of the provider and of the app, or null. */
  readonly provider: string | null;
  readonly app: string | null;
  /** The page's own texts. */
  readonly overrides: MessageOverrides;
  /** The same with the English words of a part that was loaded later. */
  with(more: TranslateOptions['catalogue']): Translate;
}

export interface TranslateOptions {
  readonly catalogue: Readonly<Partial<Record<MessageKey, Message>>>;
  readonly overrides: MessageOverrides;
  /** The language of the words: the catalogue's own tag. */
  readonly locale: string;
  /** How numbers are written: the words' language, with the region that was asked for. */
  readonly numbers: string;
  /** The name for `{p}`, and below for `{a}`; null if there is none. */
  readonly provider: string | null;
  readonly app: string | null;
}

export function createTranslate(options: TranslateOptions): Translate {
  const { catalogue, overrides, locale } = options;
  const own: Readonly<Record<string, Message | undefined>> = overrides;
  const words: Readonly<Record<string, Message | undefined>> = catalogue;
  // A page may set any value: one that is no text counts as not set.
  const lookUp = (key: string, n = 0): string =>
    formOf(own[key], n, locale) ?? formOf(words[key], n, locale) ?? '';
  const pieces = (key: MessageKey, values: Values) => {
    const text = lookUp(key, Number(values['n'] ?? 0));
    // A word in place of a name begins a sentence with a capital letter.
    const name = (own: string | null, brace: string, word: string): string =>
      own ?? lookUp(text.startsWith(brace) ? `${word}-first` : word);
    const names = {
      p: name(options.provider, '{p}', 'common.provider'),
      a: name(options.app, '{a}', 'common.app'),
    };
    return piecesOf(text, { ...names, ...values }, options.numbers);
  };

  const translate = (key: MessageKey, values: Values = {}): TemplateResult | string => {
    const [first, ...more] = pieces(key, values).map((piece) =>
      typeof piece === 'string' ? piece : html`<bdi>${piece.value}</bdi>`,
    );
    return more.length ? html`${[first, ...more]}` : (first ?? '');
  };

  // English is shown in the direction of the page.
  const direction: Translate['direction'] = locale === 'en' ? null : isRightToLeft(locale) ? 'rtl' : 'ltr';
  return Object.assign(translate, options, {
    text: (key: MessageKey, values: Values = {}) => textOf(pieces(key, values), locale),
    word: (key: string) => lookUp(key) || undefined,
    direction,
    with: (more: TranslateOptions['catalogue']) =>
      createTranslate({ ...options, catalogue: { ...more, ...catalogue } }),
  });
}
