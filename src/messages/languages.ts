import { importing, type Load } from '../loading/index.js';
import { languageOf } from './language-of.js';
import type { Translation } from './translation.js';

/** A language other than English: its tag (BCP 47) and all its words. */
export interface Language {
  readonly tag: string;
  readonly translation: Translation;
}

const language = (load: Load<Language>): Load<Language> =>
  importing(load, (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address));

/** How to load a language's words, by the name of its file (`languageOf`). English is built in. */
export const languages: Readonly<Record<string, Load<Language>>> = {
  ar: language(() => import('./locales/ar.js')),
  cs: language(() => import('./locales/cs.js')),
  da: language(() => import('./locales/da.js')),
  de: language(() => import('./locales/de.js')),
  es: language(() => import('./locales/es.js')),
  fi: language(() => import('./locales/fi.js')),
  fr: language(() => import('./locales/fr.js')),
  he: language(() => import('./locales/he.js')),
  it: language(() => import('./locales/it.js')),
  ja: language(() => import('./locales/ja.js')),
  ko: language(() => import('./locales/ko.js')),
  nb: language(() => import('./locales/nb.js')),
  nl: language(() => import('./locales/nl.js')),
  pl: language(() => import('./locales/pl.js')),
  pt: language(() => import('./locales/pt-br.js')),
  'pt-pt': language(() => import('./locales/pt-pt.js')),
  sv: language(() => import('./locales/sv.js')),
  tr: language(() => import('./locales/tr.js')),
  uk: language(() => import('./locales/uk.js')),
  zh: language(() => import('./locales/zh-hans.js')),
  'zh-hant': language(() => import('./locales/zh-hant.js')),
};

/** The words of a language, or null if nobody has written them; English is built in. Rejects if they do not load. */
export const loadLanguage = (locale: string): Promise<Language> | null =>
  languages[languageOf(locale)]?.() ?? null;
