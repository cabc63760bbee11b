import type { ProviderEntry } from '../providers/index.js';
import { findClient, type RegisteredClient, type SandboxDeps } from './clients.js';

/** A checked authorization request (RFC 6749 4.1.1, RFC 7636). */
export interface AuthorizationRequest {
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly responseMode: 'query' | 'form_post';
  readonly state: string | null;
  readonly scopes: readonly string[];
  readonly codeChallenge: string;
}

/** Where the answer is sent. This is checked before the rest of the request, so that errors can be sent there. */
export type Return = Pick<AuthorizationRequest, 'redirectUri' | 'responseMode' | 'state'>;

export type CheckedRequest =
  | { readonly request: AuthorizationRequest }
  /** The client or its redirect URI is unknown, so nothing may be sent there. */
  | { readonly refused: string }
  | { readonly error: string; readonly description: string; readonly to: Return };

/** The fields of an authorization request, which the consent form passes on. */
export const requestFields = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
] as const;

export async function checkRequest(
  deps: SandboxDeps,
  provider: ProviderEntry,
  params: URLSearchParams,
): Promise<CheckedRequest> {
  const client = await findClient(deps, provider, params.get('client_id') ?? '');
  if (!client) return { refused: 'The app that sent you here is not known.' };
  const redirectUri = params.get('redirect_uri') ?? '';
  if (!client.redirectUris.includes(redirectUri)) {
    return { refused: 'The address to return to is not one of the app that sent you here.' };
  }
  const mode = params.get('response_mode') ?? 'query';
  const to: Return = {
    redirectUri,
    responseMode: mode === 'form_post' ? 'form_post' : 'query',
    state: params.get('state'),
  };
  const wrong = (error: string, description: string): CheckedRequest => ({ error, description, to });

  if (params.get('response_type') !== 'code')
    return wrong('unsupported_response_type', 'response_type is code');
  if (mode !== 'query' && mode !== 'form_post') return wrong('invalid_request', 'unknown response_mode');
  const codeChallenge = params.get('code_challenge') ?? '';
  if (params.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    return wrong('invalid_request', 'a code_challenge by S256 is required');
  }
  const known = [...provider.scopes.required, ...provider.scopes.optional];
  const scopes = (params.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (scopes.length === 0 || scopes.some((scope) => !known.includes(scope))) {
    return wrong('invalid_scope', `scopes are ${known.join(' ')}`);
  }
  return { request: { client, ...to, scopes: [...new Set(scopes)], codeChallenge } };
}
