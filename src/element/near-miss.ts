/** Whether a word is this one with one letter more, less or other, or with two beside each other swapped. */
export function isNearMiss(word: string, meant: string): boolean {
  if (word === meant || Math.abs(word.length - meant.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === meant[start]) start += 1;
  let end = 0;
  const most = Math.min(word.length, meant.length) - start;
  while (end < most && word.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [wrong, right] = [word.slice(start, word.length - end), meant.slice(start, meant.length - end)];
  return (
    Math.max(wrong.length, right.length) < 2 ||
    (wrong.length === 2 && wrong === [...right].reverse().join(''))
  );
}
