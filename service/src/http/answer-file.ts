import type { Context } from 'hono';
import { codingFor } from './compression.js';
import type { ServedFile } from './files.js';
import type { Env } from './env.js';

/** Answers with a built file, compressed if the browser accepts that, or with 304 if the browser has it. */
export function answerFile(
  c: Context<Env>,
  file: ServedFile | undefined,
  headers: Readonly<Record<string, string>>,
): Response | Promise<Response> {
  if (!file) return c.notFound();
  const about = { ...headers, 'content-type': file.type, etag: file.etag, vary: 'accept-encoding' };
  // By the context, so that what is set there already, such as a cookie, goes along.
  if (c.req.header('if-none-match') === file.etag) return c.body(null, 304, about);
  const coding = codingFor(c.req.header('accept-encoding'));
  const packed = coding && file.packed[coding];
  return c.body(packed ?? file.plain, 200, { ...about, ...(packed && { 'content-encoding': coding }) });
}

/** For files whose name changes with their content. */
export const forEver = 'public, max-age=31536000, immutable';
