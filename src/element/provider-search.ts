import type { LinkProvider } from '../contract/index.js';

/** Owns the search over providers. Does not own the query, which is part of the flow's state. */
export class ProviderSearch {
  #index: { readonly of: readonly LinkProvider[]; readonly texts: readonly string[] } | undefined;
  /** The last matches without a mistake, in the list's order. */
  #exact: { readonly asked: string; readonly indexes: readonly number[] } | undefined;
  #last:
    | {
        readonly query: string;
        readonly of: readonly LinkProvider[];
        readonly found: readonly LinkProvider[];
      }
    | undefined;

  /**
   * The providers that have every word of the query. If there are none, a long word may have one mistake. Matches at the
   * beginning of a word come before matches inside one; in both groups, names come before other names, and equals keep the list's
   * order. The same list and query give the same array.
   */
  find(providers: readonly LinkProvider[], query: string): readonly LinkProvider[] {
    if (this.#last?.of === providers && this.#last.query === query) return this.#last.found;
    const words = fold(query).split(/\s+/).filter(Boolean);
    const found = words.length ? this.#search(providers, words) : providers;
    this.#last = { of: providers, query, found };
    return found;
  }

  #search(providers: readonly LinkProvider[], words: readonly string[]): readonly LinkProvider[] {
    if (this.#index?.of !== providers) {
      this.#index = { of: providers, texts: textsOf(providers) };
      this.#exact = undefined;
    }
    const { texts } = this.#index;
    const by = (placeOf: (text: string, word: string) => number, among: Iterable<number>): Found[] => {
      const found: Found[] = [];
      for (const index of among) {
        // The word that has the worst place counts.
        const place = Math.max(...words.map((word) => placeOf(texts[index] ?? '', word)));
        if (place < nowhere) found.push({ index, place });
      }
      return found;
    };
    const asked = words.join(' ');
    // A query that continues the last one can match only providers that the last one found.
    const before = this.#exact && asked.startsWith(this.#exact.asked) ? this.#exact.indexes : texts.keys();
    let found = by(exactPlace, before);
    if (found.length) this.#exact = { asked, indexes: found.map(({ index }) => index) };
    else found = by(nearPlace, texts.keys());
    return found.sort((one, other) => one.place - other.place).flatMap(({ index }) => providers[index] ?? []);
  }
}

interface Found {
  readonly index: number;
  readonly place: number;
}

const nowhere = 5;

/** 0: a word of the name begins with it; 1: a word of another name does; 2 and 3: it is inside a word. */
function exactPlace(text: string, word: string): number {
  const start = text.indexOf(` ${word}`);
  const at = start < 0 ? text.indexOf(word) : start;
  return at < 0 ? nowhere : (start < 0 ? 2 : 0) + (at < text.indexOf('\t') ? 0 : 1);
}

/** Shorter words have to match exactly: one mistake would leave too little of them. */
const longFrom = 5;

function nearPlace(text: string, word: string): number {
  const place = exactPlace(text, word);
  return place === nowhere &&
    word.length >= longFrom &&
    text.split(/\s/).some((candidate) => isNear(word, candidate))
    ? 4
    : place;
}

/** Whether `word` begins with `typed`, but for one mistake: a wrong letter, one too many or too few, or two that are swapped. */
function isNear(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const after = (count: number): string => typed.slice(at + count);
  return (
    word.startsWith(after(1), at + 1) ||
    word.startsWith(after(1), at) ||
    word.startsWith(after(0), at + 1) ||
    (word.startsWith(after(2), at + 2) && typed[at] === word[at + 1] && typed[at + 1] === word[at])
  );
}

/** Letters that are not another letter with a mark, and what people type who do not have these keys. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' },
};

/** Removes case, marks and punctuation; line breaks and tabs stay. Most text is ASCII, which has no marks to look for. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u0080-\uffff]+/g, (part) =>
      part
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/./g, (letter) => letters[letter] ?? letter),
    )
    .replace(/[!-/:-@[-`{-~\u2000-\u206f]/g, ' ');

/**
 * For each provider: its name, a tab, then its other names, its maker and its name as one word, with a blank before each. All
 * texts are folded at once: to fold thousands of short texts one by one takes four times as long.
 */
const textsOf = (providers: readonly LinkProvider[]): readonly string[] =>
  fold(
    providers
      .map(({ name, slug, aliases, maker }) => {
        const shown = name || slug;
        const others = `${aliases?.join(' ') ?? ''} ${maker ?? ''} ${shown.replaceAll(' ', '')}`;
        return `${inOneLine(shown)}\t${inOneLine(others)}`;
      })
      .join('\n'),
  ).split('\n');

const inOneLine = (text: string): string => ` ${text.replaceAll('\n', ' ').replaceAll('\t', ' ')}`;
