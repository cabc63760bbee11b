import express from 'express';
import { verifyWebhook, WebhookError } from 'svc-link/webhooks';
import { linkTokenFor, origin, personOf, port, signIn, take, webhookSecret, weightsOf } from './team.js';

const app = express();

app.get('/', (request, response) => {
  if (!personOf(request.headers.cookie)) response.set('set-cookie', signIn());
  response.sendFile('index.html', { root: import.meta.dirname });
});

function requireLogin(request, response, next) {
  request.person = personOf(request.headers.cookie);
  if (!request.person) return response.sendStatus(401);
  response.set('cache-control', 'no-store');
  next();
}

/** Pages of other sites cannot act for the person who is signed in here. */
function refuseOthers(request, response, next) {
  if ((request.headers.origin ?? origin) !== origin) return response.sendStatus(403);
  next();
}

app.post('/link-token', refuseOthers, requireLogin, async (request, response) => {
  response.json(await linkTokenFor(request.person, request.query.reason));
});

app.get('/weights', requireLogin, async (request, response) => {
  response.json(await weightsOf(request.person));
});

// A parsed body cannot be verified, so no other parser may come before this route.
app.post('/webhooks', express.raw({ type: '*/*', limit: '10mb' }), async (request, response) => {
  const { headers, body } = request;
  const event = await verifyWebhook({ secret: webhookSecret, headers, body });
  take(headers['webhook-id'], event);
  response.sendStatus(204);
});

// Handles the errors of all handlers. It must have four parameters, or Express treats it as a route.
app.use((error, request, response, next) => {
  if (response.headersSent) return next(error);
  console.error(error.message);
  if (error.type === 'entity.too.large') return response.sendStatus(413);
  response.sendStatus(error instanceof WebhookError ? 400 : 502);
});

// Express also calls this if it could not listen, for example if the port is in use.
app.listen(port, 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open ${origin}`);
});
