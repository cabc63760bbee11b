// Each example as its README describes it, with the package as it is published:
// installed, built, started, and used to link a provider with the real service.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium, openProfile } from '../e2e/chromium.ts';
import { startService } from '../e2e/servers.ts';
import { assertOneExit, widgetOn } from '../e2e/widget.ts';
import { comesBack } from './comes-back.mjs';
import { examples, hasBuild, installExamples } from './installed.mjs';

/** Lit writes this in its development build, which a development server loads. */
const ofLit = /^Lit is in dev mode/;

describe('the examples', { timeout: 300_000 }, () => {
  let service, browser, installed, profile;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchChromium()]);
    installed = installExamples(service.service);
  });
  afterAll(async () => {
    installed?.remove();
    await browser?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    profile = await openProfile(browser);
  });
  afterEach(() => profile.close());

  async function linksIn(name, script) {
    const server = await installed.serve(name, script);
    try {
      const page = await profile.newPage();
      const widget = widgetOn(page);
      // The answer with the token also brings the list, so the list does not wait for the start request.
      let resolve;
      const seen = new Promise((shown) => (resolve = shown));
      await page.route('**/v2/link/start', (route) => seen.then(() => route.continue()));
      await page.goto(server.url);
      await widget.sees('Choose a device or app');
      resolve();
      await page.getByRole('status').getByText('Choose what to connect.').waitFor();
      await comesBack(page, profile);
      await widget.choose('Quartz Scale');
      await widget.signIn('ok@example.com');
      await widget.sees('Quartz Scale is connected');
      await page.getByText('Connected: quartz_scale', { exact: true }).waitFor();
      assertOneExit(profile.events, 'success');
      assert.deepEqual(
        profile.complaints.filter((text) => !ofLit.test(text)),
        [],
      );
    } finally {
      await server.stop();
    }
  }

  for (const name of examples) {
    it(`${name} starts with npm start and links a provider`, () => linksIn(name));

    if (hasBuild(name))
      it(`${name} builds, and the build links a provider`, async () => {
        installed.build(name);
        await linksIn(name, 'preview');
      });

    it(`${name} starts with two commands, which its README names`, () => {
      const readme = readFileSync(`examples/${name}/README.md`, 'utf8');
      assert.match(readme, /```sh\nnpm install\nnpm start\n```/);
      assert.match(readme, /`npm ci` and `npm start` at the root of the repository/);
    });
  }

  it('are copies of each other if they do the same', () => {
    const copies = (...files) => new Set(files.map((file) => readFileSync(`examples/${file}`, 'utf8'))).size;
    const built = examples.filter(hasBuild);
    assert.equal(copies(...built.map((name) => `${name}/link-token.js`)), 1);
    assert.equal(copies('html/style.css', ...built.map((name) => `${name}/src/style.css`)), 1);
  });

  it('exist for a page of HTML, Vite with TypeScript, React, Vue and Svelte', () => {
    assert.deepEqual(examples, ['html', 'react', 'svelte', 'vite-ts', 'vue']);
  });
});
