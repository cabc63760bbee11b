import type { Warn } from './warn.js';

/** The person's language: what the page says, then the browser. */
export function localeOf(host: HTMLElement & { locale: string | null | undefined }, warn: Warn): string {
  const locale = host.locale || host.closest<HTMLElement>('[lang]')?.lang;
  try {
    return Intl.getCanonicalLocales(locale || navigator.language)[0] ?? navigator.language;
  } catch {
    warn('locale', locale);
    return navigator.language;
  }
}
