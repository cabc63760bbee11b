// Requests to a provider's token address (RFC 6749 4.1.3 and 6). The library writes and reads what the standard says;
// an adapter's hooks handle where its provider differs.
import {
  allowInsecureRequests,
  type AuthorizationServer,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
} from 'oauth4webapi';
import type { OauthSignIn, TokenAnswer } from '../adapters/index.js';
import { basicAuthorization } from '../outbound/index.js';
import {
  boundedFetch,
  type Incoming,
  type Network,
  NoAnswer,
  parseJson,
  retryAtOf,
  tokenBounds,
} from '../provider-http/index.js';

/** What a token request needs to know about a provider. */
export type TokenRules = Pick<
  OauthSignIn,
  'clientAuthentication' | 'scopeSeparator' | 'prepareTokenRequest' | 'readTokenAnswer' | 'classifyTokenError'
>;

export interface TokenClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address of the token endpoint. */
  readonly url: string;
}

/**
 * What a refusal means: `dead` and `suspicious`, the code or refresh token is dead or may be; `later`, it is good and was
 * not looked at; `application`, the application is refused.
 */
export type Verdict = 'dead' | 'suspicious' | 'later' | 'application';

/** The token address has answered without tokens. The message holds only the status of the answer. */
export class TokensRefused extends Error {
  readonly reason: string;
  readonly verdict: Verdict;
  readonly retryAt: Date | undefined;
  /** Whether the provider was asked too often. It may not say when it may be asked again. */
  readonly isTooOften: boolean;

  constructor(reason: string, verdict: Verdict, retryAt?: Date, isTooOften = false) {
    super(`the provider gave no tokens: ${reason}`);
    this.name = 'TokensRefused';
    this.reason = reason;
    this.verdict = verdict;
    this.retryAt = retryAt;
    this.isTooOften = isTooOften;
  }
}

/** Wraps a request and sees its answer, for example to count it. */
export type Watch = (ask: () => Promise<Incoming>) => Promise<Incoming>;

/** Sends a token request. Rejects with `TokensRefused` or `NoAnswer`. */
export async function requestTokens(
  network: Network,
  rules: TokenRules,
  client: TokenClient,
  step: 'code' | 'refresh',
  fields: Readonly<Record<string, string>>,
  watch: Watch = (ask) => ask(),
): Promise<TokenAnswer> {
  const { clientId, clientSecret, url } = client;
  const server: AuthorizationServer = { issuer: new URL(url).origin, token_endpoint: url };
  const authentication =
    rules.clientAuthentication === 'basic' ? byBasic(client) : ClientSecretPost(clientSecret);
  try {
    const response = await genericTokenEndpointRequest(
      server,
      { client_id: clientId },
      authentication,
      step === 'code' ? 'authorization_code' : 'refresh_token',
      { ...fields },
      {
        // The fetch itself checks which addresses are allowed.
        [allowInsecureRequests]: true,
        [customFetch]: (_url, { headers, body: form }) => {
          rules.prepareTokenRequest?.(form, step);
          return send(network, rules, { url: new URL(url), headers, form }, watch);
        },
      },
    );
    return await processGenericTokenEndpointResponse(server, { client_id: clientId }, response);
  } catch (error) {
    if (error instanceof TokensRefused || error instanceof NoAnswer) throw error;
    // The library's errors hold the answer.
    throw new TokensRefused('the answer is not a token answer', 'later');
  }
}

/** The library's own function encodes `-`, `_` and `.` too; servers that do not decode them refuse it. */
const byBasic =
  ({ clientId, clientSecret }: TokenClient): ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', basicAuthorization(clientId, clientSecret));

async function send(
  network: Network,
  rules: TokenRules,
  {
    url,
    headers,
    form,
  }: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly form: URLSearchParams;
  },
  watch: Watch,
): Promise<Response> {
  // The library adds a charset, which this media type does not have.
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const outgoing = { url, method: 'POST', headers: { ...headers, ...type }, body: form.toString() };
  const { status, headers: received, text } = await watch(() => boundedFetch(outgoing, tokenBounds, network));
  const body = parseJson(text);
  const refused = (reason: string): TokensRefused =>
    new TokensRefused(
      reason,
      verdictOf(rules, status, body),
      retryAtOf({ headers: received }, new Date()),
      status === 429,
    );
  if (status < 200 || status > 299) throw refused(`status ${status}`);
  // If the hook finds no tokens, the provider has sent a refusal with the status of a success.
  const read = rules.readTokenAnswer && body !== undefined ? rules.readTokenAnswer(body) : body;
  if (!isObject(read)) {
    if (rules.readTokenAnswer && body !== undefined) throw refused('the answer is a refusal');
    throw new TokensRefused('the answer is not a token answer', 'later');
  }
  if (typeof read['error'] === 'string' && read['access_token'] === undefined)
    throw refused('the answer is a refusal');
  return Response.json(inStandardForm(read, rules.scopeSeparator));
}

/** What a refusal means if the adapter does not say (RFC 6749 5.2). */
function verdictOf(rules: TokenRules, status: number, body: unknown): Verdict {
  const known = rules.classifyTokenError?.(status, body);
  if (known) return known;
  const error = isObject(body) ? body['error'] : undefined;
  if (error === 'invalid_client' || error === 'unauthorized_client') return 'application';
  if (status === 408 || status === 425 || status === 429 || status >= 500 || (status >= 300 && status < 400))
    return 'later';
  if (error === 'temporarily_unavailable' || error === 'server_error') return 'later';
  if (error === 'invalid_grant') return 'dead';
  // A proxy in front of the provider refuses without looking at the token.
  if (status !== 400 && status !== 401 && body === undefined) return 'later';
  return 'suspicious';
}

/**
 * Changes an answer into the form that the library insists on: no nulls, a bearer type, scopes as text. ID tokens are not
 * needed, and not verified.
 */
function inStandardForm(
  answer: Readonly<Record<string, unknown>>,
  separator: string,
): Record<string, unknown> {
  const given = Object.entries(answer).filter(([name, value]) => value !== null && name !== 'id_token');
  const standard: Record<string, unknown> = { token_type: 'bearer', ...Object.fromEntries(given) };
  const seconds = Number(standard['expires_in']);
  if (Number.isFinite(seconds) && seconds >= 0) standard['expires_in'] = seconds;
  else delete standard['expires_in'];
  if (standard['refresh_token'] === '') delete standard['refresh_token'];
  const scope = standard['scope'];
  if (Array.isArray(scope)) standard['scope'] = scope.join(separator);
  return standard;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
