// How people sign in to a provider, and how its tokens are kept alive.
import type { usernameKinds } from 'svc-link/contract';
import type { Api, ApiRequest } from './api.js';

/** The addresses of a provider. Settings may replace each. */
export interface Urls {
  readonly authorize: string;
  readonly token: string;
  /** If tokens are refreshed at another address. */
  readonly refresh?: string;
  readonly revoke?: string;
  /** The same two of the server that `newerIssuer` names. */
  readonly newer_token?: string;
  readonly newer_revoke?: string;
  /** What the paths of requests are appended to; without a slash at its end. */
  readonly api: string;
}

/** What an operator says about a provider that has no address of its own, or several. */
export interface Where {
  /** Without a slash at its end. */
  readonly base: string | null;
  readonly region: string | null;
}

/** Addresses that a server publishes. */
export interface Discovery {
  /** Where the document is. Throws if `where` does not say enough. */
  at(where: Where): string;
  /** The addresses in it; undefined if the document is not what it should be. */
  read(document: unknown, where: Where): Urls | undefined;
}

/** The parsed answer of a token address, in the names of RFC 6749 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  /** Seconds. */
  readonly expires_in?: number;
  /** In the provider's separator; absent if all that was asked for was granted. */
  readonly scope?: string;
  /** What else the provider sends. */
  readonly [field: string]: unknown;
}

export interface OauthSignIn {
  readonly type: 'oauth';
  readonly urls: Urls | ((where: Where) => Urls) | Discovery;
  /**
   * The `iss` of callbacks (RFC 9207) from a newer authorization server of the provider, which has token addresses of its own. Only
   * compared, as a whole: no address is ever made from a callback.
   */
  readonly newerIssuer?: string;
  /** The regions that settings may name; absent if there are none. */
  readonly regions?: readonly string[];
  /** Set if settings have to name the address of the server. */
  readonly needsBase?: true;
  /** How the application authenticates at the token address (RFC 6749 2.3.1). */
  readonly clientAuthentication: 'basic' | 'body';
  readonly pkce: boolean;
  /** What is asked for; without the required ones there is no connection. */
  readonly scopes: { readonly required: readonly string[]; readonly optional: readonly string[] };
  readonly scopeSeparator: ' ' | ',';
  /** Set if the provider takes no scopes: people choose on its page from what the application is registered for. */
  readonly namesNoScopes?: true;
  /** More parameters of the authorization address. */
  authorizeParameters?(where: Where): Readonly<Record<string, string>>;
  /** Changes the form that goes to the token address. */
  prepareTokenRequest?(form: URLSearchParams, step: 'code' | 'refresh'): void;
  /** The parsed body of a token answer with status 200, in the names of RFC 6749; undefined if it is a refusal. */
  readTokenAnswer?(body: unknown): unknown;
  /** What a refusal of the token address means, if it is not what RFC 6749 5.2 says. */
  classifyTokenError?(
    status: number,
    body: unknown,
  ): 'dead' | 'suspicious' | 'later' | 'application' | undefined;
  /** The granted scopes; null if all that were asked for. By default those of the token answer. */
  grantedScopes?(from: {
    readonly callback: URLSearchParams;
    readonly token: TokenAnswer;
  }): readonly string[] | null;
  /** The same of a provider that has to be asked, in place of what its answers say. */
  readGranted?(api: Api): Promise<readonly string[]>;
  /** The provider's own id of the account, the same at every link. Without it there is no connection. */
  readAccount(from: {
    readonly token: TokenAnswer;
    readonly api: Api;
    readonly where: Where;
  }): Promise<string>;
  /**
   * The same of a token from elsewhere, which somebody says is for the account `claimed`. Only for providers that name the account
   * in the answer to a code alone. Rejects with `ProviderFailure` if it is not.
   */
  readImportedAccount?(from: { readonly claimed: string; readonly api: Api }): Promise<string>;
  /** What has to be done once after a link or an import, before any data can be read. */
  afterLink?(from: { readonly account: string; readonly userId: string; readonly api: Api }): Promise<void>;
  /** How access is renewed; null if tokens are valid until they are revoked. */
  readonly refresh: {
    /** Whether each refresh token can be used once only. */
    readonly rotates: boolean;
    /** How long before its end a token is renewed. */
    readonly aheadSeconds: number;
    /** How long an access token lives if the provider does not say so. */
    readonly lifeSeconds?: number;
  } | null;
  /** The request that ends the grant at the provider; absent if it has none. As the person 401 and 404 count as ended. */
  revoke?(from: {
    readonly account: string;
    readonly accessToken: string;
    readonly refreshToken: string | null;
    /** Set if the tokens are from the newer server: `revoke` is its address then. */
    readonly isNewer?: true;
  }): ApiRequest;
}

/** The addresses of a provider that people sign in to with a password; `{region}` in them is where the account lives. */
export interface PasswordUrls {
  /** If sessions are given at another address. */
  readonly token?: string;
  /** What the paths of requests are appended to; without a slash at its end. */
  readonly api: string;
}

/** The application in whose name a private interface is asked: always the operator's words, nothing here is a maker's app. */
export interface PasswordClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientVersion?: string;
}

export interface PasswordTools {
  /** For the region; sends what has no session yet as nobody. */
  readonly api: Api;
  readonly client: PasswordClient;
  /** Milliseconds since 1970, in real time. */
  readonly now: number;
}

/** Signing in with the provider's own user name and password. Off unless an operator turns it on. */
export interface PasswordSignIn {
  readonly type: 'password';
  /** What people sign in with. */
  readonly username: (typeof usernameKinds)[number];
  /** Where accounts live; empty if it makes no difference. */
  readonly regions: readonly string[];
  /** Those of them that people do not know of: the provider itself says that an account is there. */
  readonly unlistedRegions?: readonly string[];
  readonly urls: PasswordUrls;
  /** What the settings have to name beside `client_id`. */
  readonly clientFields: readonly ('client_secret' | 'client_version')[];
  /** An answer of the kind `token` means that the provider refuses the password. */
  signIn(by: PasswordInput, tools: PasswordTools): Promise<SignedIn>;
  readonly renewal: SessionRenewal;
  /** The headers that authorize a request. */
  authorize(session: Session, client: PasswordClient): Readonly<Record<string, string>>;
}

/** How another session is got, and how long before the end of the one before. */
export type SessionRenewal = { readonly aheadSeconds: number } & (
  | {
      /** By signing in again: the password is kept. */
      readonly by: 'password';
    }
  | {
      readonly by: 'session';
      /** With a session that still lives. An answer of the kind `token` means that it does not. */
      renew(session: Session, tools: PasswordTools): Promise<Session>;
    }
);

export interface PasswordInput {
  readonly username: string;
  readonly password: string;
}

/** A session with a provider. Plain JSON, stored encrypted. */
export interface Session {
  readonly token: string;
  /** Milliseconds since 1970; null if it does not end. */
  readonly expiresAt: number | null;
  /** What requests and renewals need to name, in the adapter's own form. */
  readonly kept: unknown;
}

export type SignedIn =
  | { readonly type: 'success'; readonly account: string; readonly session: Session }
  /** The account lives in another region. */
  | { readonly type: 'elsewhere'; readonly region: string }
  | { readonly type: 'error'; readonly errorType: string };
