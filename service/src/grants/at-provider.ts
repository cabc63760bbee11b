import type {
  Adapter,
  Api,
  OauthSignIn,
  PasswordSignIn,
  PasswordUrls,
  Urls,
  Where,
} from '../adapters/index.js';
import { createApi, type Gate, type Network } from '../provider-http/index.js';
import { bearer, type Tokens } from './tokens.js';

/** A provider where people sign in by OAuth. */
export type OauthAdapter = Adapter & { readonly signIn: OauthSignIn };

export const isOauth = (adapter: Adapter): adapter is OauthAdapter => adapter.signIn.type === 'oauth';

/** A provider where people sign in with a password. */
export type PasswordAdapter = Adapter & { readonly signIn: PasswordSignIn };

export const isPassword = (adapter: Adapter): adapter is PasswordAdapter =>
  adapter.signIn.type === 'password';

interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey?: string;
  /** The name of the team's own application; null for the service's application. */
  readonly id: string | null;
  /** The name of the request budget. All teams that know the secret share it; empty for the service's application. */
  readonly budget: string;
}

interface Reachable {
  /** Which addresses requests may reach: more of them if the operator has named the address. */
  readonly network: Network;
}

/** An application with a provider, and where the provider is. */
export interface AtProvider extends Reachable {
  readonly adapter: OauthAdapter;
  readonly application: Application & { readonly urls: Urls; readonly where: Where };
}

/** The same for a provider with passwords: an application, and where the provider is. */
export interface AtPasswordProvider extends Reachable {
  readonly adapter: PasswordAdapter;
  readonly application: Application & { readonly urls: PasswordUrls; readonly clientVersion?: string };
}

export type AtAnyProvider = AtProvider | AtPasswordProvider;

// The type of the adapter's `signIn` decides the type of the other fields.
export const isAtOauth = (at: AtAnyProvider): at is AtProvider => isOauth(at.adapter);

/** Where tokens are renewed and ended: at the server that issued them. */
export function urlsOf({ application: { urls } }: AtProvider, { isNewer }: Pick<Tokens, 'isNewer'>): Urls {
  const { newer_token: token, newer_revoke: revoke } = urls;
  if (!isNewer || token === undefined) return urls;
  const { authorize, api } = urls;
  return { authorize, api, token, ...(revoke !== undefined && { revoke }) };
}

/** The limits for requests to a provider, and the signal that ends them. */
export interface How {
  readonly gate?: Gate | undefined;
  /** Aborts requests. Only for requests that may be sent again later. */
  readonly signal?: AbortSignal | undefined;
}

/** The provider's interface for the holder of tokens. */
export const apiOf = (at: AtAnyProvider, tokens: Tokens, { gate, signal }: How = {}): Api =>
  createApi(at.network, {
    adapter: at.adapter,
    urls: isAtOauth(at) ? urlsOf(at, tokens) : inRegion(at.application.urls, tokens.session?.region ?? null),
    application: at.application,
    person: isAtOauth(at)
      ? bearer(tokens.accessToken)
      : at.adapter.signIn.authorize(sessionOf(tokens), at.application),
    ...(gate && { gate }),
    ...(signal && { signal }),
  });

export const sessionOf = ({ accessToken, expiresAt, session }: Tokens) => ({
  token: accessToken,
  expiresAt,
  kept: session?.kept,
});

/** The addresses for a region. Addresses from the settings may have `{region}` in them too. */
export function inRegion(urls: PasswordUrls, region: string | null): { api: string; token: string } {
  // Addresses from the settings were parsed as URLs, which encodes braces in paths.
  const fill = (url: string): string => url.replace(/\{region\}|%7Bregion%7D/g, region ?? '');
  return { api: fill(urls.api), token: fill(urls.token ?? urls.api) };
}
