/** An address that may be shown as an image, or null: never a script, a file or a blob. */
export function imageUrl(value: string | null | undefined): string | null {
  return urlOf(value, /^(https?:|data:image\/)/i);
}

/** An address that a link may lead to, or null. */
export function linkUrl(value: string | null | undefined): string | null {
  return urlOf(value, /^https?:/i);
}

function urlOf(value: string | null | undefined, allowed: RegExp): string | null {
  if (!value || !URL.canParse(value)) return null;
  // The parsed form has no leading blanks, and no line breaks in its scheme.
  const { href } = new URL(value);
  return allowed.test(href) ? href : null;
}
