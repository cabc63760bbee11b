// What a page does with the element: give it a token, listen to it. The rest drives the panels beside it.
import { copyOnPress } from './magic-names.js';
import { logEvents } from './event-log.js';
import { ask } from './team-backend.js';

const link = document.querySelector('svc-link');
const options = document.querySelector('#options');
const trouble = document.querySelector('#trouble');
const said = document.querySelector('#said');

const say = (text) => (said.textContent = text);

/** Asks the team's server, and says so when that fails. */
async function tryTo(method, name, body) {
  try {
    const answer = await ask(method, name, body);
    trouble.hidden = true;
    return answer;
  } catch (error) {
    trouble.textContent = error.message;
    trouble.hidden = false;
    throw error;
  }
}

/** A link token from the team's server; `fresh` makes it another one. */
async function fetchToken(body = {}) {
  const { link_token: token } = await tryTo('POST', 'link-token', body);
  return token;
}

/** The settings stand in the address, so that a page can be sent to somebody. */
function readSettings() {
  const query = new URLSearchParams(location.search);
  for (const field of options.elements) {
    if (field.type === 'checkbox') field.checked = query.has(field.name);
    else field.value = query.get(field.name) ?? '';
  }
  return query;
}

function applySettings(query) {
  document.documentElement.dataset.theme = query.get('theme') ?? '';
  document.documentElement.dir = query.get('dir') || 'ltr';
  for (const name of ['provider', 'locale']) {
    const value = query.get(name);
    if (value) link.setAttribute(name, value);
    else link.removeAttribute(name);
  }
  link.toggleAttribute('with-another', query.has('another'));
}

options.addEventListener('submit', (event) => event.preventDefault());
options.addEventListener('change', ({ target }) => {
  const query = new URLSearchParams();
  for (const { type, name, value, checked } of options.elements)
    if (type === 'checkbox' ? checked : value) query.set(name, value);
  history.replaceState(null, '', query.size ? `?${query}` : location.pathname);
  // Where the token comes from is read when the page opens.
  if (target.name === 'once') location.reload();
  applySettings(query);
});

document.querySelector('#fresh').addEventListener('click', async () => {
  link.linkToken = await fetchToken({ fresh: true });
  say('The element has a new token.');
});
document.querySelector('#restart').addEventListener('click', () => {
  link.restart();
  say('Started again.');
});
document.querySelector('#expire').addEventListener('click', async () => {
  await tryTo('POST', 'expire');
  say('The service’s clock is an hour ahead now, and the token has expired.');
});

async function showConnections() {
  const { providers } = await tryTo('GET', 'connections');
  const list = document.querySelector('.connections');
  list.replaceChildren(
    ...providers.map(({ name, logo }) => {
      const item = document.createElement('li');
      const image = Object.assign(document.createElement('img'), {
        src: logo,
        alt: '',
        width: 24,
        height: 24,
      });
      item.append(image, name);
      return item;
    }),
  );
  document.querySelector('#connections').hidden = providers.length === 0;
}

async function listProviders() {
  const select = options.elements.namedItem('provider');
  for (const { name, slug } of await tryTo('GET', 'providers'))
    select.append(Object.assign(document.createElement('option'), { value: slug, textContent: name }));
}

logEvents(link, document.querySelector('.log'), document.querySelector('#clear'));
copyOnPress(document.querySelector('.names'), document.querySelector('#copied'));
link.addEventListener('svc-success', showConnections);

/** Where the provider was visited in this very window, the result stands in the address. */
function takeReturn() {
  const query = new URLSearchParams(location.search);
  const session = query.get('link_session_id');
  if (!session) return null;
  const provider = query.get('provider');
  for (const name of ['state', 'provider', 'link_session_id', 'error_type']) query.delete(name);
  if (provider) query.set('provider', provider);
  history.replaceState(null, '', `?${query}`);
  return session;
}

const session = takeReturn();
applySettings(readSettings());
if (session || new URLSearchParams(location.search).has('once'))
  link.linkToken = await fetchToken(session ? { link_session_id: session } : {});
if (!new URLSearchParams(location.search).has('once')) link.tokenProvider = () => fetchToken();
await listProviders();
readSettings();
await showConnections();
