import type { SignInHints } from './entry.js';

/** The hints if nothing is known about how people sign in. */
export const withoutHints: SignInHints = {
  username: null,
  code_length: null,
  code_kind: null,
  help_url: null,
  forgot_url: null,
};
