/** A dash of any kind, or a blank, between the groups of a code. */
const gap = /[\s\u2010-\u2015-]/g;
/** Digits in a row, in groups or not. */
const digitsIn = /(?<![a-z\d])\d(?:[\s\u2010-\u2015-]?\d){3,}(?![a-z])/i;
const wordsIn = /[a-z\d]{2,}(?:[\u2010-\u2015-][a-z\d]+)*/gi;

/**
 * The code in what a person typed or pasted: "123 456", "123-456", "١٢٣٤٥٦" and "Your code is 123456." all give
 * 123456. A code with letters in it keeps them, and is taken out of its sentence too.
 */
export function cleanCode(given: string): string {
  const text = withPlainDigits(given);
  const isSentence = (/\s/.test(text) && /\p{Ll}{2}/u.test(text)) || /\p{Lo}/u.test(text);
  return ((isSentence ? codeIn(text) : null) ?? text).replace(gap, '');
}

/** The part of a sentence that looks like a code: digits, or capitals with a digit among them, whichever comes first. */
function codeIn(text: string): string | null {
  const words = [...text.matchAll(wordsIn)].filter(([word]) => word.replace(gap, '').length >= 4);
  const ofCapitals = words.filter(([word]) => word === word.toUpperCase() && /[A-Z]/.test(word));
  const ofBoth = ofCapitals.find(([word]) => /\d/.test(word));
  const ofDigits = digitsIn.exec(text);
  const first = [ofDigits, ofBoth].filter((found) => found != null).sort((a, b) => a.index - b.index)[0];
  const found =
    first ??
    words.find(([word]) => /\d/.test(word) && /[a-z]/i.test(word)) ??
    // Of several words in capitals, one may be a name.
    (ofCapitals.length === 1 ? ofCapitals[0] : undefined);
  return found?.[0] ?? null;
}

/** Turns full-width letters, and the digits of every script, into those that the provider uses. */
const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));

/** Each script's digits are in a row, from zero on, and no digit comes just before. */
function valueOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at - value - 1))) value++;
  return value;
}
