// A page whose link token has made its connection: a person who comes back to the page stays there.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('a page with a used link token', (at) => {
  it('stays where it is when the person comes back by the browser’s button', async () => {
    world.when(/^GET \/welcome/, () => ({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Welcome</title>',
    }));
    const made = await world.newToken({
      provider: 'quartz_scale',
      app_name: 'Acme',
      redirect_url: `${world.base}/welcome`,
    });
    const host = world.host({
      attributes: { 'link-token': made.link_token },
      // The page is loaded again on the way back, as a page with a token should be.
      headers: { 'cache-control': 'no-store' },
      // Some browsers still show the page as it was left: what was received before that is no news.
      more: `<script>addEventListener('pageshow', ({ persisted }) => {
        if (persisted) window.heard.length = 0;
        window.isRestored = persisted;
      });</script>`,
    });
    await at.page.goto(host);
    await at.page.fill('[part~=username-input]', 'ok@example.com');
    await at.page.fill('[part~=password-input]', 'good-password');
    await at.page.click('[part=submit]');
    await at.page.until(() => location.pathname === '/welcome');

    await at.page.back();
    await at.page.until((url) => location.href === url, host);
    await at.page.sees('Quartz Scale is connected');
    await at.page.until(() => window.isRestored || window.heard.some(({ name }) => name === 'svc-exit'));
    const isRestored = await at.page.evaluate(() => window.isRestored);
    const heard = await at.page.evaluate(() => window.heard.map(({ name }) => name));
    assert.deepEqual(
      heard.filter((name) => name !== 'svc-step'),
      isRestored ? [] : ['svc-exit'],
    );
    assert.equal(await at.page.url(), host);

    await at.page.click('[part=action]', 'Done');
    await at.page.until(() => location.pathname === '/welcome');
  });
});
