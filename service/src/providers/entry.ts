import type { codeKinds, usernameKinds } from 'svc-link/contract';
import type { Adapter } from '../adapters/index.js';

/** One kind of data, and the scopes that decide whether it can be read (spec 2.6). */
export interface ProviderResource {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/**
 * Hints that help people sign in, with the interface's field names. An address that begins with a slash is on this server.
 */
export interface SignInHints {
  readonly username: (typeof usernameKinds)[number] | null;
  readonly code_length: number | null;
  readonly code_kind: (typeof codeKinds)[number] | null;
  readonly help_url: string | null;
  readonly forgot_url: string | null;
}

/** A provider that people can link. */
export interface ProviderEntry {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The manufacturer, if it differs from the name. */
  readonly maker: string | null;
  /** Other names that people use. */
  readonly aliases: readonly string[];
  readonly hints: SignInHints;
  /** The provider's own colour; white text on it has a contrast of at least 4.5. */
  readonly colour: string;
  readonly authType: 'oauth' | 'password';
  /** The regions where accounts live; empty if the region makes no difference. */
  readonly regions: readonly string[];
  readonly resources: readonly ProviderResource[];
  /** The scopes to request. Without the required ones there is no connection. Empty for providers with passwords. */
  readonly scopes: { readonly required: readonly string[]; readonly optional: readonly string[] };
  /** The adapter of a real provider; absent for a fictional one. */
  readonly adapter?: Adapter;
}
