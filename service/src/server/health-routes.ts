import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Deps } from '../deps.js';
import { type ApiError, broken, type Env } from '../http/index.js';

export function healthRoutes({ db, jobs, stopping }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/health', (c) => c.json({ status: 'ok' }));

  // Fails as soon as the service begins to stop, so that a load balancer sends no more requests.
  app.get('/ready', async (c) => {
    if (stopping.aborted) throw notReady('stopping', 'The service is stopping.');
    try {
      await sql`select 1`.execute(db);
    } catch {
      throw notReady('no_database', 'The database does not answer.');
    }
    if (!(await jobs.areReady().catch(() => false))) throw notReady('no_jobs', 'Background jobs do not run.');
    return c.json({ status: 'ok' });
  });

  return app;
}

const notReady = (errorType: string, message: string): ApiError => broken(503, errorType, message);
