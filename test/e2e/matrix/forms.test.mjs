// The forms: F1 to F11 of docs/testing.md. What a person types, what a browser makes of it, and what stays.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, it } from 'node:test';
import { chromium } from 'playwright-core';
import { findChromium, findFirefox } from '../../../scripts/browsers.mjs';
import { hiding, launchChromium } from '../chromium.mjs';
import { eachEngine, until } from '../engines.mjs';
import { startMarionette } from '../marionette.mjs';
import { startWorld } from '../world.mjs';

let world;
before(async () => (world = await startWorld()));
after(() => world?.stop());
afterEach(() => world.reset());

const username = '[part~=username-input]';
const password = '[part~=password-input]';
const code = '[part~=code-input]';
const submit = '[part=submit]';
const signInTitle = 'Connect Quartz Scale';
const challengeTitle = 'Enter your code';
const connected = 'Quartz Scale is connected';

const token = (more) => world.newToken({ provider: 'quartz_scale', app_name: 'Acme', ...more });
/** How often the page has sent the password, or a code. */
const sent = (what) =>
  world.requests().filter(({ method, url }) => method === 'POST' && url.endsWith(what)).length;

eachEngine('forms', (at) => {
  async function toSignIn(host = {}) {
    const { page } = at;
    const made = await token();
    await page.goto(world.host({ ...host, attributes: { 'link-token': made.link_token } }));
    await page.sees(signInTitle);
    return made;
  }
  async function toChallenge(name = 'sms', host = {}) {
    const made = await toSignIn(host);
    await signIn(`${name}@example.com`, 'good-password');
    await at.page.sees(challengeTitle);
    return made;
  }
  async function signIn(name, secret) {
    await at.page.fill(username, name);
    await at.page.fill(password, secret);
    await at.page.press('Enter');
  }
  const valueOf = (field) => at.page.of(field, (found) => found.value);
  const isFocused = (field) => at.page.of(field, (found) => found.matches(':focus'));

  it('F2 each form is one native form in one root, with fields that browsers know', async () => {
    const describeForm = (form) => ({
      root: form.getRootNode() === document.querySelector('svc-link').shadowRoot,
      sameRoot: [...form.elements].every((each) => each.getRootNode() === form.getRootNode()),
      submits: form.querySelectorAll('button[type=submit]').length,
      fields: [...form.querySelectorAll('input')].map((field) => [
        field.name,
        field.type,
        field.getAttribute('autocomplete'),
        field.maxLength,
        field.pattern,
        field.labels.length,
      ]),
    });
    await toSignIn();
    assert.deepEqual(await at.page.of('form', describeForm), {
      root: true,
      sameRoot: true,
      submits: 1,
      fields: [
        ['username', 'text', 'username', -1, '', 1],
        ['password', 'password', 'new-password', -1, '', 1],
      ],
    });
    await at.page.click(password);
    assert.equal(
      await at.page.of(password, (field) => field.getAttribute('autocomplete')),
      'current-password',
    );
    await signIn('sms@example.com', 'good-password');
    await at.page.sees(challengeTitle);
    assert.deepEqual(await at.page.of('form', describeForm), {
      root: true,
      sameRoot: true,
      submits: 1,
      fields: [['code', 'text', 'one-time-code', -1, '', 1]],
    });
  });

  it('F3 Enter goes on from every step', async () => {
    const made = await world.newToken({
      filter_on_providers: ['quartz_scale', 'aurora_ring'],
      app_name: 'Acme',
    });
    const { page } = at;
    await page.goto(world.host({ attributes: { 'link-token': made.link_token } }));
    await page.sees('Choose a device or app');
    await page.of('[part=provider]', (row) =>
      (row.matches('button') ? row : row.querySelector('button')).focus(),
    );
    await page.press('Enter');
    await page.sees(signInTitle);
    await signIn('sms@example.com', 'good-password');
    await page.sees(challengeTitle);
    await page.fill(code, '123456');
    await page.press('Enter');
    await page.sees(connected);
  });

  it('F4 a code is taken from what a person pastes around it', async () => {
    await toChallenge('sms', { more: '<textarea id="mail"></textarea>' });
    const { page } = at;
    for (const text of ['123 456', '123-456', 'Your code is 123456']) {
      await page.of('#mail', (area) => (area.value = ''));
      await page.fill('#mail', text);
      await page.press('Control+a');
      await page.press('Control+c');
      await page.fill(code, '');
      await page.press('Control+v');
      await until(async () => (await valueOf(code)) !== '', 'the clipboard');
      // Pasted as a person has it, sent as the provider wants it.
      assert.equal((await valueOf(code)).replace(/[\s-]/g, ''), '123456', text);
    }
    await page.press('Enter');
    await page.sees(connected);
    assert.equal(
      JSON.parse(world.requests().findLast(({ url }) => url.endsWith('/complete_mfa')).body).mfa_code,
      '123456',
    );
  });

  it('F5 two clicks, or a click and Enter, send one request', async () => {
    await toSignIn();
    const { page } = at;
    await page.fill(username, 'sms@example.com');
    await page.fill(password, 'good-password');
    await page.click(submit, null, 2);
    await page.sees(challengeTitle);
    assert.equal(sent('/password/quartz_scale'), 1);
    await page.fill(code, '123456');
    const release = world.hold(/complete_mfa$/);
    await page.click(submit);
    await page.press('Enter');
    await page.click(submit, null, 2);
    release();
    await page.sees(connected);
    assert.equal(sent('/complete_mfa'), 1);
  });

  it('F6 a wrong password is emptied and focused, says so, and keeps the name', async () => {
    await toSignIn();
    await signIn('sms@example.com', 'wrong');
    await at.page.shows('#refusal');
    await until(() => isFocused(password), 'the focus');
    assert.deepEqual([await valueOf(username), await valueOf(password)], ['sms@example.com', '']);
    for (const field of [username, password]) {
      const [invalid, description] = await at.page.of(field, (found) => [
        found.ariaInvalid ?? found.getAttribute('aria-invalid'),
        found
          .getAttribute('aria-describedby')
          .split(' ')
          .map((id) => found.getRootNode().getElementById(id)?.textContent ?? '')
          .join(' '),
      ]);
      assert.equal(invalid, 'true');
      assert.match(description, /doesn't match an account/);
    }
    await at.page.type('good-password');
    await at.page.press('Enter');
    await at.page.sees(challengeTitle);
  });

  it('F7 a password that is shown is hidden again before it is sent', async () => {
    await toSignIn();
    const { page } = at;
    const typeOf = () => page.of(password, (field) => field.type);
    await page.fill(username, 'sms@example.com');
    await page.fill(password, 'good-password');
    await page.click('[part=reveal]');
    assert.equal(await typeOf(), 'text');
    await page.click('[part=reveal]');
    assert.equal(await typeOf(), 'password');
    await page.click('[part=reveal]');
    // It is gone from the page as soon as it is sent.
    await page.of(password, (field) => void (window.field = field));
    await page.click(submit);
    await page.sees(challengeTitle);
    assert.equal(await page.evaluate(() => window.field.type), 'password');
  });

  it('F8 codes can be wrong twice, come too late and be given up', async () => {
    await toChallenge();
    const { page } = at;
    const answer = async (text) => {
      await page.fill(code, text);
      await page.press('Enter');
    };
    for (const [tries, wrong] of [
      [1, '111111'],
      [2, '222222'],
    ]) {
      await answer(wrong);
      await until(() => sent('/complete_mfa') === tries, 'the code is sent');
      await until(async () => (await valueOf(code)) === '' && (await isFocused(code)), 'an empty field');
      await page.sees(challengeTitle);
    }
    await world.advanceClock(700);
    await answer('123456');
    await page.shows('[part~=problem], [part~=form] [part~=username-input]');
    assert.ok(!(await page.evaluate(() => window.heard.some(({ name }) => name === 'svc-success'))));

    await toChallenge();
    await page.click('button', 'Start again');
    await page.sees(signInTitle);
    assert.deepEqual([await valueOf(username), await valueOf(password)], ['sms@example.com', '']);
    await page.fill(password, 'good-password');
    await page.press('Enter');
    await page.sees(challengeTitle);
    await answer('111111');
    await until(async () => (await valueOf(code)) === '' && (await isFocused(code)), 'an empty field');
    await answer('123456');
    await page.sees(connected);
  });

  const toldOnReturn = `addEventListener('pageshow', (event) => (window.back = event.persisted));`;
  const goBack = async () => {
    await at.page.evaluate(() => void history.back());
    await at.page.until(() => window.back === true);
  };

  it('F9 a form that comes back from the cache has the name and no password, and can be sent', async () => {
    await toSignIn({ script: toldOnReturn });
    const { page } = at;
    await page.fill(username, 'sms@example.com');
    await page.fill(password, 'good-password');
    const other = world.page('', { site: 'other' });
    await page.evaluate((url) => void location.assign(url), other);
    await page.until((url) => location.href === url, other);
    await goBack();
    assert.deepEqual([await valueOf(username), await valueOf(password)], ['sms@example.com', '']);
    await page.fill(password, 'good-password');
    await page.press('Enter');
    await page.sees(challengeTitle);
  });

  it('F9 a page that comes back from the provider asks the service and is not busy', async () => {
    const { page } = at;
    const made = await world.newToken({
      provider: 'aurora_ring',
      app_name: 'Acme',
      allowed_origins: [world.originOf('host')],
    });
    const attributes = { 'link-token': made.link_token };
    await page.goto(world.host({ attributes, script: `window.open = () => null; ${toldOnReturn}` }));
    for (const title of ['Connect Aurora Ring to Acme', 'Continue in a new window']) {
      await page.sees(title);
      await page.click('[part=action]', 'Continue to Aurora Ring');
    }
    await page.shows('button[value=allow]');
    const asked = () => world.requests().filter(({ url }) => /^\/v2\/link\/(start|state)/.test(url));
    const before = asked().length;
    await goBack();
    await until(() => asked().length > before, 'the state');
    await page.click('button', 'Open the window again');
    await page.sees('Continue in a new window');
  });

  it('F10 a page that is reloaded at the code asks for the code', async () => {
    await toChallenge();
    await at.page.reload();
    await at.page.sees(challengeTitle);
    await at.page.fill(code, '123456');
    await at.page.press('Enter');
    await at.page.sees(connected);
  });

  it('F11 neither password nor code nor token is ever stored', async () => {
    const secret = 'good-4f2c91d7';
    const made = await toSignIn();
    const { page } = at;
    const look = async () => {
      const stored = await page.evaluate(async () =>
        JSON.stringify([
          { ...localStorage },
          { ...sessionStorage },
          history.state,
          document.cookie,
          document.title,
          location.href,
          await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name))),
        ]),
      );
      for (const each of [secret, '918273', made.link_token]) assert.ok(!stored.includes(each), each);
    };
    await signIn('sms@example.com', `wrong-${secret}`);
    await page.shows('#refusal');
    await look();
    await signIn('sms@example.com', secret);
    await page.sees(challengeTitle);
    await look();
    await page.fill(code, '918273');
    await page.press('Enter');
    await until(async () => (await valueOf(code)) === '', 'an empty field');
    await look();
    await page.fill(code, '123456');
    await page.press('Enter');
    await page.sees(connected);
    await look();
  });
});

it('F6 the reason is read out with the field (accessibility tree of Chromium)', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(world.host({ attributes: { 'link-token': (await token()).link_token } }));
    await page.getByLabel('Email', { exact: true }).fill('sms@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText("The Quartz Scale email or password doesn't match").waitFor();
    const devtools = await page.context().newCDPSession(page);
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    const field = nodes.find(({ role, name }) => role?.value === 'textbox' && name?.value === 'Password');
    assert.match(field.description.value, /doesn't match an account/);
    const property = (name) => field.properties.find((each) => each.name === name)?.value.value;
    assert.deepEqual([property('invalid'), property('focused')], ['true', true]);
  } finally {
    await browser.close();
  }
});

const pageWithSavedLogin = async () =>
  world.host({ attributes: { 'link-token': (await token()).link_token }, more: '<div id="plain"></div>' });
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
