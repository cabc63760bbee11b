import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { mayReadSecrets, repeatableRoute, route } from '../auth/index.js';
import { after } from '../work/index.js';
import { createOpener, lacking } from '../crypto/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env } from '../http/index.js';
import { lockTeam } from '../accounts/index.js';
import { deliveryRoutes } from './delivery-routes.js';
import { disable } from './disable.js';
import { deleteWebhooks } from './forget.js';
import { findWebhook, openHeaders, sealHeaders, toWebhook, type WebhookRow } from './rows.js';
import { checkDestination } from './rules.js';
import { newSecret } from './signature.js';

const mostWebhooks = 50;
/** How long deliveries are also signed with the old secret, in seconds. */
const overlap = 86_400;

/** The routes that manage webhooks and their deliveries. */
export function webhookRoutes(deps: Deps): Hono<Env> {
  const { db, clock, secrets, webhookAllowPrivate } = deps;
  const app = new Hono<Env>().route('/', deliveryRoutes(deps));

  repeatableRoute(app, deps, createWebhook, async ({ teamId, readBody, make }) => {
    const body = await readBody();
    const { kind = 'webhook', status = 'enabled', url } = body;
    const [routes, headers] = [body.routes ?? [], body.headers ?? {}];
    checkDestination({ kind, url, routes, headers }, webhookAllowPrivate);
    const id = randomUUID();
    const secret = newSecret();
    return make(async (tx) => {
      // Makes simultaneous requests wait for each other, so that the limit holds.
      await lockTeam(tx, teamId);
      const { count } = await tx
        .selectFrom('webhook')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('team_id', '=', teamId)
        .where('deleted_on', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(count) >= mostWebhooks)
        throw broken(409, 'too_many_webhooks', `A team has at most ${mostWebhooks} webhooks.`);
      await recordAudit(tx, { action: 'webhook.created', of: { teamId }, subject: id });
      const row = await tx
        .insertInto('webhook')
        .values({
          id,
          team_id: teamId,
          kind,
          url,
          events: JSON.stringify(body.events ?? []),
          routes: JSON.stringify(routes),
          headers: sealHeaders(secrets, id, headers),
          secret: secrets.seal('webhook-secret', id, secret),
          status,
          disabled_reason: status === 'disabled' ? 'requested' : null,
          created_on: clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { ...toWebhook(row, headers), secret };
    });
  });

  route(app, db, listWebhooks, async ({ teamId, c }) => {
    const rows = await db
      .selectFrom('webhook')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('deleted_on', 'is', null)
      .orderBy('created_on')
      .orderBy('id')
      .execute();
    const opener = createOpener(deps);
    const webhooks = rows.map((row) => {
      const headers = opener.opened('webhook', row.id, () => openHeaders(secrets, row)) ?? {};
      return toWebhook(row, headers, !mayReadSecrets(c));
    });
    return { webhooks, ...lacking(opener) };
  });

  route(app, db, getWebhook, async ({ teamId, params, c }) => {
    const row = await findWebhook(db, teamId, params.id);
    return toWebhook(row, openHeaders(secrets, row), !mayReadSecrets(c));
  });

  route(app, db, updateWebhook, async ({ teamId, params, readBody }) => {
    const id = params.id;
    const body = await readBody();
    const row = await transact(db, async (tx) => {
      const before = await findWebhook(tx, teamId, id, true);
      const { kind = before.kind, url = before.url, status = before.status } = body;
      const events = body.events === undefined ? before.events : (body.events ?? []);
      const routes = body.routes === undefined ? before.routes : (body.routes ?? []);
      const headers = body.headers === undefined ? openHeaders(secrets, before) : (body.headers ?? {});
      checkDestination({ kind, url, routes, headers }, webhookAllowPrivate);
      if (status === 'disabled' && before.status === 'enabled') await disable(tx, id, 'requested');
      const detail = Object.keys(body).sort().join(' ');
      await recordAudit(tx, { action: 'webhook.changed', of: { teamId }, subject: id, detail });
      return tx
        .updateTable('webhook')
        .set({
          kind,
          url,
          events: JSON.stringify(events),
          routes: JSON.stringify(routes),
          headers: sealHeaders(secrets, id, headers),
          ...(status === 'enabled' && before.status === 'disabled' && enabledAgain),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return toWebhook(row, openHeaders(secrets, row));
  });

  route(app, db, deleteWebhook, async ({ teamId, params }) => {
    const id = params.id;
    await transact(db, async (tx) => {
      await findWebhook(tx, teamId, id, true);
      await deleteWebhooks(tx, { id }, clock.now());
      await recordAudit(tx, { action: 'webhook.deleted', of: { teamId }, subject: id });
    });
    return { success: true };
  });

  repeatableRoute(app, deps, rotateWebhookSecret, ({ teamId, params, make }) => {
    const id = params.id;
    const secret = newSecret();
    return make(async (tx) => {
      const before = await findWebhook(tx, teamId, id, true);
      await tx
        .updateTable('webhook')
        .set({
          secret: secrets.seal('webhook-secret', id, secret),
          old_secret: before.secret,
          old_secret_until: after(clock.now(), overlap),
        })
        .where('id', '=', id)
        .execute();
      await recordAudit(tx, { action: 'webhook.secret_rotated', of: { teamId }, subject: id });
      return { secret };
    });
  });

  return app;
}

/** Enabling a webhook resets the time since when it has been failing. */
const enabledAgain: Pick<WebhookRow, 'status' | 'disabled_reason' | 'failing_since'> = {
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
};
