/** The configuration of an OAuth application at a fictional provider. The same code serves all of them. */
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
  /** The `iss` that every callback must have (RFC 9207); absent if the provider sends none. */
  readonly issuer?: string;
  /** The field of the token answer that holds the account's id. It shows whether two connections have the same account. */
  readonly accountField: string;
}
