// The lines of docs/testing.md for a test without a service.
import { expect } from '@open-wc/testing';
import '../../src/define.js';
import { createFakeService, drive } from '../../src/testing/index.js';

type Run = (scope: object) => ReturnType<typeof drive>;

describe('the documented lines for a test without a service', () => {
  const own = globalThis.fetch;
  const link = document.createElement('svc-link');
  afterEach(() => {
    globalThis.fetch = own;
    link.remove();
  });

  it('link a provider, and leave the test on its page', async () => {
    const page = await (await fetch('/docs/testing.md')).text();
    const [, code] = /### Without a service[^]*?```ts\n([^]*?)```/.exec(page)!;
    const lines = code!.replace(/^import .*$/gm, '');
    // TypeScript does not know the variables that the lines assume.
    const run = new Function('scope', `with (scope) { ${lines}; return widget; }`) as Run;
    const widget = run({ createFakeService, drive, link });
    document.body.append(link);
    let followed = false;
    link.addEventListener('svc-redirect', (event) => {
      event.preventDefault();
      followed = true;
    });

    const success = widget.next('svc-success');
    await widget.choose('Quartz Scale');
    await widget.fill({ username: 'ok@example.com', password: 'good' });
    await widget.submit();

    expect((await success).connected).to.equal(true);
    await widget.waitFor('done');
    await widget.press('action', 'Done');
    expect(followed).to.equal(false);
  });
});
