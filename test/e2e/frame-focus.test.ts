// A frame that loads again while a person uses it by keyboard.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine(
  'a frame',
  (at) => {
    it('keeps the focus of who presses Try again in it', async () => {
      const { link_token } = await world.newToken({ allowed_origins: [world.originOf('host')] });
      let fails = true;
      // The page around the frame starts the session too, and gets an answer.
      world.when(/^POST \/v2\/link\/start/, (forward, { headers }) =>
        fails && headers.origin === world.base ? { status: 503 } : forward(),
      );
      await at.page.goto(world.host({ attributes: { mode: 'frame', 'link-token': link_token } }));
      await at.page.until(modeIsLoaded);
      await at.page.click('[part=action]', 'Connect a device or app');
      const frame = at.page.frame('iframe');
      await frame.sees('There’s a problem with this service');
      fails = false;
      const release = world.hold(/^POST \/v2\/link\/start/);
      const partWithFocus = () =>
        frame.evaluate(
          () => document.querySelector('svc-link')!.shadowRoot!.activeElement?.getAttribute('part') ?? '',
        );
      for (let left = 20; left > 0 && (await partWithFocus()) !== 'action'; left--)
        await at.page.press('Tab');
      await at.page.press('Enter');
      await at.page.until(() => {
        const steps = window.heard.filter(({ name }) => name === 'svc-step');
        return steps.at(-1)?.detail.step === 'loading';
      });
      // A hidden element loses the focus in the next drawn frame.
      const drawn = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))));
      await at.page.evaluate(drawn);
      assert.equal(
        await at.page.evaluate(
          () => document.querySelector('svc-link')!.shadowRoot!.activeElement?.localName,
        ),
        'iframe',
      );
      assert.equal(await frame.evaluate(() => document.hasFocus()), true);
      release();
      await frame.sees('Choose a device or app');
      assert.equal(await partWithFocus(), 'title');
      await at.page.press('Tab');
      assert.notEqual(await partWithFocus(), 'title');
    });
  },
  // The driver of WebKitGTK cannot go into a frame with Tab.
  { only: ['Chromium', 'Firefox'], usually: ['Chromium', 'Firefox'] },
);
