import type { Warn } from './warn.js';

/** The person's language: what the page says, then the browser. */
export function localeOf(host: HTMLElement & { locale: string | null | undefined }, warn: Warn): string {
  const locale = host.locale || host.closest<HTMLElement>('[lang]')?.lang;
  // Empty in some embedded browsers.
  const browser = navigator.language || 'en';
  if (!locale) return browser;
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? browser;
  } catch {
    warn('locale', locale);
    return browser;
  }
}
