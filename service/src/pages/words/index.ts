// The texts of the service's own pages, in the languages of the widget. It has no markup and no page.
import type { Context } from 'hono';
import { ar } from './ar.js';
import { cs } from './cs.js';
import { da } from './da.js';
import { de } from './de.js';
import { en, type PageWords } from './en.js';
import { es } from './es.js';
import { fi } from './fi.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { nb } from './nb.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { ptBr } from './pt-br.js';
import { ptPt } from './pt-pt.js';
import { sv } from './sv.js';
import { tr } from './tr.js';
import { uk } from './uk.js';
import { zhHans } from './zh-hans.js';
import { zhHant } from './zh-hant.js';

export type { PageWords };
export type PageWord = keyof PageWords;

/** A language as a page needs it: its tag (BCP 47), its direction, and its words. */
export interface PageLanguage {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: PageWords;
}

const english: PageLanguage = { tag: 'en', direction: 'ltr', words: en };

/** The languages, by the names that `nameOf` returns. */
export const pageLanguages: Readonly<Record<string, PageLanguage>> = {
  en: english,
  ar: { tag: 'ar', direction: 'rtl', words: ar },
  cs: { tag: 'cs', direction: 'ltr', words: cs },
  da: { tag: 'da', direction: 'ltr', words: da },
  de: { tag: 'de', direction: 'ltr', words: de },
  es: { tag: 'es', direction: 'ltr', words: es },
  fi: { tag: 'fi', direction: 'ltr', words: fi },
  fr: { tag: 'fr', direction: 'ltr', words: fr },
  he: { tag: 'he', direction: 'rtl', words: he },
  it: { tag: 'it', direction: 'ltr', words: it },
  ja: { tag: 'ja', direction: 'ltr', words: ja },
  ko: { tag: 'ko', direction: 'ltr', words: ko },
  nb: { tag: 'nb', direction: 'ltr', words: nb },
  nl: { tag: 'nl', direction: 'ltr', words: nl },
  pl: { tag: 'pl', direction: 'ltr', words: pl },
  pt: { tag: 'pt-BR', direction: 'ltr', words: ptBr },
  'pt-pt': { tag: 'pt-PT', direction: 'ltr', words: ptPt },
  sv: { tag: 'sv', direction: 'ltr', words: sv },
  tr: { tag: 'tr', direction: 'ltr', words: tr },
  uk: { tag: 'uk', direction: 'ltr', words: uk },
  zh: { tag: 'zh-Hans', direction: 'ltr', words: zhHans },
  'zh-hant': { tag: 'zh-Hant', direction: 'ltr', words: zhHant },
};

/**
 * The name of a language, as in the widget (`languageOf` in src/messages): the first part of the tag in lower case. But
 * traditional Chinese and the Portuguese of Portugal have words of their own, and every kind of Norwegian is Bokmål.
 */
function nameOf(tag: string): string {
  if (/^(?:zh-(?:hant|tw|hk|mo)|yue)\b/.test(tag)) return 'zh-hant';
  if (/^pt-(?!br)\w\w\b/.test(tag)) return 'pt-pt';
  return tag.replace(/-.*/, '').replace(/^n[no]$/, 'nb');
}

/** The first language of the browser's list that is available; English if there is none. */
export function languageFor(c: Context): PageLanguage {
  const wanted = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean) ?? '1';
      return { name: nameOf(tag), weight: Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { name } of wanted)
    if (Object.hasOwn(pageLanguages, name)) return pageLanguages[name] ?? english;
  return english;
}
