// The element in a DOM without a browser: `node first-screen.mjs jsdom|happy-dom FOLDER`,
// with the packages in FOLDER. Prints the results, one per line. Any error ends it.
import { makeDom } from './dom.mjs';

await makeDom();
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
