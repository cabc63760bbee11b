/** A text or a number, wherever it stands in JSON. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Parses JSON; undefined if the text is none. Whole numbers that a double would round become texts, because some providers'
 * ids have 64 bits.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(token, keepDigits) : text);
  } catch {
    return undefined;
  }
}

const keepDigits = (found: string): string =>
  /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found;
