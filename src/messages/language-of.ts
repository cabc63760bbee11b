/** The name of a language's file of words: `pt` for `pt-PT`. */
export const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

export const isRightToLeft = (locale: string): boolean => /^(?:ar|he)\b/.test(locale);
