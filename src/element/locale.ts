import type { Warn } from './warn.js';

/** The person's language: what the page says, then the browser. */
export function localeOf(host: HTMLElement & { locale: string | null | undefined }, warn: Warn): string {
  const locale = host.locale?.trim() || langAround(host);
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

/** The nearest `lang`, also around the shadow roots that the element stands in. */
function langAround(element: Element): string | undefined {
  const root = element.getRootNode();
  return (
    element.closest<HTMLElement>('[lang]')?.lang ??
    (root instanceof ShadowRoot ? langAround(root.host) : undefined)
  );
}
