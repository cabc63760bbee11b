// Takes screenshots of every step and problem, every mode and the hosted page: light and dark, left to right and right
// to left, at 320, 390 and 1280 px. One contact sheet has them all: screenshots/index.html, or sheet.png.
//
//   npm run build && npm run screenshots
//   npm run screenshots -- picker sign-in     only these scenes
import { mkdirSync, rmSync } from 'node:fs';
import { layOut } from './sheet.js';
import { scenes } from './scenes.js';
import { shooting } from './shoot.js';
import { startStage } from './stage.js';
import { launchChromium } from '../chromium.js';
import { startService } from '../servers.js';

const folder = 'screenshots';
const asked = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => asked.length === 0 || asked.includes(name));
if (chosen.length === 0)
  throw new Error(`No such scene. There are: ${scenes.map(({ name }) => name).join(', ')}`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const service = await startService();
const browser = await launchChromium();
const stage = await startStage(service, browser);
try {
  const waiting = [...chosen];
  const shootNext = async () => {
    for (let scene; (scene = waiting.shift());)
      await stage.play(scene, shooting(folder, scene.name)).then(
        () => console.log(scene.name),
        (error) => {
          console.error(`${scene.name}: ${error.message}`);
          process.exitCode = 1;
        },
      );
  };
  await Promise.all([shootNext(), shootNext(), shootNext()]);
  await layOut(
    browser,
    folder,
    chosen.map(({ name }) => name),
  );
  console.log(`${folder}/index.html`);
} finally {
  await browser.close();
  await Promise.all([stage.stop(), service.stop()]);
}
