import { listBulkOperations, type BulkOperation, type Endpoint, type ResponseOf } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { nameOf } from './read-answer.js';
import { afterTimeout, isSafe, pause, type Credential, type RequestOf, type SendOptions } from './send.js';
import { createServerSend } from './server-send.js';

/** An answer, and the operation that the request began. */
export type Begun<E extends Endpoint> = ResponseOf<E> & {
  /** The id for `waitForBulkOperation`. */
  readonly operation_id: string;
};

/** Sends a request that begins a bulk operation. Its id is in the header `Location` of the answer. */
export async function begin<E extends Endpoint>(
  options: SendOptions,
  credential: Credential,
  endpoint: E,
  request: RequestOf<E>,
): Promise<Begun<E>> {
  let location: string | null = null;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await (options.fetch ?? globalThis.fetch)(input, init);
    location = response.headers.get('location');
    return response;
  };
  const answer = await createServerSend({ ...options, fetch }, credential)(endpoint, request);
  // Only the query matters, so any base will do for a relative address.
  const id = new URL(location ?? '', 'http://service').searchParams.get('id');
  if (!id) throw new ClientError(nameOf(endpoint), { code: 'bad_response' });
  // Each of these endpoints answers with an object, which the generic type does not express.
  return { ...(answer as object), operation_id: id } as Begun<E>;
}

/** Milliseconds between two polls of an operation: the first wait, and the longest. */
const shortest = 250;
const longest = 10_000;
/** For how many milliseconds the polls may bring no answer, with the waits between them, before `waitForEnd` gives up. */
const mostUnanswered = 5 * 60_000;

/** Options of a call that waits for an operation. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Called with the progress at every poll, including the last one. */
  readonly onProgress?: (operation: BulkOperation) => void;
}

/** Polls an operation, less and less often, until it has ended. While the service is down, it keeps trying for a limited time. */
export async function waitForEnd(
  { after = afterTimeout }: SendOptions,
  list: (query: { id: string }) => Promise<ResponseOf<typeof listBulkOperations>>,
  id: string,
  { signal, onProgress }: WaitOptions = {},
): Promise<BulkOperation> {
  let unanswered = 0;
  for (let wait = shortest; ; wait = Math.min(wait * 1.5, longest)) {
    const began = performance.now();
    const answer = await list({ id }).catch((error: unknown) => {
      if (!mayPass(error)) throw error;
      return error;
    });
    let next = wait;
    if (answer instanceof ClientError) {
      next = Math.max(wait, (answer.retryAfter ?? 0) * 1000);
      unanswered += performance.now() - began + next;
      if (unanswered > mostUnanswered) throw answer;
    } else {
      unanswered = 0;
      const operation = answer.data.find((each) => each.id === id.toLowerCase());
      if (!operation) throw new ClientError(nameOf(listBulkOperations), { code: 'not_found' });
      onProgress?.(operation);
      if (operation.status !== 'in_progress') return operation;
    }
    await pause(next, signal, after);
    signal?.throwIfAborted();
  }
}

/** Whether a failed poll may succeed later: there was no answer, there were too many requests, or the service is down. */
const mayPass = (error: unknown): error is ClientError =>
  error instanceof ClientError &&
  (error.code === 'timeout' || error.code === 'offline' || isSafe(listBulkOperations, error));
