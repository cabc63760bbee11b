import type { Adapter, Answer, Api, ApiRequest, Urls } from '../adapters/index.js';
import { basicAuthorization } from '../outbound/index.js';
import { apiUrl } from './api-url.js';
import { boundedFetch, dataBounds, NoAnswer, type Incoming, type Network } from './bounded-fetch.js';
import { failureOfStatus } from './classify.js';
import { parseJson } from './parse-json.js';
import { later, ProviderFailure } from './provider-failure.js';

/** An answer, and the failure that it means if it is no success. */
export interface ProviderResponse {
  readonly answer: Answer;
  readonly failure: ProviderFailure | undefined;
}

/** Holds requests back until a provider's limits allow them. */
export interface Gate {
  /** Sends a request as soon as it may be sent. Rejects with `ProviderFailure` if that is not now. */
  through<R extends ProviderResponse>(send: () => Promise<R>): Promise<R>;
}

/** Which application and person a request is sent for. */
export interface Caller {
  readonly adapter: Pick<Adapter, 'classify' | 'apiKeyHeader'>;
  readonly urls: Pick<Urls, 'api' | 'token' | 'revoke'>;
  readonly application: {
    readonly clientId: string;
    readonly clientSecret: string;
    /** The key that is sent in the adapter's `apiKeyHeader`. */
    readonly apiKey?: string;
  };
  /** The headers that authorize a request as the person; null if there is no person yet. */
  readonly person: Readonly<Record<string, string>> | null;
  readonly gate?: Gate;
  readonly signal?: AbortSignal;
}

/** A provider's interface for a caller. */
export const createApi = (network: Network, caller: Caller): Api => ({
  async send(request) {
    const url = apiUrl({ ...request, query: queryOf(request, caller) }, caller.urls);
    if (!url)
      throw new ProviderFailure({
        kind: 'schema',
        errorType: 'provider_api_error',
        message: 'The provider named an address that is not its own.',
      });
    const known = { ...authorization(request, caller), ...apiKeyOf(caller) };
    const headers = { ...known, accept: 'application/json', ...request.headers };
    const sent = { ...request, form: formOf(request, caller) };
    const ask = async (): Promise<ProviderResponse> => {
      const response = readResponse(caller.adapter, await sendTo(url, sent, headers, network, caller.signal));
      const isExpected = request.alsoSuccess?.includes(response.answer.status) ?? false;
      return isExpected ? { answer: { ...response.answer, body: undefined }, failure: undefined } : response;
    };
    const { answer, failure } = await (caller.gate ? caller.gate.through(ask) : ask());
    if (failure) throw failure;
    return answer.body;
  },
});

/** Reads a response, and what it means for an adapter. The body is undefined if it is empty or not JSON. */
export function readResponse(
  adapter: Pick<Adapter, 'classify'>,
  { status, headers, text }: Incoming,
): ProviderResponse {
  const answer = { status, headers, body: parseJson(text) };
  return { answer, failure: failureOf(adapter, answer, text.trim() === '') };
}

function failureOf(
  adapter: Pick<Adapter, 'classify'>,
  answer: Answer,
  isEmpty: boolean,
): ProviderFailure | undefined {
  // Some providers refuse in the body, with the status of a success.
  const failure = adapter.classify?.(answer);
  if (failure) return new ProviderFailure(failure);
  if (answer.status < 200 || answer.status > 299)
    return new ProviderFailure(failureOfStatus(answer, isEmpty, new Date()));
  if (answer.body === undefined && !isEmpty)
    return later('The provider answered with something else than JSON.');
  return undefined;
}

function authorization(
  { as = 'person' }: ApiRequest,
  { person, application }: Caller,
): Readonly<Record<string, string>> {
  switch (as) {
    case 'person':
    case 'person-with-client-id':
      if (!person) throw new Error('a request as a person, before there is one');
      return person;
    case 'application':
      return { authorization: basicAuthorization(application.clientId, application.clientSecret) };
    case 'application-by-headers':
      return { 'x-client-id': application.clientId, 'x-client-secret': application.clientSecret };
    // Authorized in the form body, or not at all.
    case 'application-by-form':
    case 'nobody':
      return {};
    default:
      return as satisfies never;
  }
}

const apiKeyOf = ({ adapter: { apiKeyHeader }, application: { apiKey } }: Caller) =>
  apiKeyHeader !== undefined && apiKey !== undefined ? { [apiKeyHeader]: apiKey } : {};

const queryOf = ({ as, query = {} }: ApiRequest, { application }: Caller) =>
  as === 'person-with-client-id' ? { ...query, client_id: application.clientId } : query;

const formOf = ({ as, form }: ApiRequest, { application }: Caller): ApiRequest['form'] =>
  as === 'application-by-form'
    ? { ...form, client_id: application.clientId, client_secret: application.clientSecret }
    : form;

async function sendTo(
  url: URL,
  { method, form, json }: Pick<ApiRequest, 'method' | 'json'> & { readonly form: ApiRequest['form'] },
  headers: Readonly<Record<string, string>>,
  network: Network,
  signal?: AbortSignal,
): Promise<Incoming> {
  const sent = bodyOf(form, json);
  const outgoing = {
    url,
    method: method ?? (sent ? 'POST' : 'GET'),
    headers: { ...headers, ...(sent && { 'content-type': sent.type }) },
    ...(sent && { body: sent.text }),
  };
  try {
    return await boundedFetch(outgoing, dataBounds, network, signal);
  } catch (error) {
    if (error instanceof NoAnswer) throw later(`The provider could not be asked: ${error.reason}.`);
    throw error;
  }
}

function bodyOf(
  form: ApiRequest['form'],
  json: unknown,
): { readonly type: string; readonly text: string } | undefined {
  if (form) {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(form))
      if (value !== undefined) fields.set(name, String(value));
    return { type: 'application/x-www-form-urlencoded', text: fields.toString() };
  }
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}
