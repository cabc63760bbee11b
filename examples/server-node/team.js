// The part that does not depend on the framework: your people, and the requests to the service for them.
import { randomUUID } from 'node:crypto';
import { ClientError, createClient } from 'svc-link/client';

export const port = Number(process.env.PORT ?? 3000);
/** The origin of your pages. */
export const origin = `http://localhost:${port}`;
/** The secret that `createWebhook` answered. Without it every webhook is refused. */
export const webhookSecret = process.env.SVC_WEBHOOK_SECRET ?? '';

const client = createClient({
  baseUrl: 'http://127.0.0.1:8787',
  apiKey: process.env.SVC_API_KEY ?? 'sk_sandbox_local',
});

/** Put your login and your table of users here. This example makes a new person for each new browser. */
const people = new Map();

/** Signs a new person in; returns the cookie of their session. */
export function signIn() {
  const session = randomUUID();
  people.set(session, { id: randomUUID(), svcUserId: undefined, given: undefined });
  return `session=${session}; HttpOnly; SameSite=Lax; Path=/`;
}

/** The person who is signed in, found only by their cookies and nothing else that a browser sends. */
export const personOf = (cookies = '') => people.get(/(?:^|; )session=([\w-]+)/.exec(cookies)?.[1]);

/** The user of the service for a person. Store the id with your own record of that person. */
async function userIdOf(person) {
  person.svcUserId ??= await client.createUser({ client_user_id: person.id }).then(
    ({ user_id }) => user_id,
    (error) => {
      // An earlier request made this user: its answer was lost, or it came at the same moment.
      if (error instanceof ClientError && error.errorType === 'already_exists') return error.detail.user_id;
      throw error;
    },
  );
  return person.svcUserId;
}

/** The answer for the page's `tokenProvider`. `reason` is why it was called. */
export async function linkTokenFor(person, reason) {
  const { given } = person;
  if (given && reason === 'extend') {
    await client.extendLinkToken(given.link_token);
    return given;
  }
  // A page that was reloaded continues where it was.
  if (given && reason === 'start' && (await client.isLinkTokenValid(given.link_token)).valid) return given;
  const { link_token, start } = await client.createLinkToken({
    user_id: await userIdOf(person),
    app_name: 'Northwind Health',
    allowed_origins: [origin],
    include: ['start'], // the answer has the list, which the widget shows at once
  });
  return (person.given = { link_token, start });
}

/** The weights of a person in the last 30 days. */
export async function weightsOf(person) {
  const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const range = { start_date: daysAgo(30), end_date: daysAgo(0) };
  const { body } = await client.readBodySummary(await userIdOf(person), range);
  return body.map(({ calendar_date, weight, source }) => ({
    date: calendar_date,
    weight,
    provider: source.provider,
  }));
}

/** The ids of handled events. In your database, use a unique column and write it together with what the event changes. */
const taken = new Set();

/** Handles a verified event. The service sends an event again if it gets no 2xx answer. */
export function take(id, event) {
  if (taken.has(id)) return;
  console.log(`${event.event_type} of ${event.client_user_id}`);
  taken.add(id);
}
