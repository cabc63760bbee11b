/**
 * What decides whether a number stands in a text, and numbers. A pattern of a whole text would need memory for each of its
 * characters, and would try each quote of a text without end anew: time that grows with the square of its length.
 */
const token = /"|\\[^]|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Parses JSON; undefined if the text is none. Whole numbers that a double would round become texts, because some providers'
 * ids have 64 bits.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? keepDigits(text) : text);
  } catch {
    return undefined;
  }
}

function keepDigits(text: string): string {
  let isInText = false;
  return text.replace(token, (found) => {
    if (found === '"') isInText = !isInText;
    return !isInText && isRounded(found) ? `"${found}"` : found;
  });
}

/** Whether it is a whole number that a double rounds. None of fewer than 16 digits is. */
const isRounded = (found: string): boolean =>
  found.length >= 16 && !/[.eE]/.test(found) && !Number.isSafeInteger(Number(found));
