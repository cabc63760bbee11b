import { languageOf } from '../messages/index.js';
import { escapeHtml } from './escape-html.js';
import { css, markup, words } from './first-screen.js';

export interface SkeletonOptions {
  /** BCP 47 tag of the language for screen readers, as in the tag's `locale`. English if it is not set or not known. */
  readonly locale?: string | undefined;
  /** The widget's accessible name, as in the tag's `label`. */
  readonly label?: string | undefined;
  /** The nonce in `style-src` of the page's Content-Security-Policy, if it has one. */
  readonly nonce?: string | undefined;
}

/** The words of the nearest language that has any. */
function wordsIn(locale: string) {
  try {
    const [tag = 'en'] = Intl.getCanonicalLocales(locale || 'en');
    return words[languageOf(tag)] ?? words['en'];
  } catch {
    return words['en'];
  }
}

/** The content of the shadow root, for frameworks in which you write `<template shadowrootmode="open">` yourself. */
export function renderSkeletonContent({ locale = 'en', label, nonce }: SkeletonOptions = {}): string {
  const said: Readonly<Record<string, string>> = {
    ...wordsIn(locale),
    ...(label?.trim() && { 'common.label': label.trim() }),
  };
  const panel = markup.replace(/%([\w.-]+)%/g, (_, key: string) => escapeHtml(said[key] ?? ''));
  return `<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${css}</style>${panel}`;
}

/**
 * The first screen of the inline widget while it loads, as a declarative shadow root. Put it first into `<svc-link>` in the page
 * that a server sends. The browser draws it before any script has loaded. In a bundle for browsers it returns ''.
 */
export const renderSkeleton = (options?: SkeletonOptions): string =>
  `<template shadowrootmode="open">${renderSkeletonContent(options)}</template>`;
