// What people read on the service's own pages, in the languages that the widget speaks. No markup, no page.
import type { Context } from 'hono';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type PageWords } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { ptBr } from './pt-br.js';
import { zhHans } from './zh-hans.js';

export type { PageWords };
export type PageWord = keyof PageWords;

/** A language as a page needs it: its tag (BCP 47), which way it is written, and its words. */
export interface PageLanguage {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: PageWords;
}

const english: PageLanguage = { tag: 'en', direction: 'ltr', words: en };

/** By the first part of a language tag. */
export const pageLanguages: Readonly<Record<string, PageLanguage>> = {
  en: english,
  ar: { tag: 'ar', direction: 'rtl', words: ar },
  de: { tag: 'de', direction: 'ltr', words: de },
  es: { tag: 'es', direction: 'ltr', words: es },
  fr: { tag: 'fr', direction: 'ltr', words: fr },
  he: { tag: 'he', direction: 'rtl', words: he },
  it: { tag: 'it', direction: 'ltr', words: it },
  ja: { tag: 'ja', direction: 'ltr', words: ja },
  nl: { tag: 'nl', direction: 'ltr', words: nl },
  pl: { tag: 'pl', direction: 'ltr', words: pl },
  pt: { tag: 'pt-BR', direction: 'ltr', words: ptBr },
  zh: { tag: 'zh-Hans', direction: 'ltr', words: zhHans },
};

/** The language that the browser asks for first of those that there are; English if there is none. */
export function languageFor(c: Context): PageLanguage {
  const wanted = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean) ?? '1';
      return { name: tag.split('-')[0] ?? '', weight: Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { name } of wanted)
    if (Object.hasOwn(pageLanguages, name)) return pageLanguages[name] ?? english;
  return english;
}
