import { Hono } from 'hono';
import { listAuditEntries } from 'svc-link/contract';
import { fileOf, formatOf, readEntries, readPlace, writePlace } from '../audit/index.js';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';

const onPage = 50;
/** How many entries of a downloaded file one statement reads. */
const atOnce = 1000;

/** The routes that show what was done in an organization. */
export function auditRoutes({ db }: Pick<Deps, 'db'>): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, listAuditEntries, async ({ orgId, query, c }) => {
    const { next_cursor, page_size = onPage, ...filter } = query;
    const from = next_cursor === undefined ? undefined : readPlace(next_cursor);
    const format = formatOf(c.req.header('accept'));
    if (format)
      return fileOf(c, orgId, format, (before) => readEntries(db, orgId, filter, before ?? from, atOnce));
    const found = await readEntries(db, orgId, filter, from, page_size + 1);
    const data = found.slice(0, page_size);
    const last = found.length > page_size ? data.at(-1) : undefined;
    return { data, next_cursor: last ? writePlace(last.number) : null };
  });

  return app;
}
