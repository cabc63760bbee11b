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

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const textsOf = (map: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapOf(map)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
    ),
  );

/** The help for one provider, out of whatever the page gave: what is not a text is left out, so that ours stands there. */
export function helpFor(help: unknown, slug: string | null): ProviderHelp {
  const { regions, ...texts } = mapOf(mapOf(help)[slug ?? '']);
  const names = textsOf(regions);
  return { ...textsOf(texts), ...(Object.keys(names).length > 0 && { regions: names }) };
}
