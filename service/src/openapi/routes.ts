import { Hono } from 'hono';
import { compressed } from '../compression.js';
import type { Deps, Env } from '../deps.js';
import { openApiDocument } from './document.js';

/** The document is for tools and for pages of other origins as well: it holds nothing of any team. */
export function openApiRoutes({
  publicUrl,
  sandboxClock,
}: Pick<Deps, 'publicUrl' | 'sandboxClock'>): Hono<Env> {
  const app = new Hono<Env>();
  let document: ReturnType<typeof openApiDocument> | undefined;

  app.get('/openapi.json', compressed, (c) => {
    document ??= openApiDocument({ publicUrl, sandbox: sandboxClock !== undefined });
    c.header('access-control-allow-origin', '*');
    return c.json(document);
  });

  return app;
}
