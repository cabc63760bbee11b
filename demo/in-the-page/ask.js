// Replaces `../pages/ask.js` if the pages are only files and there is no service. It is both a team's server and the service.
import { createFakeService } from 'svc-link/testing';

/** The service's address in the pages. */
const baseUrl = 'http://127.0.0.1:8787';
/** The window of a sign-in. */
const hostedUrl = new URL('../provider.html', location.href).href;
const service = createFakeService({ baseUrl });
// The element sends its requests with the page's `fetch`.
window.fetch = service.fetch;

/** The latest token of each request, as a team's server keeps them. */
const tokens = new Map();
let latest;
/** What the person has connected. The fake service knows it only for each token separately. */
let connected = new Set();

async function read(path, token) {
  const response = await service.fetch(baseUrl + path, { headers: { 'x-svc-link-token': token } });
  return response.ok ? response.json() : null;
}

async function readConnected() {
  if (!latest) return;
  const offered = await read('/v2/link/providers', latest);
  if (offered) connected = new Set(offered.filter((provider) => provider.connected).map(({ slug }) => slug));
  else {
    // The token is used up, so it has made a connection.
    const { provider, connections } = await read('/v2/link/state', latest);
    for (const slug of [provider, ...(connections ?? []).map((each) => each.provider)]) connected.add(slug);
  }
}

async function makeToken({ fresh, link_session_id, reason, ...asked }) {
  // Set it before anybody can press the button that opens the window.
  for (const link of document.querySelectorAll('svc-link')) link.hostedUrl = hostedUrl;
  const request = JSON.stringify(asked);
  const last = tokens.get(request);
  if (last && (link_session_id || reason === 'extend')) return { link_token: last };
  if (last && !fresh && (await read('/v2/link/providers', last))) return { link_token: last };
  await readConnected();
  latest = service.newToken({ app_name: 'Northwind Health', connected: [...connected], ...asked });
  tokens.set(request, latest);
  return { link_token: latest };
}

const listProviders = () => read('/v2/link/providers', service.newToken());

const answers = {
  'POST link-token': makeToken,
  'GET providers': listProviders,
  async 'GET connections'() {
    await readConnected();
    return { providers: (await listProviders()).filter(({ slug }) => connected.has(slug)) };
  },
  'GET session': () => read('/v2/link/state', latest),
  'POST confirm'({ confirm_code }) {
    service.confirm(latest, confirm_code);
    return read('/v2/link/state', latest);
  },
};

/** Answers like the demo's server. Rejects with words that can be shown. */
export async function ask(method, name, body = {}) {
  const answer = answers[`${method} ${name.split('?', 1)}`];
  if (!answer) throw new Error('This takes a service, which `npm start` has.');
  return answer(body);
}
