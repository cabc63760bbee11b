// F1 of docs/test-matrix.md: the browser does not fill a login that was saved for the host page into the widget's form.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { launch, type Browser } from 'puppeteer-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { findFirefox } from '../../../scripts/programs.mjs';
import { hiding } from '../chromium.js';
import { beforeEach, it, test } from '../test.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const signInTitle = 'Connect Quartz Scale';
const connected = 'Quartz Scale is connected';

const pageWithSavedLogin = async () =>
  world.host({
    attributes: { 'link-token': (await world.newToken({ provider: 'quartz_scale' })).link_token },
    more: '<div id="plain"></div>',
  });
/**
 * Runs in the page: a form like the widget's, but without the attribute
 * that prevents filling, to see that the browser fills forms.
 */
const addPlainForm = () => {
  const root = document.querySelector('#plain')!.attachShadow({ mode: 'open' });
  const form = root.appendChild(document.createElement('form'));
  for (const [name, type, autocomplete] of [
    ['username', 'text', 'username'],
    ['password', 'password', 'current-password'],
  ])
    form.append(Object.assign(document.createElement('input'), { name, type, autocomplete }));
  form.append(document.createElement('button'));
};
/** Runs in the page: the values in the fields of the widget and of the plain form. */
const readFields = () =>
  ['svc-link', '#plain'].flatMap((host) =>
    ['username', 'password'].map(
      (name) =>
        document.querySelector(host)!.shadowRoot?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ??
        null,
    ),
  );
const filled = ['', '', 'host-user', 'host-secret'];

it('F1 a login saved for the host is not filled in, and the fields take what is typed (Chromium)', async () => {
  const { args, ...options } = await findChromium();
  const profile = mkdtempSync(path.join(tmpdir(), 'svc-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    ignoreDefaultArgs: [...hiding, '--enable-automation'],
    args: [...args, '--password-store=basic', '--disable-features=HttpsUpgrades'],
  });
  try {
    const page = await context.newPage();
    await page.goto('chrome://password-manager/passwords');
    await page.evaluate(
      (url) =>
        window.chrome.passwordsPrivate.addPassword({
          url,
          username: 'host-user',
          password: 'host-secret',
          note: '',
          useAccountStore: false,
        }),
      world.originOf('host'),
    );
    await until(
      () =>
        page.evaluate(async () => (await window.chrome.passwordsPrivate.getCredentialGroups()).length > 0),
      'the login is saved',
    );
    await page.goto(await pageWithSavedLogin());
    await page.getByRole('heading', { name: signInTitle }).waitFor();
    await page.evaluate(addPlainForm);
    await until(
      async () => (await page.evaluate(readFields))[3] === 'host-secret',
      'the plain form is filled',
    );
    assert.deepEqual(await page.evaluate(readFields), filled);
    await page.getByLabel('Email', { exact: true }).click();
    await page.keyboard.type('ok@example.com');
    await page.getByLabel('Password', { exact: true }).click();
    assert.deepEqual((await page.evaluate(readFields)).slice(0, 2), ['ok@example.com', '']);
    await page.keyboard.type('good-password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: connected }).waitFor();
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Saves a login in Firefox, which takes system privileges. The type of `browser` does not show its connection. */
async function saveInFirefox(browser: Browser, origin: string) {
  const { connection } = browser as unknown as {
    connection: { send(method: string, params: object): Promise<{ result: object }> };
  };
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const { contexts } = result as { contexts: [{ context: string }] };
  const expression = `(() => {
    const login = Cc['@mozilla.org/login-manager/loginInfo;1'].createInstance(Ci.nsILoginInfo);
    login.init('${origin}', '${origin}', null, 'host-user', 'host-secret', '', '');
    return Services.logins.addLoginAsync(login).then(() => true);
  })()`;
  const saved = await connection.send('script.evaluate', {
    expression,
    target: { context: contexts[0].context },
    awaitPromise: true,
  });
  assert.equal((saved.result as { type: string }).type, 'success');
}

if (process.env['LONG'])
  it('F1 a login saved for the host is not filled in, and the fields take what is typed (Firefox)', async () => {
    const executablePath = findFirefox();
    test.skip(!executablePath, 'Firefox is not installed');
    const browser = await launch({
      browser: 'firefox',
      executablePath: executablePath!,
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: {
        // The recommended preferences would turn off the filling of forms.
        'remote.prefs.recommended': false,
        'signon.autofillForms': true,
        'signon.rememberSignons': true,
      },
    });
    try {
      await saveInFirefox(browser, world.originOf('host'));
      const page = await browser.newPage();
      await page.goto(await pageWithSavedLogin());
      const fields = () => page.evaluate(readFields);
      await until(async () => (await fields())[0] === '', 'the form');
      await page.evaluate(addPlainForm);
      await until(async () => (await fields())[3] === 'host-secret', 'the plain form is filled');
      assert.deepEqual(await fields(), filled);
      const typeInto = async (name: string, text: string) => {
        await page.evaluate((field) => {
          const { shadowRoot } = document.querySelector('svc-link')!;
          shadowRoot!.querySelector<HTMLElement>(`[name=${field}]`)!.focus();
        }, name);
        await page.keyboard.type(text);
      };
      await typeInto('username', 'ok@example.com');
      await typeInto('password', 'good-password');
      await page.keyboard.press('Enter');
      await until(
        () => page.evaluate(() => window.heard.some(({ name }) => name === 'svc-success')),
        'the connection',
      );
    } finally {
      await browser.close();
    }
  });
