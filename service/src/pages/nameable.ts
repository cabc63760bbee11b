/**
 * Whether a policy can name an origin. This is checked again where a policy is written, because a `;` would begin another
 * directive. A policy cannot contain an IPv6 address.
 */
export const isNameable = (origin: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(?::\d{1,5})?$/i.test(origin);
