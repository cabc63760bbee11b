// Mode redirect with a link token that has expired before the person goes: the way back leads to the page, which hears of it.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { beforeEach, it } from './test.js';
import { tokenSeconds } from './waiting.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('a redirect with a token that has expired', (at) => {
  it('leads back to the page it came from', async () => {
    const made = await world.newToken({ app_name: 'Acme', allowed_origins: [world.originOf('host')] });
    await world.advanceClock(tokenSeconds + 60);
    const host = world.host({ attributes: { mode: 'redirect', 'link-token': made.link_token } });
    await at.page.goto(host);
    await at.page.until(modeIsLoaded);
    await at.page.click('[part=action]', 'Connect a device or app');
    await at.page.until(() => document.querySelector('h1')?.textContent === 'This link has expired');

    await at.page.click('a', 'Go back to Acme');

    await at.page.until((url) => location.href.startsWith(url), host);
    await at.page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
    const heard = await at.page.evaluate(() =>
      window.heard.map(({ name, detail }) => [name, detail.code ?? detail.outcome]),
    );
    assert.deepEqual(heard, [
      ['svc-error', 'token_expired'],
      ['svc-exit', 'error'],
    ]);
    assert.ok(!(await at.page.url()).includes(made.link_token));
  });
});
