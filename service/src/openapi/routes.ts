import { Hono } from 'hono';
import { compressed, type Env } from '../http/index.js';
import type { OpenApiDocument } from './document-types.js';

/** Pages of other origins may also read the document, because it contains no data of a team. */
export function openApiRoutes(document: () => OpenApiDocument): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/openapi.json', compressed, (c) => {
    c.header('access-control-allow-origin', '*');
    return c.json(document());
  });

  return app;
}
