/** The configuration of an OAuth application at a fictional provider. The code is the same for all of them. */
export interface ProviderClient {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the client authenticates at the token endpoint (RFC 6749 2.3.1). */
  readonly clientAuthentication: 'basic' | 'body';
  readonly pkce: boolean;
  readonly responseMode: 'query' | 'form_post';
  readonly scopeSeparator: ' ' | ',';
  /** The `iss` that every callback must name (RFC 9207); absent if the provider sends none. */
  readonly issuer?: string;
  /** Where the account's id is found in the token answer, to tell two connections of one account. */
  readonly accountField: string;
}
