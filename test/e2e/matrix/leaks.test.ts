// H12 of docs/test-matrix.md: places where a token, a password and a code must never appear.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, type Page } from 'puppeteer-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { findFirefox } from '../../../scripts/programs.mjs';
import { hiding } from '../chromium.js';
import { eachEngine } from '../each-engine.js';
import { modeIsLoaded } from '../mode-is-loaded.js';
import { beforeEach, it, test } from '../test.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const password = 'good-7c1f09b2e4';
/** So long that no number in a browser's own files contains it. Six digits were found in one. */
const wrongCode = '918273645546';

/** Runs in a page: everything that the page can read about itself. */
const traces = () =>
  JSON.stringify([
    location.href,
    document.referrer,
    document.title,
    document.cookie,
    history.state,
    { ...localStorage },
    { ...sessionStorage },
    window.name,
    performance.getEntries().map(({ name }) => name),
    window.heard ?? [],
    window.complaints ?? [],
  ]);

eachEngine('secrets', (at) => {
  for (const mode of ['inline', 'window', 'frame', 'redirect'])
    it(`H12 are in no address, referrer, title, storage, history, entry or event (${mode})`, async () => {
      const made = await world.newToken({
        provider: 'quartz_scale',
        app_name: 'Acme',
        allowed_origins: [world.originOf('host')],
      });
      const secrets = [made.link_token, password, wrongCode];
      const seen = [];
      await at.page.goto(world.host({ attributes: { mode, 'link-token': made.link_token } }));
      if (mode !== 'inline') await at.page.until(modeIsLoaded);
      const show = () => at.page.click('[part=action]');
      let hosted = at.page;
      if (mode === 'window') hosted = await at.opens(show);
      else if (mode !== 'inline') await show();
      if (mode === 'frame') hosted = at.page.frame('iframe[title]');
      const look = async () => {
        for (const page of new Set([at.page, hosted])) seen.push(await page.evaluate(traces));
      };
      await hosted.sees('Connect Quartz Scale');
      await look();
      await hosted.fill('[part~=username-input]', 'sms@example.com');
      await hosted.fill('[part~=password-input]', password);
      await hosted.press('Enter');
      await hosted.sees('Enter your code');
      await look();
      await hosted.fill('[part~=code-input]', wrongCode);
      await hosted.press('Enter');
      await hosted.shows('[part~=field-error]');
      await look();
      await hosted.fill('[part~=code-input]', '123456');
      await hosted.press('Enter');
      await until(
        async () => (await world.ask('GET', `/v2/link/session/${made.link_session_id}`)).state === 'success',
        'the connection',
      );
      seen.push(await at.page.until(traces), JSON.stringify(world.log()), world.serviceLog());
      for (const { url, headers } of world.requests()) seen.push(url, headers.referer ?? '');
      // Every secret was sent, in a body or in the header that is meant for it.
      const sent = world.requests().map(({ body, headers }) => body + (headers['x-svc-link-token'] ?? ''));
      for (const secret of secrets) {
        assert.ok(
          sent.some((text) => text.includes(secret)),
          `${secret.slice(0, 4)}… was sent`,
        );
        assert.deepEqual(
          seen.filter((text) => text.includes(secret)),
          [],
          `${secret.slice(0, 4)}… was found`,
        );
      }
    });
});

/** All files of a profile, read after the browser has ended. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [
      entry.name,
      readFileSync(path.join(entry.parentPath ?? entry.path, entry.name), 'latin1'),
    ]);

for (const engine of process.env.LONG ? ['Chromium', 'Firefox'] : ['Chromium'])
  it(`H12 stay out of the files of a profile, whatever way the widget was shown (${engine})`, async () => {
    test.skip(engine === 'Firefox' && !findFirefox(), 'Firefox is not installed');
    const profile = mkdtempSync(path.join(tmpdir(), 'svc-profile-'));
    const chromium = engine === 'Chromium' && (await findChromium());
    const browser = await launch(
      chromium
        ? {
            ...chromium,
            ignoreDefaultArgs: hiding,
            userDataDir: profile,
          }
        : {
            browser: 'firefox',
            executablePath: findFirefox()!,
            userDataDir: profile,
            extraPrefsFirefox: { 'places.history.enabled': true, 'browser.sessionstore.interval': 100 },
          },
    );
    const tokens: string[] = [];
    const linkOn = async (page: Page) => {
      const part = (name: string) => until(() => page.$(`svc-link >>> [part~=${name}]`), name);
      const type = async (name: string, text: string) => {
        const field = await part(name);
        await field.type(text);
      };
      await type('username-input', 'sms@example.com');
      await type('password-input', password);
      await page.keyboard.press('Enter');
      await type('code-input', wrongCode);
      await page.keyboard.press('Enter');
      await until(
        () => world.requests().filter(({ body }) => body.includes(wrongCode)).length === tokens.length,
      );
    };
    try {
      for (const mode of ['inline', 'window', 'redirect']) {
        const { link_token } = await world.newToken({
          provider: 'quartz_scale',
          allowed_origins: [world.originOf('host')],
        });
        tokens.push(link_token);
        const page = await browser.newPage();
        await page.goto(
          world.host({
            attributes: { mode, 'link-token': link_token },
            path: `/shown-${mode}`,
            // The page has the token in its markup, so it must not be cached.
            headers: { 'cache-control': 'no-store' },
          }),
        );
        if (mode === 'inline') {
          await linkOn(page);
          continue;
        }
        const opened =
          mode === 'window' &&
          new Promise<Page | null>((resolve) => {
            page.once('popup', resolve);
          });
        await page.locator('svc-link >>> [part=action]').click();
        await linkOn((await opened) || page);
      }
    } finally {
      await browser.close();
    }
    const files = filesOf(profile);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    // A browser's database may store a text as two bytes per character.
    const holding = (text: string) => {
      const wide = Buffer.from(text, 'utf16le').toString('latin1');
      return files
        .filter(([, content]) => content.includes(text) || content.includes(wide))
        .map(([name]) => name);
    };
    // The page itself is in the history. This shows that the search works.
    const history = chromium ? 'History' : 'places.sqlite';
    assert.ok(
      holding('/shown-inline').some((name) => name.startsWith(history)),
      `${history} names the page`,
    );
    for (const secret of [...tokens, password, wrongCode])
      assert.deepEqual(holding(secret), [], secret.slice(0, 4));
  });
