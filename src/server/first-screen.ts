// The first screen as a server sends it, made from the element's own template, styles and words. This runs once, while the
// package is built (`firstScreen` in vite.config.ts). The published package has only the resulting texts, without Lit or the
// element.
import { firstStyles } from '../element/first-styles.js';
import { SvcLink } from '../element/index.js';
import { enFirst, type Message, type MessageKey } from '../messages/index.js';
import { languages } from '../messages/languages.js';
import { htmlOf } from './html-of.js';

/** The words on the first screen. Screen readers say them; they are not visible. */
const keys = [
  'common.label',
  'common.close',
  'step.loading.title',
  'step.select-provider.search',
] as const satisfies readonly MessageKey[];
type Key = (typeof keys)[number];

/** Each word by its key, and `lang`, the language's tag. */
export type Words = Readonly<Record<Key | 'lang', string>>;

function wordsOf(lang: string, catalogue: Readonly<Record<Key, Message>>): Words {
  const word = (key: Key): string => {
    const message = catalogue[key];
    if (typeof message !== 'string') throw new TypeError(`${key} has more than one form.`);
    return message;
  };
  return {
    lang,
    'common.label': word('common.label'),
    'common.close': word('common.close'),
    'step.loading.title': word('step.loading.title'),
    'step.select-provider.search': word('step.select-provider.search'),
  };
}

const others = await Promise.all(
  Object.entries(languages).map(async ([name, load]) => {
    const { tag, translation } = await load();
    return [name, wordsOf(tag, translation)] as const;
  }),
);

/** The words of each language, by the name of its file. */
export const words: Readonly<Record<string, Words>> = {
  en: wordsOf('en', enFirst),
  ...Object.fromEntries(others),
};

/** Replaces the only match. Throws unless there is exactly one. */
function replaceOnly(text: string, from: RegExp, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`The first screen does not have ${from} once.`);
  return text.replace(from, to);
}

function draw(): string {
  const link = new SvcLink();
  link.messages = Object.fromEntries(keys.map((key) => [key, `%${key}%`]));
  const html = replaceOnly(htmlOf(link['render']()), /lang="en"/, 'lang="%lang%"');
  // Before the script has loaded, a press does nothing, and a focus would be lost when the element draws its own button.
  return replaceOnly(html, /<button(?= part="?close\b)/, '<button inert');
}

/** The panel, with `%key%` instead of each word. */
export const markup = draw();

/**
 * The styles. The skeleton's animation is off: it starts when the element replaces the skeleton with its own, so nothing
 * jumps.
 */
export const css = `${firstStyles.map(({ cssText }) => cssText).join('')}.skeleton{animation:none}`;
