/** Numbers that look random but are the same for the same seed, in every process and version of Node. */
export interface Random {
  /** A number from `least` up to, but not including, `most`. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** A number near `middle`: seldom more than `spread` away, never more than twice that. */
  around(middle: number, spread: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
}

/** FNV-1a with 32 bits. It gives very different hashes for similar texts. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The numbers of a seed (mulberry32). */
export function randomOf(seed: string): Random {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + (most - least) * next();
  const integer = (least: number, most: number): number => Math.floor(between(least, most + 1));
  return {
    between,
    integer,
    around: (middle, spread) => middle + spread * (next() + next() + next() + next() - 2),
    // The list is not empty, and the index lies within it.
    pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
  };
}

/** A value rounded to some decimal digits. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));
