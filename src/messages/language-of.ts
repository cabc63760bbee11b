/**
 * The name of a language's file of words: `de` for `de-CH`. Two languages are written in two ways, and each way has a file:
 * Chinese is traditional where its tag or its region says so, Portuguese is that of Portugal in every region but Brazil.
 * Norwegian of any kind is Bokmål.
 */
export const languageOf = (locale: string): string =>
  /^(?:zh-(?:hant|tw|hk|mo)|yue)\b/i.test(locale)
    ? 'zh-hant'
    : /^pt-(?!br)\w\w\b/i.test(locale)
      ? 'pt-pt'
      : locale.replace(/-.*/, '').replace(/^n[no]$/, 'nb');

export const isRightToLeft = (locale: string): boolean => /^(?:ar|he)\b/.test(locale);
