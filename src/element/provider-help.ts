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
