import { listBulkOperations, type BulkOperation, type Endpoint, type ResponseOf } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { nameOf } from './read-answer.js';
import { afterTimeout, createSend, pause, type RequestOf, type SendOptions } from './send.js';

/** An answer, and the operation that it began. */
export type Begun<E extends Endpoint> = ResponseOf<E> & {
  /** What `waitForBulkOperation` takes. */
  readonly operation_id: string;
};

/** Sends what begins a bulk operation, whose id stands in the header `Location` of the answer. */
export async function begin<E extends Endpoint>(
  options: SendOptions,
  credential: Parameters<typeof createSend>[1],
  endpoint: E,
  request: RequestOf<E>,
): Promise<Begun<E>> {
  let location: string | null = null;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await (options.fetch ?? globalThis.fetch)(input, init);
    location = response.headers.get('location');
    return response;
  };
  const answer = await createSend({ ...options, fetch }, credential)(endpoint, request);
  // Only the query is of interest, whatever the address stands on.
  const id = new URL(location ?? '', 'http://service').searchParams.get('id');
  if (!id) throw new ClientError(nameOf(endpoint), { code: 'bad_response' });
  // The answer of every such endpoint is an object, which its type does not say for all endpoints at once.
  return { ...(answer as object), operation_id: id } as Begun<E>;
}

/** Milliseconds between two looks at an operation: the first, and the longest. */
const shortest = 250;
const longest = 10_000;

/** Of a call that waits for an operation. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Hears how far it is at every look, the last one included. */
  readonly onProgress?: (operation: BulkOperation) => void;
}

/** Looks at an operation, less and less often, until it has ended. */
export async function waitForEnd(
  { after = afterTimeout }: SendOptions,
  list: (query: { id: string }) => Promise<ResponseOf<typeof listBulkOperations>>,
  id: string,
  { signal, onProgress }: WaitOptions = {},
): Promise<BulkOperation> {
  for (let wait = shortest; ; wait = Math.min(wait * 1.5, longest)) {
    const { data } = await list({ id });
    const operation = data.find((each) => each.id === id.toLowerCase());
    if (!operation) throw new ClientError(nameOf(listBulkOperations), { code: 'not_found' });
    onProgress?.(operation);
    if (operation.status !== 'in_progress') return operation;
    await pause(wait, signal, after);
    signal?.throwIfAborted();
  }
}
