import { languageOf } from './language-of.js';
import type { Translation } from './translation.js';

/** A language other than English: its tag (BCP 47) and every word of it. */
export interface Language {
  readonly tag: string;
  readonly translation: Translation;
}

/** Where a language's words are, by the first part of its tag. English is built in. */
export const languages: Readonly<Record<string, () => Promise<Language>>> = {
  ar: () => import('./locales/ar.js'),
  de: () => import('./locales/de.js'),
  es: () => import('./locales/es.js'),
  fr: () => import('./locales/fr.js'),
  he: () => import('./locales/he.js'),
  it: () => import('./locales/it.js'),
  ja: () => import('./locales/ja.js'),
  nl: () => import('./locales/nl.js'),
  pl: () => import('./locales/pl.js'),
  pt: () => import('./locales/pt-br.js'),
  zh: () => import('./locales/zh-hans.js'),
};

/** The words of a language, or null where nobody has written them; English is built in. Rejects where they do not come. */
export const loadLanguage = (locale: string): Promise<Language> | null =>
  languages[languageOf(locale)]?.() ?? null;
