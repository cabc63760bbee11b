// A whole link in a DOM without a browser: `node whole-link.mjs jsdom|happy-dom FOLDER`. Prints the steps and the outcome.
import { makeDom } from './dom.mjs';

await makeDom();
const { createFakeService, drive } = await import('svc-link/testing');
const service = createFakeService();
globalThis.fetch = service.fetch;
await import('svc-link/define');
const link = document.createElement('svc-link');
link.baseUrl = service.baseUrl;
link.linkToken = service.newToken();
link.addEventListener('svc-step', ({ detail }) => console.log(detail.step));
document.body.append(link);

const widget = drive(link);
await widget.waitFor('select-provider');
await widget.choose('Quartz Scale');
await widget.waitFor('sign-in');
await widget.fill({ username: 'sms@example.com', password: 'bad' });
const error = widget.next('svc-error');
await widget.submit();
console.log((await error).code);
await widget.waitFor('sign-in');
await widget.fill({ password: 'good' });
await widget.submit();
await widget.waitFor('challenge');
await widget.fill({ code: '123456' });
const success = widget.next('svc-success');
await widget.submit();
console.log(`success ${(await success).provider}`);
await widget.waitFor('done');
console.log(widget.heading);
process.exit();
