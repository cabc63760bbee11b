import type { ComplexAttributeConverter } from 'lit';

/** The ways to present the widget. */
export const modes = ['inline', 'dialog', 'popover', 'frame', 'window', 'redirect'] as const;
export type Mode = (typeof modes)[number];

/** Whether the panel stands over the page, and only while it is open. */
export const isOverlay = (mode: Mode | undefined): boolean => mode === 'dialog' || mode === 'popover';

/** When the widget follows the redirect URL by itself. */
export const redirects = ['success', 'error', 'cancel'] as const;

/** Words between spaces, as an array. */
export const wordList: ComplexAttributeConverter<readonly string[] | null> = {
  fromAttribute: (value) => (value === null ? null : wordsOf(value)),
};

/** A list as a page's script set it; a string of words is read like the attribute. */
export function wordsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.split(/\s+/).filter(Boolean);
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : null;
}
