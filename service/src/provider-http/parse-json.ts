/**
 * Finds the tokens that decide whether a number stands inside a string, and the numbers. A pattern that matches a whole
 * string would need memory for each of its characters, and would start again at each quote of an unclosed string, in
 * quadratic time.
 */
const token = /"|\\[^]|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Parses JSON; undefined if the text is not JSON. Whole numbers that a double
 * would round become strings, because some providers' ids have 64 bits.
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

/** Whether the text is a whole number that a double rounds. Fewer than 16 digits are always exact. */
const isRounded = (found: string): boolean =>
  found.length >= 16 && !/[.eE]/.test(found) && !Number.isSafeInteger(Number(found));
