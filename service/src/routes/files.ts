import { Hono } from 'hono';
import { answerFile, forEver } from '../answer-file.js';
import type { Deps, Env } from '../deps.js';
import { createFileReader } from '../files.js';

/** The one name that stays the same; every other script's name changes with its content. */
const entry = /^svc-link\.js(?:\.map)?$/;

/** The built script at `/cdn/`. */
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

  return app;
}
