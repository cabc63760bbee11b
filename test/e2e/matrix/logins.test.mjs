// F1 of docs/test-matrix.md: a login that the browser saved for the host page is not filled into the widget's form.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { chromium } from 'playwright-core';
import { findChromium, findFirefox } from '../../../scripts/browsers.mjs';
import { hiding } from '../chromium.mjs';
import { until } from '../engines.mjs';
import { startMarionette } from '../marionette.mjs';
import { startWorld } from '../world.mjs';

let world;
before(async () => (world = await startWorld()));
after(() => world?.stop());

const signInTitle = 'Connect Quartz Scale';
const connected = 'Quartz Scale is connected';

const pageWithSavedLogin = async () =>
  world.host({
    attributes: { 'link-token': (await world.newToken({ provider: 'quartz_scale' })).link_token },
    more: '<div id="plain"></div>',
  });
/** Runs in the page: a form as the widget's but for the word that keeps it empty, to see that browsers do fill. */
const addPlainForm = () => {
  const root = document.querySelector('#plain').attachShadow({ mode: 'open' });
  const form = root.appendChild(document.createElement('form'));
  for (const [name, type, autocomplete] of [
    ['username', 'text', 'username'],
    ['password', 'password', 'current-password'],
  ])
    form.append(Object.assign(document.createElement('input'), { name, type, autocomplete }));
  form.append(document.createElement('button'));
};
/** Runs in the page: what stands in the fields of the widget and of the plain form. */
const readFields = () =>
  ['svc-link', '#plain'].flatMap((host) =>
    ['username', 'password'].map(
      (name) => document.querySelector(host).shadowRoot?.querySelector(`[name=${name}]`)?.value ?? null,
    ),
  );
const filled = ['', '', 'host-user', 'host-secret'];

it('F1 a login saved for the host is not filled in, and the fields take what is typed (Chromium)', async () => {
  const { executablePath, env, args } = await findChromium({ install: true, log: console.error });
  const profile = mkdtempSync(path.join(tmpdir(), 'svc-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...process.env, ...env },
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

if (process.env.LONG)
  it(
    'F1 a login saved for the host is not filled in, and the fields take what is typed (Firefox)',
    { skip: !findFirefox() && 'Firefox is not installed' },
    async () => {
      const firefox = await startMarionette(findFirefox());
      try {
        await firefox.chrome(
          `const [origin] = arguments;
         const login = Cc['@mozilla.org/login-manager/loginInfo;1'].createInstance(Ci.nsILoginInfo);
         login.init(origin, origin, null, 'host-user', 'host-secret', '', '');
         return Services.logins.addLoginAsync(login).then(() => true);`,
          world.originOf('host'),
        );
        await firefox.goto(await pageWithSavedLogin());
        const fields = () => firefox.evaluate(`return (${readFields})()`);
        await until(async () => (await fields())[0] === '', 'the form');
        await firefox.evaluate(`(${addPlainForm})()`);
        await until(async () => (await fields())[3] === 'host-secret', 'the plain form is filled');
        assert.deepEqual(await fields(), filled);
        const typeInto = async (name, text) => {
          await firefox.evaluate(
            `document.querySelector('svc-link').shadowRoot.querySelector('[name=${name}]').focus()`,
          );
          const actions = [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]);
          await firefox.actions([{ type: 'key', id: 'keys', actions }]);
        };
        await typeInto('username', 'ok@example.com');
        await typeInto('password', 'good-password\uE007');
        await until(
          () => firefox.evaluate("return heard.some(({ name }) => name === 'svc-success')"),
          'the connection',
        );
      } finally {
        await firefox.stop();
      }
    },
  );
