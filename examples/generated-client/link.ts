// A user, a link token for them and how the link stands, through a client of which nothing is written by hand: paths, bodies
// and answers are those of the service's own OpenAPI document.
import createClient from 'openapi-fetch';
import type { components, paths } from './dist/service.js';

const service = createClient<paths>({
  baseUrl: 'http://127.0.0.1:8787',
  headers: { 'x-svc-api-key': process.env['SVC_API_KEY'] ?? 'sk_sandbox_local' },
});

/** What a request was refused with. */
function refused(error: components['schemas']['ErrorBody'] | undefined): Error {
  return new Error(`The service refused it: ${JSON.stringify(error?.detail)}`);
}

const user = await service.POST('/v2/user', { body: { fallback_time_zone: 'Europe/Lisbon' } });
if (!user.data) throw refused(user.error);

const token = await service.POST('/v2/link/token', {
  body: { user_id: user.data.user_id, app_name: 'Northwind Health' },
  params: { header: { 'Idempotency-Key': `token-of-${user.data.user_id}` } },
});
if (!token.data) throw refused(token.error);

// The page gets `link_token`, and a browser that comes by an address `link_web_url`.
const { link_session_id } = token.data;
const session = await service.GET('/v2/link/session/{link_session_id}', {
  params: { path: { link_session_id } },
});
if (!session.data) throw refused(session.error);
console.log(`Session ${session.data.link_session_id} of user ${session.data.user_id}: ${session.data.state}`);
