// What a page does with the element: give it a token and listen to its events. The rest drives the panels next to it.
import { ask } from './ask.js';
import { copyOnPress } from './magic-names.js';
import { logEvents } from './event-log.js';
import { showOutcome } from './outcome.js';
import { keepSettings, listProviders } from './settings.js';
import { fetchToken } from './team-backend.js';
import { tryTo } from './trouble.js';
import { takeReturn } from './way-back.js';

/** What this app knows about its providers, in words for its people. */
const help = {
  quartz_scale: {
    instructions: 'Use the email of the Quartz app, not the number on the back of the scale.',
    forgotUrl: 'https://example.com/quartz/forgot',
  },
  xenon_pump: {
    instructions: 'Your clinic gave you a pump name and a PIN.',
    usernameLabel: 'Pump name',
    passwordLabel: 'PIN',
    regions: { eu: 'Europe and Africa', us: 'The Americas' },
  },
};

const link = document.querySelector('svc-link');
const options = document.querySelector('#options');
const said = document.querySelector('#said');

const say = (text) => (said.textContent = text);

// If the person visited the provider in this window, the result is in the address.
const back = takeReturn();
const settings = keepSettings(options, (query, changed) => {
  // The source of the token, and its options, are read when the page opens.
  if (['once', 'confirm', 'multiple', 'manage', 'no-phone'].includes(changed)) location.reload();
  for (const name of ['provider', 'locale']) {
    const value = query.get(name);
    if (value) link.setAttribute(name, value);
    else link.removeAttribute(name);
  }
  link.toggleAttribute('with-another', query.has('another'));
  link.help = query.has('help') ? help : undefined;
});

document.querySelector('#fresh').addEventListener('click', async () => {
  link.linkToken = await tryTo(fetchToken({ fresh: true }));
  say('The element has a new token.');
});
document.querySelector('#restart').addEventListener('click', () => {
  link.restart();
  say('Started again.');
});
document.querySelector('#expire').addEventListener('click', async () => {
  await tryTo(ask('POST', 'expire'));
  say('The service’s clock is an hour ahead now, and the token has expired.');
});

async function showConnections() {
  const { providers } = await tryTo(ask('GET', 'connections'));
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

logEvents(link, document.querySelector('.log ol'), document.querySelector('#clear'));
copyOnPress(document.querySelector('.names'), document.querySelector('#copied'));
link.addEventListener('svc-success', async ({ detail }) => {
  // The widget itself says that a provider is connected. Only the server can say that it has confirmed the connection.
  if (detail.confirm_code) await showOutcome(detail);
  await showConnections();
});

link.addEventListener('svc-disconnect', () => void showConnections());

const once = new URLSearchParams(location.search).has('once');
if (back?.confirm_code) await showOutcome(back);
if (back || once)
  link.linkToken = await tryTo(fetchToken(back ? { link_session_id: back.link_session_id } : {}));
if (!once) link.tokenProvider = () => tryTo(fetchToken());
listProviders(options, await tryTo(ask('GET', 'providers')));
settings.read();
await showConnections();
