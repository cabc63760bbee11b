import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { bulkExport, bulkImport, bulkPause, listBulkOperations, type ResponseOf } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { repeatableRoute, route } from '../auth/index.js';
import { acceptImport, acceptPause } from './accept.js';
import { exportPage } from './export.js';
import { operationsPage } from './list.js';
import { waitForOutcome } from './wait.js';
import { requireApplication } from '../credentials/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { ApiError, asItComes, type Env, largestBody, mayTakeLong, whileArriving } from '../http/index.js';
import { requireFlag } from '../accounts/index.js';
import { keyedTurns, turns } from '../work/index.js';
import { requireKnown, requireProvider } from '../providers/index.js';

/** The only path that accepts bodies over the usual limit: an import may hold the connections of many users. */
export const importPath = /^\/v2\/link\/bulk_import\/?$/;
const limitImport = bodyLimit({
  maxSize: 64 * 1024 * 1024,
  onError: () => {
    throw new ApiError(413, 'The body is larger than 64 MiB. Send the connections in several imports.');
  },
});

/** How many long bodies are in memory at once. */
const longBodiesAtOnce = 2;

/** Operations on many connections at once (spec 4.3, 4.4). */
export function bulkRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();
  const inTurn = turns(longBodiesAtOnce);
  /** How many teams wait for a place. */
  let waiting = 0;
  // Only one body of a team at a time, because it may arrive slowly.
  const inTurnOfTeam = keyedTurns();

  repeatableRoute(
    app,
    deps,
    bulkImport,
    async ({ teamId, readBody, c, make }) => {
      await requireFlag(db, teamId, 'bulk_import');
      // A waiting body has not been read, so it uses no memory here. A body without a declared length may be long.
      const isLong = !(Number(c.req.header('content-length')) <= largestBody);
      const accept = async (arrived: () => void) => {
        // The body is read after the key was checked, so that nobody else can make the service hold so much in memory.
        const body = limitImport(c, () => Promise.resolve()).then(() => readBody());
        const {
          provider: slug,
          connections,
          wait_for_completion,
        } = await asItComes(c, body, () => isLong && waiting > 0);
        arrived();
        const provider = requireProvider(deps.providerSettings, slug, 'oauth', 'body');
        await requireApplication(db, teamId, provider.slug);
        const waits = wait_for_completion ?? false;
        return make(async (tx) => ({
          id: await acceptImport(deps, tx, { teamId, provider }, connections, waits),
          waits,
        }));
      };
      const acceptInTurn = (arrived: () => void) => {
        waiting++;
        return inTurn(() => {
          waiting--;
          return accept(arrived);
        });
      };
      return whileArriving(c, teamId, (arrived) =>
        isLong ? inTurnOfTeam(teamId, () => acceptInTurn(arrived)) : accept(arrived),
      );
    },
    // Read from the operation, so that the record kept for repeated requests holds nothing about its people.
    async ({ id, waits }, { c, teamId }) => {
      // A team has a limited number of such waiting requests. Beyond it, imports are still accepted, and the caller reads
      // the progress.
      const outcome =
        waits && mayTakeLong(c, teamId) ? await waitForOutcome(deps, id, c.req.raw.signal) : null;
      const answer: ResponseOf<typeof bulkImport> = {
        user_ids_imported: [...(outcome?.done ?? [])],
        user_ids_failed: [...(outcome?.failed ?? [])],
      };
      return stored(c, id, answer, outcome ? 200 : 202);
    },
  );

  route(app, db, bulkExport, async ({ teamId, readBody }) => {
    await requireFlag(db, teamId, 'bulk_export');
    const { provider: slug, user_ids, next_token } = await readBody();
    const provider = requireKnown(slug, 'oauth', 'body');
    await requireApplication(db, teamId, provider.slug);
    const page = await exportPage(deps, teamId, provider.slug, user_ids ?? null, next_token ?? null);
    // The audit entry is stored before the tokens are sent: without it, nothing is sent.
    await transact(db, (tx) =>
      recordAudit(tx, {
        action: 'tokens.exported',
        of: { teamId },
        subject: provider.slug,
        detail: `${page.data.length} connections`,
      }),
    );
    return page;
  });

  repeatableRoute(
    app,
    deps,
    bulkPause,
    async ({ teamId, readBody, make }) => {
      const { provider: slug, user_ids } = await readBody();
      const provider = requireKnown(slug, 'oauth', 'body');
      return make(async (tx) => ({ id: await acceptPause(deps, tx, { teamId, provider }, user_ids) }));
    },
    ({ id }, { c }) => stored(c, id, {}),
  );

  route(app, db, listBulkOperations, ({ teamId, query }) => operationsPage(db, teamId, query));

  return app;
}

/** Answers an accepted operation with the address of its progress. */
const stored = (c: Context<Env>, id: string, answer: object, status: 200 | 202 = 202): Response =>
  c.json(answer, status, { location: `/v2/link/bulk_op?id=${id}` });
