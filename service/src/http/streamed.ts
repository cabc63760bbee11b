import type { Context } from 'hono';
import type { Env } from './env.js';

/** A body that is made while it is sent. Its request counts as being answered until all is sent, or nobody takes it any more. */
export function streamed(c: Context<Env>, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let over = (): void => undefined;
  // The body of an answer to HEAD is never sent.
  if (c.req.method !== 'HEAD') c.set('untilSent', new Promise<void>((resolve) => (over = resolve)));
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      over();
    },
    async cancel() {
      over();
      await texts.return(undefined);
    },
  });
}
