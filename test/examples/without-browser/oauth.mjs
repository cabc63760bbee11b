// A link by OAuth in a DOM that cannot open windows, with the lines of docs/testing.md: `node oauth.mjs jsdom|happy-dom FOLDER`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeDom } from './dom.mjs';

await makeDom();
const { createFakeService, drive } = await import('svc-link/testing');
const service = createFakeService();
globalThis.fetch = service.fetch;
await import('svc-link/define');
const link = document.createElement('svc-link');
link.baseUrl = service.baseUrl;
const linkToken = service.newToken();
link.linkToken = linkToken;
document.body.append(link);
const widget = drive(link);

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/testing.md'), 'utf8');
const lines = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].find(([, code]) =>
  code.includes('answerOauth'),
)[1];
const AsyncFunction = (async () => {}).constructor;
await new AsyncFunction('widget', 'service', 'linkToken', lines)(widget, service, linkToken);
console.log(widget.heading);
process.exit();
