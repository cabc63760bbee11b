import { Hono } from 'hono';
import { exportUser } from 'svc-link/contract';
import { findUser } from '../accounts/index.js';
import { recordAudit } from '../audit/index.js';
import { accessOf } from '../auth/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { addRoute, type Env, type Handler, onlyVisits, streamed, takeLong } from '../http/index.js';
import { writeDocument } from './document.js';

/** The export of a person's data. */
export function userExportRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();

  const handler: Handler<typeof exportUser, { readonly teamId: string }> = async ({ teamId, params, c }) => {
    // Checked before the audit entry says that the data was exported.
    takeLong(c, teamId);
    const user = await transact(db, async (tx) => {
      const found = await findUser(tx, teamId, params.user_id, true);
      await recordAudit(tx, { action: 'user.exported', of: { teamId }, subject: found.id });
      return found;
    });
    // The next page is read when the previous one was taken, so that a long document needs no more memory than a short one.
    return new Response(streamed(c, teamId, writeDocument(deps, user)), {
      headers: {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="user-${user.id}.json"`,
        'cache-control': 'no-store',
      },
    });
  };
  // A HEAD would be recorded as an export, though nobody gets anything.
  addRoute(app, exportUser, accessOf(db, exportUser), handler, onlyVisits);

  return app;
}
