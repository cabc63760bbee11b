import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { verifyWebhook, WebhookError } from 'svc-link/webhooks';
import { linkTokenFor, origin, personOf, port, signIn, take, webhookSecret, weightsOf } from './team.js';

const app = new Hono();

app.get('/', async (c) => {
  if (!personOf(c.req.header('cookie'))) c.header('set-cookie', signIn());
  return c.html(await readFile(new URL('index.html', import.meta.url), 'utf8'));
});

async function requireLogin(c, next) {
  const person = personOf(c.req.header('cookie'));
  if (!person) return c.body(null, 401);
  c.set('person', person);
  c.header('cache-control', 'no-store');
  await next();
}

/** Pages of other sites cannot act for the person who is signed in here. */
async function refuseOthers(c, next) {
  if ((c.req.header('origin') ?? origin) !== origin) return c.body(null, 403);
  await next();
}

app.post('/link-token', refuseOthers, requireLogin, async (c) =>
  c.json(await linkTokenFor(c.get('person'), c.req.query('reason'))),
);

app.get('/weights', requireLogin, async (c) => c.json(await weightsOf(c.get('person'))));

/** Anybody may send to this address, and a body is in memory before it can be verified. */
const limit = bodyLimit({ maxSize: 10 * 1024 * 1024, onError: (c) => c.body(null, 413) });

app.post('/webhooks', limit, async (c) => {
  const event = await verifyWebhook({ secret: webhookSecret, request: c.req.raw });
  take(c.req.header('webhook-id'), event);
  return c.body(null, 204);
});

app.onError((error, c) => {
  console.error(error.message);
  return c.body(null, error instanceof WebhookError ? 400 : 502);
});

serve({ fetch: app.fetch, port, hostname: 'localhost' }, () => console.log(`Open ${origin}`));
