// The element in a DOM without a browser: `node first-screen.mjs jsdom|happy-dom FOLDER`, whose packages are in FOLDER. Prints
// what became of it, one line each; anything that is thrown ends it.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , kind, folder] = process.argv;
const installed = createRequire(path.join(folder, 'package.json'));
const { JSDOM, Window } = await import(pathToFileURL(installed.resolve(kind)).href);
const url = 'http://localhost/';
const window =
  kind === 'jsdom' ? new JSDOM('', { url, pretendToBeVisual: true }).window : new Window({ url });

const names = ['document', 'Event', 'CustomEvent', 'EventTarget', 'location', 'navigator'];
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis) || names.includes(name))
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
for (const name of ['addEventListener', 'removeEventListener']) globalThis[name] = window[name].bind(window);

const session = { state: 'started', link_session_id: '00000000-0000-4000-8000-0000000000aa', attempt: 0 };
const providers = ['Quartz Scale', 'Vertex Trainer'].map((name) => ({
  name,
  slug: name.toLowerCase().replace(' ', '_'),
  logo: 'data:image/svg+xml,<svg/>',
  auth_type: 'password',
  regions: [],
  resources: [],
  connected: false,
}));
globalThis.fetch = async () => Response.json({ session, providers });

await import('svc-link/define');
const link = document.createElement('svc-link');
link.baseUrl = 'https://link.example.com';
link.tokenProvider = async () => 'lt_1';
link.addEventListener('svc-success', ({ detail }) => console.log(`success ${detail.provider}`));
link.addEventListener('svc-ready', async ({ detail }) => {
  await link.updateComplete;
  console.log(`ready ${detail.providers}`);
  console.log(link.shadowRoot.querySelector('[part=title]').textContent.trim());
  link.dispatchEvent(new CustomEvent('svc-success', { detail: { provider: 'quartz_scale' } }));
  process.exit();
});
document.body.append(link);
