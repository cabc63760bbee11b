// How people sign in to a provider, and how its tokens are renewed.
import type { usernameKinds } from 'svc-link/contract';
import type { Api, ApiRequest } from './api.js';

/** The addresses of a provider. Settings may replace each of them. */
export interface Urls {
  readonly authorize: string;
  readonly token: string;
  /** Set if tokens are refreshed at another address. */
  readonly refresh?: string;
  readonly revoke?: string;
  /** The same two addresses on the server that `newerIssuer` names. */
  readonly newer_token?: string;
  readonly newer_revoke?: string;
  /** The address to which the paths of requests are appended; without a final slash. */
  readonly api: string;
}

/** The operator's settings for a provider that has no fixed address, or several. */
export interface Where {
  /** Without a final slash. */
  readonly base: string | null;
  readonly region: string | null;
}

/** Addresses that a server publishes. */
export interface Discovery {
  /** The address of the document. Throws if `where` is incomplete. */
  at(where: Where): string;
  /** The addresses in the document; undefined if the document is not valid. */
  read(document: unknown, where: Where): Urls | undefined;
}

/** The parsed answer of a token address, with the names of RFC 6749 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  /** In seconds. */
  readonly expires_in?: number;
  /** With the provider's separator; absent if everything that was asked for was granted. */
  readonly scope?: string;
  /** Other fields that the provider sends. */
  readonly [field: string]: unknown;
}

export interface OauthSignIn {
  readonly type: 'oauth';
  readonly urls: Urls | ((where: Where) => Urls) | Discovery;
  /**
   * The `iss` of callbacks (RFC 9207) from a newer authorization server of the provider, which has its own token addresses.
   * It is only compared as a whole: no address is ever made from a callback.
   */
  readonly newerIssuer?: string;
  /** The regions that settings may name; absent if there are none. */
  readonly regions?: readonly string[];
  /** Set if the settings must contain the address of the server. */
  readonly needsBase?: true;
  /** How the application authenticates at the token address (RFC 6749 2.3.1). */
  readonly clientAuthentication: 'basic' | 'body';
  readonly pkce: boolean;
  /** The scopes to ask for. Without the required ones there is no connection. */
  readonly scopes: { readonly required: readonly string[]; readonly optional: readonly string[] };
  readonly scopeSeparator: ' ' | ',';
  /** Set if the provider takes no scopes: on its page, people choose among those that the application is registered for. */
  readonly namesNoScopes?: true;
  /** Further parameters for the authorization address. */
  authorizeParameters?(where: Where): Readonly<Record<string, string>>;
  /** Changes the form before it is sent to the token address. */
  prepareTokenRequest?(form: URLSearchParams, step: 'code' | 'refresh'): void;
  /** The parsed body of a token answer with status 200, with the names of RFC 6749; undefined if it is a refusal. */
  readTokenAnswer?(body: unknown): unknown;
  /** What a refusal of the token address means, if it differs from RFC 6749 5.2. */
  classifyTokenError?(
    status: number,
    body: unknown,
  ): 'dead' | 'suspicious' | 'later' | 'application' | undefined;
  /** The granted scopes; null if all that were asked for. By default the scopes in the token answer. */
  grantedScopes?(from: {
    readonly callback: URLSearchParams;
    readonly token: TokenAnswer;
  }): readonly string[] | null;
  /** The same for a provider that must be asked, because its token answers do not say it. */
  readGranted?(api: Api): Promise<readonly string[]>;
  /** The provider's own id of the account, the same for every link. Without it there is no connection. */
  readAccount(from: {
    readonly token: TokenAnswer;
    readonly api: Api;
    readonly where: Where;
  }): Promise<string>;
  /**
   * The same for an imported token, which is said to belong to the account `claimed`. Only for providers that name
   * the account only in the answer to a code. Rejects with `ProviderFailure` if it belongs to another account.
   */
  readImportedAccount?(from: { readonly claimed: string; readonly api: Api }): Promise<string>;
  /** What must be done once after a link or an import, before any data can be read. */
  afterLink?(from: { readonly account: string; readonly userId: string; readonly api: Api }): Promise<void>;
  /** How access is renewed; null if tokens are valid until they are revoked. */
  readonly refresh: {
    /** Whether each refresh token can be used only once. */
    readonly rotates: boolean;
    /** How many seconds before its end a token is renewed. */
    readonly aheadSeconds: number;
    /** How many seconds an access token lives if the provider does not say. */
    readonly lifeSeconds?: number;
  } | null;
  /**
   * The request that ends the grant at the provider; absent if there is none. For a request as the person, 401 and 404 mean
   * that it has ended.
   */
  revoke?(from: {
    readonly account: string;
    readonly accessToken: string;
    readonly refreshToken: string | null;
    /** Set if the newer server issued the tokens. `revoke` is then its address. */
    readonly isNewer?: true;
  }): ApiRequest;
}

/** The addresses of a provider where people sign in with a password. `{region}` in them stands for the account's region. */
export interface PasswordUrls {
  /** Set if sessions are issued at another address. */
  readonly token?: string;
  /** The address to which the paths of requests are appended; without a final slash. */
  readonly api: string;
}

/**
 * The application that identifies itself to a private interface. The operator always supplies these values: the service
 * never poses as a maker's app on its own.
 */
export interface PasswordClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientVersion?: string;
}

export interface PasswordTools {
  /** The interface in the region. Requests without a session are sent as nobody. */
  readonly api: Api;
  readonly client: PasswordClient;
  /** Milliseconds since 1970, in real time. */
  readonly now: number;
}

/** Signing in with the provider's own user name and password. Off unless an operator turns it on. */
export interface PasswordSignIn {
  readonly type: 'password';
  /** The kind of user name. */
  readonly username: (typeof usernameKinds)[number];
  /** The regions where accounts live; empty if the region makes no difference. */
  readonly regions: readonly string[];
  /** Those regions that people do not know: the provider itself names them for an account. */
  readonly unlistedRegions?: readonly string[];
  readonly urls: PasswordUrls;
  /** The settings that are required besides `client_id`. */
  readonly clientFields: readonly ('client_secret' | 'client_version')[];
  /** A failure of the kind `token` means that the provider refuses the password. */
  signIn(by: PasswordInput, tools: PasswordTools): Promise<SignedIn>;
  readonly renewal: SessionRenewal;
  /** The headers that authorize a request. */
  authorize(session: Session, client: PasswordClient): Readonly<Record<string, string>>;
}

/** How a new session is obtained, and how many seconds before the end of the old one. */
export type SessionRenewal = { readonly aheadSeconds: number } & (
  | {
      /** By signing in again: the password is stored. */
      readonly by: 'password';
    }
  | {
      readonly by: 'session';
      /** With a session that is still valid. A failure of the kind `token` means that it is not. */
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
  /** Milliseconds since 1970; null if the session does not expire. */
  readonly expiresAt: number | null;
  /** Values that requests and renewals need, in the adapter's own form. */
  readonly kept: unknown;
}

export type SignedIn =
  | { readonly type: 'success'; readonly account: string; readonly session: Session }
  /** The account lives in another region. */
  | { readonly type: 'elsewhere'; readonly region: string }
  | { readonly type: 'error'; readonly errorType: string };
