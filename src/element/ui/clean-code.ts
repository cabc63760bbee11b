/**
 * The code in what a person typed or pasted: "123 456", "123-456" and "Your code is 123456." all give
 * 123456. A code with letters in it keeps them.
 */
export function cleanCode(text: string): string {
  const isSentence = (/\s/.test(text) && /\p{Ll}{2}/u.test(text)) || /\p{Lo}/u.test(text);
  const digits = isSentence ? /(?<![a-z\d])\d(?:[\s\u2010-\u2015-]?\d){3,}(?![a-z])/i.exec(text) : null;
  return (digits?.[0] ?? text).replace(/[\s\u2010-\u2015-]/g, '');
}
