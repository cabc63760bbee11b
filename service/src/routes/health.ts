import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Deps, Env } from '../deps.js';

export function healthRoutes({ db, stopping }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/health', (c) => c.json({ status: 'ok' }));

  // A balancer stops sending requests before the service stops taking them.
  app.get('/ready', async (c) => {
    if (stopping.aborted) return c.json({ status: 'stopping' }, 503);
    try {
      await sql`select 1`.execute(db);
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'no database' }, 503);
    }
  });

  return app;
}
