import { Hono } from 'hono';
import { answerFile, createFileReader, type Env, forEver } from '../http/index.js';
import type { Deps } from '../deps.js';

/** The names of the script and of the languages stay the same; the name of every other file changes with its content. */
const stays = /^(?:svc-link|locales\/[a-z-]+)\.js(?:\.map)?$/;

/** The built script at `/cdn/`. */
export function fileRoutes({ filesDirectory }: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const read = createFileReader(filesDirectory);

  app.get('/cdn/:name{(?:locales/)?[^/]+}', async (c) => {
    const name = c.req.param('name');
    return answerFile(c, await read(`cdn/${name}`), {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': stays.test(name) ? 'no-cache' : forEver,
    });
  });

  return app;
}
