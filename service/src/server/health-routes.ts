import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Deps } from '../deps.js';
import { type ApiError, broken, type Env } from '../http/index.js';

export function healthRoutes({ check, jobs, leaving }: Pick<Deps, 'check' | 'jobs' | 'leaving'>): Hono<Env> {
  const app = new Hono<Env>();
  let looking: Promise<ApiError | undefined> | undefined;
  /** Requests at the same moment get one answer. */
  const look = (): Promise<ApiError | undefined> =>
    (looking ??= findFault(check, jobs).finally(() => (looking = undefined)));

  app.get('/health', (c) => c.json({ status: 'ok' }));

  // Fails as soon as the service is about to stop, so that a load balancer sends no more requests.
  app.get('/ready', async (c) => {
    if (leaving.aborted) throw notReady('stopping', 'The service is stopping.');
    const fault = await look();
    if (fault) throw fault;
    return c.json({ status: 'ok' });
  });

  return app;
}

async function findFault(db: Deps['check'], jobs: Deps['jobs']): Promise<ApiError | undefined> {
  try {
    await sql`select 1`.execute(db);
  } catch {
    return notReady('no_database', 'The database does not answer.');
  }
  const areReady = await jobs.areReady(db).catch(() => false);
  return areReady ? undefined : notReady('no_jobs', 'Background jobs do not run.');
}

const notReady = (errorType: string, message: string): ApiError => broken(503, errorType, message);
