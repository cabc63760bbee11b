// A real double click on what opens the widget, as people make one at whatever looks like an icon.
import assert from 'node:assert/strict';
import { overlays } from './all-modes.js';
import { eachEngine } from './each-engine.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine(
  'a double click on the trigger',
  (at) => {
    for (const mode of overlays)
      it(`opens the ${mode} and leaves it open`, async () => {
        const { link_token } = await world.newToken();
        await at.page.goto(world.host({ attributes: { 'link-token': link_token, mode } }));
        await at.page.until(modeIsLoaded, 'overlay');

        await at.page.click('[part=action]', 'Connect a device or app', 2);

        await at.page.shows('[part=provider]');
        const heard = await at.page.evaluate(() => window.heard.map(({ name }) => name));
        assert.ok(!heard.includes('svc-close') && !heard.includes('svc-exit'), heard.join());
        assert.equal(await at.page.evaluate(() => document.querySelector('svc-link')!.open), true);
      });
  },
  { usually: ['Chromium', 'Firefox', 'WebKitGTK'] },
);
