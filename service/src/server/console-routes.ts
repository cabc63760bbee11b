import { Hono } from 'hono';
import { answerFile, createFileReader, type Env, forEver } from '../http/index.js';
import type { Deps } from '../deps.js';
import { ownPageHeaders } from '../hosted/index.js';

/** The console's page and files; what it does is in `service/console`, which asks only the public endpoints. */
export function consoleRoutes({ consoleDirectory }: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const read = createFileReader(consoleDirectory);

  app.get('/console', async (c) => answerFile(c, await read('index.html'), ownPageHeaders()));

  app.get('/console/assets/:name', async (c) =>
    answerFile(c, await read(`assets/${c.req.param('name')}`), { 'cache-control': forEver }),
  );

  return app;
}
