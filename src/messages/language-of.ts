/**
 * The name of a language's file of words: `de` for `de-CH`. Two languages have two files each. Chinese is traditional if its tag
 * or its region says so. Portuguese is the Portuguese of Portugal in every region except Brazil. Any Norwegian is Bokmål.
 */
export const languageOf = (locale: string): string =>
  /^(?:zh-(?:hant|tw|hk|mo)|yue)\b/i.test(locale)
    ? 'zh-hant'
    : /^pt-(?!br)\w\w\b/i.test(locale)
      ? 'pt-pt'
      : locale.replace(/-.*/, '').replace(/^n[no]$/, 'nb');

export const isRightToLeft = (locale: string): boolean => /^(?:ar|he)\b/.test(locale);
