import { languageOf } from '../messages/index.js';
import { escapeHtml } from './escape-html.js';
import { css, markup, words } from './first-screen.js';

export interface SkeletonOptions {
  /** BCP 47 tag of the language that a screen reader speaks its words in, as the tag's `locale`; English where it is not set or not known. */
  readonly locale?: string | undefined;
  /** The widget's accessible name, as the tag's `label`. */
  readonly label?: string | undefined;
  /** The nonce in `style-src` of the page's Content-Security-Policy, where it has one. */
  readonly nonce?: string | undefined;
}

/** The nearest language that there are words in. */
function wordsIn(locale: string) {
  try {
    const [tag = 'en'] = Intl.getCanonicalLocales(locale || 'en');
    return words[languageOf(tag)] ?? words['en'];
  } catch {
    return words['en'];
  }
}

/** What stands in the shadow root, for a framework by which you write `<template shadowrootmode="open">` yourself. */
export function renderSkeletonContent({ locale = 'en', label, nonce }: SkeletonOptions = {}): string {
  const said: Readonly<Record<string, string>> = {
    ...wordsIn(locale),
    ...(label?.trim() && { 'common.label': label.trim() }),
  };
  const panel = markup.replace(/%([\w.-]+)%/g, (_, key: string) => escapeHtml(said[key] ?? ''));
  return `<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${css}</style>${panel}`;
}

/**
 * The first screen of the widget in place, while it loads, as a declarative shadow root. It stands first in `<svc-link>` in the
 * page that a server sends, and is drawn before any script has come. In a bundle for browsers the answer is empty.
 */
export const renderSkeleton = (options?: SkeletonOptions): string =>
  `<template shadowrootmode="open">${renderSkeletonContent(options)}</template>`;
