import { Hono, type Context } from 'hono';
import { codingFor } from '../compression.js';
import type { Deps, Env } from '../deps.js';
import { createFileReader, type ServedFile } from '../files.js';

/** The hosted page runs our script and talks to us, and to nobody else. It cannot be framed. */
const hostedPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const hostedHeaders = {
  'content-security-policy': hostedPolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

const forEver = 'public, max-age=31536000, immutable';
/** The one name that stays the same; every other script's name changes with its content. */
const entry = /^svc-link\.js(?:\.map)?$/;

/** The built script at `/cdn/` and the hosted page at `/link/`. */
export function fileRoutes({ filesDirectory }: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const read = createFileReader(filesDirectory);

  app.get('/cdn/:name', async (c) => {
    const name = c.req.param('name');
    return answerFile(c, await read(`cdn/${name}`), {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': entry.test(name) ? 'no-cache' : forEver,
    });
  });

  app.get('/link', async (c) => answerFile(c, await read('hosted/index.html'), hostedHeaders));

  app.get('/link/assets/:name', async (c) =>
    answerFile(c, await read(`hosted/assets/${c.req.param('name')}`), { 'cache-control': forEver }),
  );

  return app;
}

function answerFile(
  c: Context<Env>,
  file: ServedFile | undefined,
  headers: Readonly<Record<string, string>>,
): Response | Promise<Response> {
  if (!file) return c.notFound();
  const answer = new Headers({
    ...headers,
    'content-type': file.type,
    etag: file.etag,
    vary: 'accept-encoding',
  });
  if (c.req.header('if-none-match') === file.etag)
    return new Response(null, { status: 304, headers: answer });
  const coding = codingFor(c.req.header('accept-encoding'));
  const packed = coding && file.packed[coding];
  if (packed) answer.set('content-encoding', coding);
  return new Response(packed ?? file.plain, { headers: answer });
}
