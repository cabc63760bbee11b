// Makes a user and a link token, and reads the state of the link, through a client that is generated completely: its paths,
// bodies and answers come from the service's own OpenAPI document.
import createClient from 'openapi-fetch';
import type { components, paths } from './dist/service.js';

const service = createClient<paths>({
  baseUrl: 'http://127.0.0.1:8787',
  headers: { 'x-svc-api-key': process.env['SVC_API_KEY'] ?? 'sk_sandbox_local' },
});

/** The error of a request that was refused. */
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

// Give a page `link_token`. Give a browser without a page `link_web_url` as its address.
const { link_session_id } = token.data;
const session = await service.GET('/v2/link/session/{link_session_id}', {
  params: { path: { link_session_id } },
});
if (!session.data) throw refused(session.error);
console.log(`Session ${session.data.link_session_id} of user ${session.data.user_id}: ${session.data.state}`);
