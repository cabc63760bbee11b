import type { LinkProvider } from '../contract/index.js';

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
  /** Where the provider helps people with their account. */
  readonly helpUrl?: string;
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

/**
 * The help for one provider: what the service knows, and over it whatever the page gave. What is not a text is left out, so
 * that ours stands there.
 */
export function helpFor(help: unknown, slug: string | null, hints?: LinkProvider['hints']): ProviderHelp {
  const own = Object(Object(help)[slug ?? '']);
  const regions = textsOf(own.regions);
  return {
    ...textsOf({ forgotUrl: hints?.forgot_url, helpUrl: hints?.help_url }),
    ...textsOf({ ...own, regions: null }),
    ...(Object.keys(regions)[0] && { regions }),
  };
}
