// Browsers that are older than the widget supports: today's browsers with some features removed.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import { beforeEach, it } from '../test.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const picker = 'Choose a device or app';

eachEngine(
  'an old browser',
  (at) => {
    const assertNoTokenInAddresses = (token: string) => {
      for (const { url } of world.requests()) assert.ok(!url.includes(token), url);
    };
    const newToken = () => world.newToken({ allowed_origins: [world.originOf('host')] });

    for (const [missing, script] of [
      ['AbortSignal.any', 'delete AbortSignal.any;'],
      [':state()', 'CSS.supports = (text) => !String(text).includes(":state");'],
    ])
      it(`gets a button that leads to the hosted page where ${missing} is missing`, async () => {
        const { link_token } = await newToken();
        await at.page.goto(
          world.host({ script, attributes: { 'link-token': link_token, label: 'Add a watch' } }),
        );

        await at.page.click('button', 'Add a watch');

        await at.page.sees(picker);
        assert.ok((await at.page.url()).startsWith(`${world.base}/link/`));
        assertNoTokenInAddresses(link_token);
      });

    it('goes to the hosted page by the trigger that the page has', async () => {
      const { link_token } = await newToken();
      const script = `delete AbortSignal.any; addEventListener('DOMContentLoaded', () => {
        const link = document.querySelector('svc-link');
        link.innerHTML = '<button slot="trigger">Open</button>';
        link.tokenProvider = async () => '${link_token}';
      });`;
      await at.page.goto(world.host({ script, attributes: { mode: 'dialog' } }));
      await at.page.until(() => customElements.get('svc-link') !== undefined);

      await at.page.click('button', 'Open');

      await at.page.sees(picker);
    });

    it('shows what stands in the fallback slot where the script cannot even be read, and a newer one does not', async () => {
      const { link_token } = await newToken();
      const form = `<form slot="fallback" method="post" action="${world.base}/link/">
        <input type="hidden" name="link_token" value="${link_token}" />
        <input type="hidden" name="display" value="page" />
        <button>Connect a device</button></form>`;
      const tag = `<svc-link base-url="${world.base}" link-token="${link_token}">${form}</svc-link>`;
      const page = (script: string) =>
        world.serve(
          `<!doctype html><title>Host</title><script type="module" src="${script}"></script>${tag}`,
        );

      await at.page.goto(page(`${world.base}/cdn/svc-link.js`));
      await at.page.sees(picker);
      assert.ok(await at.page.hasNo('button', 'Connect a device'));

      await at.page.goto(page(world.serve('class { newer syntax', { type: 'text/javascript' })));
      await at.page.click('button', 'Connect a device');

      await at.page.sees(picker);
      assert.ok((await at.page.url()).startsWith(`${world.base}/link/`));
      assertNoTokenInAddresses(link_token);
    });
  },
  { usually: ['Chromium', 'Firefox', 'WebKitGTK'] },
);
