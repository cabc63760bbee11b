import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { bulkExport, bulkImport, bulkPause, listBulkOperations, type ResponseOf } from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { acceptImport, acceptPause, exportPage, operationsPage, waitForOutcome } from '../bulk/index.js';
import { requireApplication } from '../custom-credentials.js';
import { transact } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { refusal } from '../errors.js';
import { requireProvider } from '../offered-providers.js';
import { check, largestBody, readBody } from '../request.js';
import { requireFlag } from '../team-flags.js';
import { turns } from '../turns.js';

/** Connections that many users already have elsewhere are more than any other body (SERVICE.md). */
export const importPath = /^\/v2\/link\/bulk_import\/?$/;
const limitImport = bodyLimit({
  maxSize: 64 * 1024 * 1024,
  onError: () => refusal(413, 'The body is larger than 64 MiB. Send the connections in several imports.'),
});

/** How many bodies longer than others may have are in memory at once. */
const longBodiesAtOnce = 2;

/** Operations on many connections at once (spec 4.3, 4.4). */
export function bulkRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();
  const inTurn = turns(longBodiesAtOnce);

  app.post('/v2/link/bulk_import', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    await requireFlag(db, teamId, 'bulk_import');
    const accept = async () => {
      // Only now: nobody else may make the service keep as much in memory.
      const tooLarge = await limitImport(c, () => Promise.resolve());
      if (tooLarge) return tooLarge;
      const { provider: slug, connections, wait_for_completion } = await readBody(c, bulkImport.body);
      const provider = requireProvider(slug, 'oauth', 'body');
      await requireApplication(db, teamId, provider.slug);
      const waits = wait_for_completion ?? false;
      const id = await transact(db, (tx) => acceptImport(deps, tx, { teamId, provider }, connections, waits));
      return { id, waits };
    };
    // What waits for its turn is not read, and so stays with the client. One that says no length may be long.
    const isLong = !(Number(c.req.header('content-length')) <= largestBody);
    const accepted = await (isLong ? inTurn(accept) : accept());
    if (accepted instanceof Response) return accepted;
    const { id, waits } = accepted;

    const outcome = waits ? await waitForOutcome(deps, id, c.req.raw.signal) : null;
    const answer: ResponseOf<typeof bulkImport> = {
      user_ids_imported: [...(outcome?.done ?? [])],
      user_ids_failed: [...(outcome?.failed ?? [])],
    };
    return stored(c, id, answer, outcome ? 200 : 202);
  });

  app.post('/v2/link/bulk_export', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    await requireFlag(db, teamId, 'bulk_export');
    const { provider: slug, user_ids, next_token } = await readBody(c, bulkExport.body);
    const provider = requireProvider(slug, 'oauth', 'body');
    await requireApplication(db, teamId, provider.slug);
    return c.json(await exportPage(deps, teamId, provider.slug, user_ids ?? null, next_token ?? null));
  });

  app.post('/v2/link/bulk_pause', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const { provider: slug, user_ids } = await readBody(c, bulkPause.body);
    const provider = requireProvider(slug, 'oauth', 'body');
    const id = await transact(db, (tx) => acceptPause(deps, tx, { teamId, provider }, user_ids));
    return stored(c, id, {});
  });

  app.get('/v2/link/bulk_op', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    return c.json(await operationsPage(db, teamId, check(listBulkOperations.query, c.req.query(), 'query')));
  });

  return app;
}

/** The operation is stored, and its progress can be read. */
const stored = (c: Context<Env>, id: string, answer: object, status: 200 | 202 = 202): Response =>
  c.json(answer, status, { location: `/v2/link/bulk_op?id=${id}` });
