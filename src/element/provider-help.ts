import type { LinkProvider } from '../contract/index.js';

/** What a page adds to one provider's forms. */
export interface ProviderHelp {
  /** A sentence above the fields. */
  readonly instructions?: string;
  /** The name of the user name's field, such as “Member number”. */
  readonly usernameLabel?: string;
  /** The name of the password's field. */
  readonly passwordLabel?: string;
  /** Address of the page where people set a new password with the provider. */
  readonly forgotUrl?: string;
  /** Address where the provider helps people with their account. */
  readonly helpUrl?: string;
  /** Region code to name, in the order they are offered. */
  readonly regions?: Readonly<Record<string, string>>;
}

/** The texts of a map. If the page gave a list or a text instead, its keys are numbers: these are no names, and are left out. */
const textsOf = (map: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string>(Object(map)).filter(
      ([name, text]) => isNaN(+name) && typeof text === 'string' && text.trim(),
    ),
  );

/**
 * The help for one provider: the page's texts, and the service's for those that the page did not give. A value that is not a text
 * is left out, so that the widget's own text is shown.
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
