/** What a page adds to one provider's forms. */
export interface ProviderHelp {
  /** A sentence above the fields. */
  readonly instructions?: string;
  /** The name of the user name's field, such as “Member number”. */
  readonly usernameLabel?: string;
  /** The name of the password's field. */
  readonly passwordLabel?: string;
  /** Where people set a new password with the provider. */
  readonly forgotUrl?: string;
  /** Region code to name, in the order they are offered. */
  readonly regions?: Readonly<Record<string, string>>;
}

/** The texts of a map. A list, or a text in its place, has them under numbers, which are no names. */
const textsOf = (map: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string>(Object(map)).filter(
      ([name, text]) => isNaN(+name) && typeof text === 'string' && text.trim(),
    ),
  );

/** The help for one provider, out of whatever the page gave: what is not a text is left out, so that ours stands there. */
export function helpFor(help: unknown, slug: string | null): ProviderHelp {
  const own = Object(Object(help)[slug ?? '']);
  const regions = textsOf(own.regions);
  return { ...textsOf({ ...own, regions: null }), ...(Object.keys(regions)[0] && { regions }) };
}
