// The built script and the hosted page in other languages, against the real service.
import assert from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { openProfile } from './chromium.js';
import type { Servers } from './servers.js';
import { beforeEach, describe, it } from './test.js';
import { answerConsent, widgetOn } from './widget.js';

describe('other languages', () => {
  let servers: Servers, browser: Browser;
  beforeEach(({ servers: shared, browser: launched }) => {
    [servers, browser] = [shared, launched];
  });

  /** A fresh profile whose browser has this language, and the languages that its pages fetched. */
  async function profileIn(locale: string) {
    const profile = await openProfile(browser, { locale });
    const page = await profile.newPage();
    const fetched: string[] = [];
    profile.context.on('request', (request) => {
      const name = /\/locales\/([\w-]+)\.js$/.exec(request.url())?.[1];
      if (name) fetched.push(name);
    });
    return { profile, page, widget: widgetOn(page), fetched };
  }

  it('cost one request each, and English none', async () => {
    const { profile, page, widget, fetched } = await profileIn('en-GB');
    await page.goto(`${servers.demo}/inline.html`);
    await widget.sees('Choose a device or app');
    assert.deepEqual(fetched, []);
    await page.goto(`${servers.demo}/inline.html?locale=ar`);
    const panel = widget.link.locator('[part=panel][lang=ar][dir=rtl]');
    await panel.getByRole('button', { name: /^Aurora Ring/ }).waitFor();
    assert.deepEqual(fetched, ['ar']);
    const told = page.waitForEvent('console', (message) => message.text().includes('"el"'));
    await page.goto(`${servers.demo}/inline.html?locale=el`);
    await told;
    await widget.sees('Choose a device or app');
    assert.deepEqual(fetched, ['ar']);
    // A warning for developers, on their own machines only.
    assert.deepEqual(profile.complaints, [
      '<svc-link> nobody has written the words of the language "el": English is shown.',
    ]);
    await profile.close();
  });

  for (const [locale, file, tag, words] of [
    ['zh-TW', 'zh-hant', 'zh-Hant', '選擇裝置或 App'],
    ['zh-SG', 'zh', 'zh-Hans', '选择设备或应用'],
    ['pt-AO', 'pt-pt', 'pt-PT', 'Escolha um dispositivo ou app'],
    ['pt', 'pt', 'pt-BR', 'Escolha um dispositivo ou app'],
    ['nn-NO', 'nb', 'nb', 'Velg en enhet eller app'],
  ] as const)
    it(`are ${tag} for ${locale}, on a page and on the hosted page`, async () => {
      const { profile, page, widget, fetched } = await profileIn('en-GB');
      await page.goto(`${servers.demo}/inline.html?locale=${locale}`);
      await widget.sees(words);
      await widget.link.locator(`[part=panel][lang=${tag}]`).waitFor();
      assert.deepEqual(fetched, [file]);
      const theirs = await profileIn(locale);
      const { link_web_url } = await servers.newToken({});
      await theirs.page.goto(link_web_url);
      await theirs.widget.sees(words);
      assert.equal(await theirs.page.evaluate(() => document.documentElement.lang), tag);
      // Only the first: on a developer's machine the page's own texts are compared with a language later.
      assert.equal(theirs.fetched[0], file);
      assert.deepEqual([...profile.complaints, ...theirs.profile.complaints], []);
      await profile.close();
      await theirs.profile.close();
    });

  it('are the browser’s on the hosted page, to the end of a link', async () => {
    const { profile, page, widget } = await profileIn('de-AT');
    const { link_web_url } = await servers.newToken({
      provider: 'quartz_scale',
      user_label: 'maria@example.com',
    });
    await page.goto(link_web_url);
    await widget.sees('Mit Quartz Scale verbinden');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await page.getByText('Sie stellen die Verbindung als maria@example.com her').waitFor();
    await widget.link.getByLabel('E-Mail-Adresse', { exact: true }).fill('ok@example.com');
    await widget.link.getByLabel('Passwort', { exact: true }).fill('good-one');
    await widget.button('Mit Quartz Scale verbinden').click();
    await widget.link.locator('[part~=done]').waitFor();
    assert.deepEqual(profile.complaints, []);
    await profile.close();
  });

  it('keep a name apart in the title of the hosted page', async () => {
    const { profile, page, widget } = await profileIn('ar-EG');
    const { link_web_url } = await servers.newToken({ provider: 'quartz_scale' });
    await page.goto(link_web_url);
    await widget.link.locator('#username').waitFor();
    await page.waitForFunction((title) => document.title === title, 'ربط \u2068Quartz Scale\u2069');
    await profile.close();
  });

  it('go along into the window of OAuth', async () => {
    const { profile, page, widget } = await profileIn('en-GB');
    await page.goto(`${servers.demo}/inline.html?provider=aurora_ring&locale=fr`);
    const action = widget.link.locator('[part=action]');
    await widget.link.locator('[part=panel][lang=fr]').waitFor();
    const [popup] = await Promise.all([page.waitForEvent('popup'), action.click()]);
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    // The person goes back to our page with the browser's back button: the window says that nothing is connected yet.
    await popup.goBack();
    await popup.waitForFunction(() => document.documentElement.lang === 'fr' && document.title !== '');
    await popup.goForward();
    await answerConsent(popup, 'Allow');
    await widget.link.locator('[part~=done]').waitFor();
    await profile.close();
  });
});
