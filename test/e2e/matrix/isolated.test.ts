// Host pages that are cross-origin isolated. They can reach no window, and can frame only pages that allow it.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import { beforeEach, it } from '../test.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

// WebKit does not support `credentialless`, which is needed to load logos from other sites.
eachEngine(
  'a cross-origin isolated page',
  (at) => {
    it('frames the hosted page to its picker', async () => {
      const { link_token } = await world.newToken({ allowed_origins: [world.originOf('host')] });
      await at.page.goto(
        world.host({
          headers: {
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-embedder-policy': 'require-corp',
          },
          attributes: { 'link-token': link_token, mode: 'frame', open: '' },
        }),
      );
      assert.equal(await at.page.evaluate(() => window.crossOriginIsolated), true);

      await at.page.frame('iframe').sees('Choose a device or app');
    });
  },
  { only: ['Chromium', 'Firefox'], usually: ['Chromium', 'Firefox'] },
);
