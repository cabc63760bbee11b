import { AsyncResource } from 'node:async_hooks';
import type { UnderlyingSource } from 'node:stream/web';
import type { Context } from 'hono';
import { codingFor, packed } from './compression.js';
import type { Env } from './env.js';
import { couldTakeLong, takeLong } from './long-requests.js';

/**
 * A body that is made while it is sent. Its request counts as being answered until everything is sent, or the caller has gone.
 * The caller decides how long that takes, so it counts as a long request.
 */
export function streamed(
  c: Context<Env>,
  caller: string,
  parts: AsyncGenerator<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let over = (): void => undefined;
  // The body of an answer to HEAD is never sent, so nothing is made for it.
  const isSent = c.req.method !== 'HEAD';
  takeLong(c, caller);
  if (isSent) c.set('untilSent', new Promise<void>((resolve) => (over = resolve)));
  let isCancelled = false;
  // The body is read outside the context of the request, without which the log line would miss the request's id.
  const onBrokenOff = AsyncResource.bind((error: unknown) => c.get('onBrokenOff')?.(error));
  const source: UnderlyingSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (!done) return controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
        controller.close();
      } catch (error) {
        // After the caller has gone, the stream is closed and takes no part. That is no fault.
        if (isCancelled) return;
        // The status was already sent, so only the log can report the failure.
        onBrokenOff(error);
        // The server prints this error, past the log, and may answer with its message. The failure's own message may quote data.
        controller.error(new Error('the answer broke off'));
      }
      over();
    },
    async cancel() {
      isCancelled = true;
      over();
      await parts.return(undefined);
    },
  };
  return new ReadableStream(source, { highWaterMark: isSent ? 1 : 0 });
}

/**
 * A JSON answer that is made while it is sent, and compressed if the caller accepts that. Use it only for answers without secrets
 * (`compressed`). A failure before the first text is refused as usual; a later failure breaks the answer off.
 */
export async function streamedJson(
  c: Context<Env>,
  caller: string,
  texts: AsyncGenerator<string>,
): Promise<Response> {
  // Checked before anything is read for the answer.
  takeLong(c, caller);
  const first = await texts.next();
  async function* all(): AsyncGenerator<string> {
    try {
      if (!first.done) yield first.value;
      yield* texts;
    } finally {
      await texts.return(undefined);
    }
  }
  const coding = codingFor(c.req.header('accept-encoding'));
  return new Response(streamed(c, caller, coding ? packed(coding, all()) : all()), {
    headers: {
      'content-type': 'application/json',
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
    },
  });
}

/** The most characters of an answer that is made before it is sent. */
const mostAtOnce = 1 << 20;

/**
 * The same for an answer that is usually short. A short answer is sent as a whole, and does not count as a long request. Use
 * it with a route that compresses (`compressed`). `leastLength` tells a length that the answer will exceed: it is asked only if
 * a long answer would be refused, so that nothing is made for one.
 */
export async function shortOrStreamedJson(
  c: Context<Env>,
  caller: string,
  texts: AsyncGenerator<string>,
  leastLength: () => Promise<number>,
): Promise<Response> {
  if (!couldTakeLong(c, caller) && (await leastLength()) > mostAtOnce) takeLong(c, caller);
  const made: string[] = [];
  for (let length = 0; length <= mostAtOnce;) {
    const next = await texts.next();
    if (next.done) return new Response(made.join(''), { headers: { 'content-type': 'application/json' } });
    made.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<string> {
    yield* made.splice(0);
    yield* texts;
  }
  return streamedJson(c, caller, all());
}
