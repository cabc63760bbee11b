import type { ComplexAttributeConverter } from 'lit';

/** What a mode needs that the widget in place does not: a frame over the page, or the hosted page. */
export type ModeKind = 'overlay' | 'remote';

/** The ways to present the widget: in place, over the page, and by the hosted page. */
export type Mode = 'inline' | 'dialog' | 'popover' | 'frame' | 'window' | 'redirect';
const kindOfEach = {
  inline: undefined,
  dialog: 'overlay',
  popover: 'overlay',
  frame: 'remote',
  window: 'remote',
  redirect: 'remote',
} as const satisfies Record<Mode, ModeKind | undefined>;
const kinds = new Map<string, ModeKind | undefined>(Object.entries(kindOfEach));
export const modes: readonly string[] = [...kinds.keys()];

/** The modes of a kind. */
export type ModeOf<Kind extends ModeKind> = {
  [Each in Mode]: (typeof kindOfEach)[Each] extends Kind ? Each : never;
}[Mode];

/** Undefined for the widget in place, and for a value that is no mode. */
export const kindOf = (mode: Mode | undefined): ModeKind | undefined => mode && kinds.get(mode);

/** When the widget follows the redirect URL by itself. */
export const redirects = ['success', 'error', 'cancel'] as const;

/** After which outcomes to follow it, as the page set them. Null if the page set no list, or only unknown words. */
export function redirectsOf(value: unknown): readonly (typeof redirects)[number][] | null {
  const words = wordsOf(value);
  const known = words && redirects.filter((word) => words.includes(word));
  return known?.length || !words?.length || words.includes('none') ? known : null;
}

/** Words between spaces, as an array. */
export const wordList: ComplexAttributeConverter<readonly string[] | null> = {
  fromAttribute: (value) => (value === null ? null : wordsOf(value)),
};

/** What a page's script set where a text belongs: without types it may be anything, and have nothing of a text. */
export type TextSet = { readonly trim?: () => string } | null | undefined;

/** A list as a page's script set it; a string of words is read like the attribute. */
export function wordsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.split(/\s+/).filter(Boolean);
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : null;
}
