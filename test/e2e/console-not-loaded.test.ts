// A view of the console whose code does not load at first. As in not-loaded.test.ts, this needs the engines that keep a failed
// import.
import { newTeam } from './console-scene.js';
import { eachEngine } from './each-engine.js';
import { managementKey } from './session-way.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine(
  'a view of the console that does not come',
  (at) => {
    const hasFocus = (heading: string) =>
      at.page.until((text) => document.querySelector('h1:focus')?.textContent === text, heading);

    for (const [what, pattern] of [
      ['its own code', /^GET \/console\/assets\/keys-/],
      ['code that another view has too', /^GET \/console\/assets\/confirm-/],
    ] as const)
      it(`for want of ${what} comes when the person tries again`, async () => {
        const works = world.fail(pattern);
        await at.page.goto(`${world.base}/console/#/team/00000000-0000-4000-8000-000000000002/keys`);
        await at.page.fill('#key', managementKey);
        await at.page.press('Enter');
        await at.page.sees('This page did not load');
        await at.page.click('button', 'Try again');
        // The pressed button is gone, so the focus goes to what replaced it.
        await hasFocus('This page did not load');
        works();
        await at.page.click('button', 'Try again');
        await hasFocus('API keys');
      });

    it('draws a chart of the next period once its code can be had', async () => {
      const works = world.fail(/^GET \/console\/assets\/draw-/);
      const team = await newTeam(world.base);
      await at.page.goto(`${world.base}/console/#/team/${team}/links`);
      await at.page.fill('#key', managementKey);
      await at.page.press('Enter');
      await at.page.until(() => document.body.innerText.includes('The chart couldn’t be loaded.'));
      works();
      await at.page.click('button', '7 days');
      await at.page.until(() => {
        const canvas = document.querySelector('canvas');
        const drawn = canvas?.width
          ? canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
          : undefined;
        return drawn?.some((value) => value > 0);
      });
    });
  },
  { usually: ['Firefox', 'WebKitGTK'] },
);
