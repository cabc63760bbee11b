/**
 * An origin as a policy can name it. Checked again where a policy is written, as a `;` would begin another rule. A
 * policy has no way to write an IPv6 address.
 */
export const isNameable = (origin: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\/[a-z\d._-]+(?::\d{1,5})?$/i.test(origin);
