import type { MiddlewareHandler } from 'hono';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** The best content coding that a client accepts (RFC 9110 12.5.3). */
export function codingFor(accepted: string | undefined): Coding | undefined {
  const taken = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(?:\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim());
  return codings.find((coding) => taken.includes(coding));
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** This quality takes a millisecond; the best one would take ten and save little. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses an answer. `quickly` is for an answer that is sent only once. */
export async function compress(
  coding: Coding,
  bytes: Uint8Array,
  { quickly = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = coding === 'gzip' ? zip(bytes) : brotli(bytes, quickly ? quick : {});
  return Uint8Array.from(await packed);
}

/**
 * For an answer that is sent once and is never in memory as a whole. With so small a window the compression needs little memory.
 */
const inPassing = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** Compresses texts while they are made. Reads a text only when the receiver takes more. */
export async function* packed(coding: Coding, texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const packer = coding === 'gzip' ? createGzip() : createBrotliCompress(inPassing);
  // If the texts fail, so does the packer, and with it the loop.
  pipeline(texts, packer).catch(() => undefined);
  // Without an encoding the stream gives bytes.
  const parts: AsyncIterable<Uint8Array> = packer;
  for await (const bytes of parts) yield bytes;
}

/** Shorter answers fit in one packet anyway. */
const shortest = 1024;

/**
 * Compresses the answers of a route. Use it only for answers without secrets. If an answer has a secret beside text of another
 * party, that party could guess the secret from the compressed length (BREACH).
 */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next();
  // Not c.header, which would replace the response.
  c.res.headers.set('vary', 'accept-encoding');
  // This body is compressed while it is made.
  if (c.res.headers.has('content-encoding')) return;
  const coding = codingFor(c.req.header('accept-encoding'));
  if (!coding || c.req.method === 'HEAD') return;
  const { status, headers } = c.res;
  const plain = new Uint8Array(await c.res.arrayBuffer());
  const packed = plain.length < shortest ? undefined : await compress(coding, plain, { quickly: true });
  if (packed) headers.set('content-encoding', coding);
  // Unset first, because Hono would copy the headers of the earlier response.
  c.res = undefined;
  c.res = new Response(packed ?? plain, { status, headers });
};
