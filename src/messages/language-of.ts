/** What a language's words are called by: `pt` for `pt-PT`. */
export const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

export const isRightToLeft = (locale: string): boolean => /^(?:ar|he)\b/.test(locale);
