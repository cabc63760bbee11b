import { Hono } from 'hono';
import { answerFile, createFileReader, type Env, forEver } from '../http/index.js';
import type { Deps } from '../deps.js';
import { ownPageHeaders } from '../hosted/index.js';

/** The console's page and files. Its code is in `service/console` and uses only public endpoints. */
export function consoleRoutes({ consoleDirectory }: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const read = createFileReader(consoleDirectory);

  app.get('/console', async (c) => answerFile(c, await read('index.html'), ownPageHeaders()));

  app.get('/console/assets/:name', async (c) => {
    const name = c.req.param('name');
    // The script of `/docs` has the same name in each version.
    const caching = name === 'try.js' ? 'no-cache' : forEver;
    return answerFile(c, await read(`assets/${name}`), { 'cache-control': caching });
  });

  return app;
}
