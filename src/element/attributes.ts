import type { ComplexAttributeConverter } from 'lit';
import type { FlowOptions } from '../flow/index.js';
import type { Warn } from './warn.js';

/** The ways to present the widget. */
const modes = ['inline', 'dialog', 'popover', 'frame', 'window', 'redirect'] as const;
export type Mode = (typeof modes)[number];

const redirects = ['success', 'error', 'cancel'] as const;

/** Words between spaces, as an array. */
export const wordList: ComplexAttributeConverter<readonly string[] | null> = {
  fromAttribute: (value) => (value === null ? null : value.split(/\s+/).filter(Boolean)),
};

/** A list as a page's script set it; a string of words is read like the attribute. */
export function wordsOf(value: unknown, name: string, warn: Warn): readonly string[] | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
  if (typeof value === 'string') return value.split(/\s+/).filter(Boolean);
  warn(`${name} is not a list of words, so it counts as not set.`);
  return null;
}

/** `redirect-on`, where `none` is the empty list. */
export function redirectsOf(words: readonly string[] | null, warn: Warn): FlowOptions['redirectOn'] {
  const unknown = words?.find((word) => word !== 'none' && !redirects.some((known) => known === word));
  if (unknown !== undefined)
    warn(`redirect-on does not know "${unknown}". Use ${redirects.join(', ')}, or none.`);
  return words && redirects.filter((known) => words.includes(known));
}

export function checkMode(mode: string, warn: Warn): void {
  if (mode === 'inline') return;
  warn(
    modes.some((known) => known === mode)
      ? `mode="${mode}" is not built yet: the widget is shown in place.`
      : `mode="${mode}" is unknown, so the widget is shown in place. Use one of ${modes.join(', ')}.`,
  );
}

export function levelOf(level: number, warn: Warn): number {
  if (Number.isInteger(level) && level >= 1 && level <= 6) return level;
  warn('heading-level is not a number from 1 to 6: 2 is used.');
  return 2;
}

/** The person's language: what the page says, then the browser. */
export function localeOf(host: HTMLElement & { locale: string | null | undefined }, warn: Warn): string {
  const locale = host.locale || host.closest<HTMLElement>('[lang]')?.lang;
  if (locale) {
    try {
      return Intl.getCanonicalLocales(locale)[0] ?? navigator.language;
    } catch {
      warn(`"${locale}" is not the tag of a language, such as en or pt-BR.`);
    }
  }
  return navigator.language;
}
