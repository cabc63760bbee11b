// A view of the console whose code does not come at first. As in not-loaded.test.ts, it is the engines that keep a failed import
// that have to be asked.
import { eachEngine } from './each-engine.js';
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
        await at.page.fill('#key', 'mk_sandbox_local');
        await at.page.press('Enter');
        await at.page.sees('This page did not load');
        await at.page.click('button', 'Try again');
        // What was pressed is gone, so the focus goes on to what came in its place.
        await hasFocus('This page did not load');
        works();
        await at.page.click('button', 'Try again');
        await hasFocus('API keys');
      });
  },
  { usually: ['Firefox', 'WebKitGTK'] },
);
