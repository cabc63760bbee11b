import type { TextSet } from './attributes.js';
import type { Warn } from './warn.js';

/** The person's language: as the page says, else as the browser says. */
export function localeOf(host: HTMLElement & { locale: TextSet }, warn: Warn): string {
  const locale = host.locale?.trim?.() || langAround(host);
  const asked = locale ? canonical(locale) : null;
  if (locale && !asked) warn('locale', locale);
  // `navigator.language` is empty in some embedded browsers, and not a language tag if the system's locale is "C".
  return asked ?? canonical(navigator.language) ?? 'en';
}

function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag || [])[0] ?? null;
  } catch {
    return null;
  }
}

/** The nearest `lang`, also around the shadow roots that contain the element. */
function langAround(element: Element): string | undefined {
  const root = element.getRootNode();
  return (
    element.closest<HTMLElement>('[lang]')?.lang ??
    (root instanceof ShadowRoot ? langAround(root.host) : undefined)
  );
}
