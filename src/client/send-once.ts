import type { Auth, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../contract/index.js';
import { clientErrorOf } from './client-error.js';
import { httpRequest, type Given } from './http-request.js';
import { nameOf, readAnswer } from './read-answer.js';

type Named<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: never }
  : { readonly [N in Name]: Value };

/** What a request to this endpoint needs. */
export type RequestOf<E extends Endpoint> = Named<'body', BodyOf<E>> &
  Partial<Named<'query', QueryOf<E>>> &
  Named<'params', [keyof ParamsOf<E>] extends [never] ? undefined : ParamsOf<E>> & {
    readonly signal?: AbortSignal | undefined;
  };

/** A request that is sent once, as long as the signal lasts. Rejects with a `ClientError`. `more` has the last word. */
export async function sendOnce<const E extends Endpoint>(
  baseUrl: string,
  endpoint: E,
  request: RequestOf<E>,
  credential: (auth: Auth) => string | null,
  more?: RequestInit,
): Promise<ResponseOf<E>> {
  // The types of RequestOf say which parts an endpoint has; here they are looked for.
  const { url, init } = httpRequest(baseUrl, endpoint, request as Given, credential);
  try {
    const answer = await readAnswer(
      endpoint,
      await fetch(url, { ...init, signal: request.signal ?? null, ...more }),
    );
    return answer as ResponseOf<E>;
  } catch (thrown) {
    throw clientErrorOf(nameOf(endpoint), thrown);
  }
}
