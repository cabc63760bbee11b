import type { LinkProvider } from '../contract/index.js';

/** The options of a token of the fake service. Options that are left out have the service's defaults. */
export interface FakeToken {
  /** The one provider to connect. */
  readonly provider?: string;
  /** The provider whose connection is renewed. The connection is broken, unless `connected` names the provider. */
  readonly reconnect?: string;
  /** With `reconnect`: the user name that was connected, `ok@example.com` by default. */
  readonly username?: string;
  /** Whether the person may make several connections, until they finish. */
  readonly multiple?: boolean;
  /** Whether the connection waits for your server. `confirm()` of the fake service then makes it. */
  readonly confirm?: 'host';
  /** Where the browser goes with the result. */
  readonly redirect_url?: string;
  /** `redirect` follows `redirect_url` also after a problem that the person cannot solve. */
  readonly on_error?: 'redirect';
  /** `redirect` follows `redirect_url` also when the person leaves. */
  readonly on_close?: 'redirect';
  /** Your product's name, as people know it. */
  readonly app_name?: string;
  /** Whether the person may end connections. */
  readonly manage?: boolean;
  /** The providers that the person has connected before. */
  readonly connected?: readonly string[];
  /** The providers with which the person has a broken connection. */
  readonly broken?: readonly string[];
  /** The providers that are failing for others at the moment, which the picker and the form say. */
  readonly degraded?: readonly string[];
  /** ISO 8601, 60 minutes from now by default. */
  readonly expires_at?: string;
}

/** Throws for a token that the service would not make, or that names a provider that the fake service does not have. */
export function checkToken(token: FakeToken, providers: readonly LinkProvider[]): void {
  const { provider, reconnect, multiple, confirm, connected = [], broken = [], degraded = [] } = token;
  const named = [provider, reconnect, ...connected, ...broken, ...degraded];
  const unknown = named.find((name) => name && !providers.some(({ slug }) => slug === name));
  if (unknown) throw new Error(`svc-link: the fake service has no provider "${unknown}"`);
  if (reconnect && provider && provider !== reconnect)
    throw new Error('svc-link: provider contradicts reconnect, which names the one provider');
  for (const [name, isSet] of Object.entries({ confirm, reconnect }))
    if (multiple && isSet) throw new Error(`svc-link: multiple and ${name} cannot be combined`);
}
