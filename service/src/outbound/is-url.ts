/**
 * Whether a text is an absolute URL. `URL.canParse` is not used: once it is called often, Node 20 and 22 refuse hosts with letters
 * such as ü.
 */
export function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
