// A view of the console whose code does not load at first. As in not-loaded.test.ts, this needs the engines that keep a failed
// import.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { newTeam } from './console-scene.js';
import { eachEngine } from './each-engine.js';
import { managementKey } from './session-way.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

const assets = new URL('../../service/dist/console/assets/', import.meta.url);
/** The files that a file of the console imports before it runs. */
const importsOf = (name: string) => {
  const file = readdirSync(assets).find((each) => each.startsWith(name) && each.endsWith('.js'));
  assert.ok(file, `the console has no ${name}`);
  return [...readFileSync(new URL(file, assets), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
    ([, imported = '']) => imported,
  );
};
/** What the view of the keys shares with other views, and the first page has not loaded already. The bundler names it. */
function sharedByViews(): string {
  const already = importsOf('index-');
  const shared = importsOf('keys-').find((file) => !already.includes(file) && !file.startsWith('index-'));
  assert.ok(shared, 'the view of the keys shares no code with another one');
  return shared;
}

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine(
  'a view of the console that does not come',
  (at) => {
    const hasFocus = (heading: string) =>
      at.page.until((text) => document.querySelector('h1:focus')?.textContent === text, heading);

    for (const [what, file] of [
      ['its own code', () => 'keys-'],
      ['code that another view has too', sharedByViews],
    ] as const)
      it(`for want of ${what} comes when the person tries again`, async () => {
        const works = world.fail(new RegExp(`^GET /console/assets/${file()}`));
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
