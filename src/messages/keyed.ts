import type { Message } from './message.js';

type Keys<Area extends string, Texts> = {
  [Group in keyof Texts & string]: `${Area}.${Group}.${keyof Texts[Group] & string}`;
}[keyof Texts & string];

/** Puts each text under its full key, such as `step.done.title`. Written in full, the keys would weigh as much as the words. */
export const keyed = <Area extends string, Texts extends Record<string, Record<string, Message>>>(
  area: Area,
  texts: Texts,
) =>
  // The compiler cannot see which keys this creates.
  Object.fromEntries(
    Object.entries(texts).flatMap(([group, words]) =>
      Object.entries(words).map(([name, text]) => [`${area}.${group}.${name}`, text]),
    ),
  ) as Record<Keys<Area, Texts>, Message>;
