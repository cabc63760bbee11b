// What a person types: F2 to F11 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { launchChromium } from '../chromium.mjs';
import { eachEngine, until } from '../engines.mjs';
import { widgetOn } from '../widget.mjs';
import { startWorld } from '../world.mjs';

let world;
before(async () => (world = await startWorld()));
after(() => world?.stop());
afterEach(() => world.reset());

const username = '[part~=username-input]';
const password = '[part~=password-input]';
const code = '[part~=code-input]';
const submit = '[part=submit]';
const signIn = 'Connect Quartz Scale';
const challenge = 'Enter your code';
const connected = 'Quartz Scale is connected';

const linking = /^POST \/v2\/link\/provider\/password\/quartz_scale$/;
const answering = /^POST .*\/complete_mfa$/;

/** What browsers asked of the service. */
const asked = (pattern) => world.requests().filter(({ method, url }) => pattern.test(`${method} ${url}`));
const bodyOf = ({ body }) => JSON.parse(body);

eachEngine('forms', (at) => {
  /** A page of a team at the sign-in of Quartz Scale. */
  async function toSignIn({ token, ...host } = {}) {
    const made = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme', ...token });
    await at.page.goto(world.host({ ...host, attributes: { 'link-token': made.link_token } }));
    await at.page.sees(signIn);
    return made;
  }
  /** Types a name and a password, and sends them. */
  async function send(name, secret = 'good-password') {
    await at.page.fill(username, `${name}@example.com`);
    await at.page.fill(password, secret);
    await at.page.press('Enter');
  }
  async function toChallenge(options) {
    const made = await toSignIn(options);
    await send('sms');
    await at.page.sees(challenge);
    return made;
  }
  const valueOf = (selector) => at.page.of(selector, ({ value }) => value);
  /** Waits until the field has the focus. */
  const isFocused = (selector) =>
    until(() => at.page.of(selector, (field) => field === field.getRootNode().activeElement), selector);
  const answer = async (text) => {
    await at.page.fill(code, text);
    await at.page.press('Enter');
  };
  const assertConnected = async () => {
    await at.page.sees(connected);
    assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
  };

  it('F2 every form, its fields and its button stand in one root, as password managers need them', async () => {
    const structure = (selector) =>
      at.page.of(selector, (field) => {
        const { form } = field;
        const button = form.querySelector('button[type=submit]');
        return {
          type: field.type,
          name: field.name,
          id: field.id,
          autocomplete: field.getAttribute('autocomplete'),
          inputMode: field.inputMode,
          maxLength: field.maxLength,
          pattern: field.pattern,
          label: field.labels[0].textContent.trim(),
          roots: new Set([form, field, button].map((each) => each.getRootNode())).size,
          button: button.form === form,
        };
      });
    const common = { maxLength: -1, pattern: '', roots: 1, button: true };
    await toSignIn();
    assert.deepEqual(await structure(username), {
      ...common,
      type: 'text',
      name: 'username',
      id: 'username',
      autocomplete: 'username',
      inputMode: 'email',
      label: 'Email',
    });
    const secret = {
      ...common,
      type: 'password',
      name: 'password',
      id: 'password',
      inputMode: '',
      label: 'Password',
    };
    assert.deepEqual(await structure(password), { ...secret, autocomplete: 'new-password' });
    await at.page.click(password);
    assert.deepEqual(await structure(password), { ...secret, autocomplete: 'current-password' });
    assert.ok(
      await at.page.of(
        username,
        (field) => field.form === field.getRootNode().querySelector('#password').form,
      ),
      'both fields are in one form',
    );
    await send('sms');
    await at.page.sees(challenge);
    assert.deepEqual(await structure(code), {
      ...common,
      type: 'text',
      name: 'code',
      id: 'code',
      autocomplete: 'one-time-code',
      inputMode: 'numeric',
      label: 'Code',
    });
  });

  it('F3 Enter goes on at every step, and shows what is missing', async () => {
    const made = await world.newToken({ app_name: 'Acme' });
    await at.page.goto(world.host({ attributes: { 'link-token': made.link_token } }));
    await at.page.sees('Choose a device or app');
    await at.page.fill('[part~=search-input]', 'quartz');
    await at.page.press('Tab');
    await at.page.press('Enter');
    await at.page.sees(signIn);
    await at.page.fill(username, 'twice@example.com');
    await at.page.press('Enter');
    await isFocused(password);
    await at.page.shows('[part~=field-error]', 'Enter your Quartz Scale password');
    await at.page.type('good-password');
    await at.page.press('Enter');
    await at.page.sees(challenge);
    await at.page.click(code);
    await at.page.press('Enter');
    await at.page.shows('[part~=field-error]', 'Enter the code from Quartz Scale');
    await isFocused(code);
    await at.page.type('123456');
    await at.page.press('Enter');
    await at.page.sees('One more code');
    await answer('654321');
    await assertConnected();
    await at.page.of('[part=action]', (button) => button.focus());
    await at.page.press('Enter');
    await until(() => at.page.hasNo('[part=action]'), 'an empty widget');
    assert.equal(asked(linking).length, 1);
    assert.equal(asked(answering).length, 2);
  });

  it('F3 Enter leads back from a problem, and on to the provider', async () => {
    await toSignIn();
    await send('error-provider_api_error');
    await at.page.sees('We can’t reach Quartz Scale right now');
    await at.page.of('[part=action]', (button) => button.focus());
    await at.page.press('Enter');
    await at.page.sees(signIn);

    const { link_token } = await world.newToken({ provider: 'aurora_ring', app_name: 'Acme' });
    await at.page.goto(world.host({ attributes: { 'link-token': link_token } }));
    await at.page.sees('Connect Aurora Ring to Acme');
    await at.page.of('[part=action]', (button) => button.focus());
    const popup = await at.opens(() => at.page.press('Enter'));
    await popup.shows('button[value=allow]');
  });

  for (const text of ['123 456', '123-456', 'Your code is 123456'])
    it(`F4 “${text}” is pasted as the code that it is`, async () => {
      await toChallenge({ more: '<p><input id="mail" aria-label="Mail" /></p>' });
      await at.page.fill('#mail', text);
      await at.page.press('Control+a');
      await at.page.press('Control+c');
      await at.page.click(code);
      await at.page.press('Control+v');
      await until(async () => (await valueOf(code)) !== '', 'what was pasted');
      await at.page.press('Enter');
      await assertConnected();
      assert.deepEqual(asked(answering).map(bodyOf), [{ mfa_code: '123456' }]);
    });

  it('F5 a form that is sent twice asks once', async () => {
    await toSignIn();
    await at.page.fill(username, 'sms@example.com');
    await at.page.fill(password, 'good-password');
    let release = world.hold(linking);
    await at.page.click(submit, null, 2);
    await at.page.sees('Connecting Quartz Scale');
    release();
    await at.page.sees(challenge);
    assert.equal(asked(linking).length, 1);

    release = world.hold(answering);
    await at.page.fill(code, '123456');
    await at.page.press('Enter');
    await at.page.press('Enter');
    await at.page.click(submit, null, 2);
    await at.page.shows('[part=submit][aria-disabled=true]');
    release();
    await assertConnected();
    assert.equal(asked(answering).length, 1);
  });

  it('F6 a wrong password is emptied, marked, described and in focus, and the name is kept', async () => {
    await toSignIn();
    await send('ok', 'wrong');
    await at.page.shows('[part~=field-error]');
    await isFocused(password);
    assert.equal(await valueOf(password), '');
    assert.equal(await valueOf(username), 'ok@example.com');
    for (const field of [username, password]) {
      const [invalid, description] = await at.page.of(field, (input) => [
        input.getAttribute('aria-invalid'),
        input
          .getAttribute('aria-describedby')
          .split(' ')
          .map((id) => input.getRootNode().getElementById(id)?.textContent ?? '')
          .join(' '),
      ]);
      assert.equal(invalid, 'true');
      assert.match(description, /Check your Quartz Scale sign-in details/);
    }
    await at.page.type('good-again');
    await at.page.press('Enter');
    await assertConnected();
  });

  it('F7 a password that is shown is hidden again before it is sent', async () => {
    await toSignIn({
      script: `document.addEventListener('DOMContentLoaded', () => {
        customElements.whenDefined('svc-link').then(() => {
          const { shadowRoot } = document.querySelector('svc-link');
          shadowRoot.addEventListener('submit', ({ target }) => (window.sentAs = target.elements.password.type));
        });
      });`,
    });
    const shown = () =>
      at.page.of(password, (field) => [
        field.type,
        field.getRootNode().querySelector('[part=reveal]').getAttribute('aria-pressed'),
      ]);
    await at.page.fill(username, 'ok@example.com');
    await at.page.fill(password, 'wrong');
    assert.deepEqual(await shown(), ['password', 'false']);
    await at.page.click('[part=reveal]');
    assert.deepEqual(await shown(), ['text', 'true']);
    await at.page.click('[part=reveal]');
    assert.deepEqual(await shown(), ['password', 'false']);
    await at.page.click('[part=reveal]');
    await at.page.click(submit);
    await at.page.shows('[part~=field-error]');
    assert.equal(await at.page.evaluate(() => window.sentAs), 'password');
    assert.deepEqual(await shown(), ['password', 'false']);
  });

  it('F8 a code may be wrong twice and right then, with the sign-in one press away', async () => {
    await toChallenge();
    for (const wrong of ['000000', '111111']) {
      await answer(wrong);
      await at.page.shows('[part~=field-error]');
      await until(async () => (await valueOf(code)) === '', 'an empty field');
      await isFocused(code);
    }
    assert.deepEqual(
      asked(answering).map((each) => bodyOf(each).mfa_code),
      ['000000', '111111'],
    );
    await at.page.click('button', 'Start again');
    await at.page.sees(signIn);
    assert.deepEqual([await valueOf(username), await valueOf(password)], ['sms@example.com', '']);
    await send('sms');
    await at.page.sees(challenge);
    await answer('222222');
    await at.page.shows('[part~=field-error]');
    await answer('123456');
    await assertConnected();
  });

  it('F8 a code that is too old, or wrong five times, leads back to the sign-in', async () => {
    await toChallenge();
    await world.advanceClock(11 * 60);
    await answer('123456');
    await at.page.sees(signIn);
    await isFocused(password);
    assert.deepEqual([await valueOf(username), await valueOf(password)], ['sms@example.com', '']);
    await at.page.type('good-again');
    await at.page.press('Enter');
    await at.page.sees(challenge);
    for (const wrong of ['1', '2', '3', '4']) {
      await answer(wrong);
      await until(async () => (await valueOf(code)) === '', 'an empty field');
    }
    await answer('5');
    await at.page.sees(signIn);
    await send('sms');
    await at.page.sees(challenge);
    await answer('123456');
    await assertConnected();
  });

  const restored = `addEventListener('pageshow', ({ persisted }) => (window.restored = persisted));`;
  /** Goes back to a page that was kept as it was. */
  async function comeBack(page = at.page) {
    // A moment later: with the page, its answer would be gone.
    await page.back();
    await page.until(() => window.restored === true);
  }

  async function away() {
    const other = world.page('', { site: 'other' });
    await at.page.leaveFor(other);
    await at.page.until((url) => location.href === url, other);
  }

  it('F9 a page that comes back has no password and no code, and asks where it stands', async () => {
    await toSignIn({ script: restored });
    await at.page.fill(username, 'sms@example.com');
    await at.page.fill(password, 'good-password');
    await away();
    await comeBack();
    assert.deepEqual([await valueOf(username), await valueOf(password)], ['sms@example.com', '']);
    await at.page.fill(password, 'good-password');
    await at.page.press('Enter');
    await at.page.sees(challenge);
    await at.page.fill(code, '123456');
    await away();
    const before = asked(/^POST \/v2\/link\/start$/).length;
    await comeBack();
    await until(() => asked(/^POST \/v2\/link\/start$/).length > before, 'a question to the service');
    await at.page.sees(challenge);
    assert.equal(await valueOf(code), '');
    await answer('123456');
    await assertConnected();
  });

  it('F9 a page that comes back from the provider is not busy', async () => {
    const { link_token } = await world.newToken({
      provider: 'aurora_ring',
      app_name: 'Acme',
      allowed_origins: [world.originOf('host')],
    });
    const script = `${restored} window.open = () => null;`;
    await at.page.goto(world.host({ script, attributes: { 'link-token': link_token } }));
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.sees('The window didn’t open');
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.shows('button[value=allow]');
    await comeBack();
    await at.page.sees('Connect Aurora Ring to Acme');
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.sees('The window didn’t open');
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.click('button[value=allow]');
    await at.page.until((origin) => location.origin === origin, world.originOf('host'));
    await at.page.sees('Aurora Ring is connected');
  });

  it('F9 the hosted page that comes back from the provider can go there again', async () => {
    const { link_web_url } = await world.newToken({ provider: 'aurora_ring', app_name: 'Acme' });
    await at.page.goto(link_web_url);
    await at.page.sees('Connect Aurora Ring to Acme');
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.shows('button[value=allow]');
    await at.page.back();
    await at.page.sees('Connect Aurora Ring to Acme');
    await at.page.click('[part=action]', 'Continue to Aurora Ring');
    await at.page.click('button[value=allow]');
    await at.page.sees('Aurora Ring is connected');
  });

  it('F10 a reload in the middle returns there, and the link goes on', async () => {
    await toChallenge();
    await at.page.reload();
    await at.page.sees(challenge);
    // What a new code takes is gone with the page.
    assert.ok(await at.page.hasNo('button', 'Send a new code'));
    await answer('123456');
    await assertConnected();
    await at.page.reload();
    await assertConnected();
  });

  it('F10 a reload of the hosted page returns to the code as well', async () => {
    const { link_web_url } = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
    await at.page.goto(link_web_url);
    await at.page.sees(signIn);
    await at.page.reload();
    await at.page.sees(signIn);
    await send('sms');
    await at.page.sees(challenge);
    await at.page.reload();
    await at.page.sees(challenge);
    await answer('123456');
    await at.page.sees(connected);
  });

  it('F11 passwords, codes and tokens are never laid down', async () => {
    const wrong = `bad-${randomUUID()}`;
    const right = `good-${randomUUID()}`;
    const [wrongCode, rightCode] = ['9182736455', '123456'];
    const kept = () =>
      at.page.evaluate(async () => {
        const responses = async (name) => {
          const cache = await window.caches.open(name);
          const found = await cache.keys();
          return Promise.all(found.map(async (each) => [each.url, await (await cache.match(each)).text()]));
        };
        return JSON.stringify({
          storage: [{ ...localStorage }, { ...sessionStorage }],
          history: history.state,
          name: window.name,
          title: document.title,
          address: location.href,
          cookies: document.cookie,
          caches: window.caches ? await Promise.all((await window.caches.keys()).map(responses)) : [],
          databases: (await window.indexedDB.databases()).map(({ name }) => name),
        });
      });
    for (const where of ['a page of the team', 'the hosted page']) {
      const made = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
      const { link_token } = made;
      const look = async () => {
        const text = await kept();
        for (const secret of [wrong, right, wrongCode, rightCode, link_token])
          assert.ok(!text.includes(secret), `${where}: ${text}`);
        return text;
      };
      const host = () => world.host({ attributes: { 'link-token': link_token } });
      await at.page.goto(where === 'the hosted page' ? made.link_web_url : host());
      await at.page.sees(signIn);
      await look();
      await send('sms', wrong);
      await at.page.shows('[part~=field-error]');
      await look();
      await at.page.fill(password, right);
      await look();
      await at.page.press('Enter');
      await at.page.sees(challenge);
      // The search finds what is there.
      assert.match(await look(), /quartz_scale/);
      await answer(wrongCode);
      await at.page.shows('[part~=field-error]');
      await look();
      await answer(rightCode);
      await at.page.sees(connected);
      await look();
      const sent = [...asked(linking), ...asked(answering)].map(({ body }) => body).join('\n');
      for (const secret of [wrong, right, wrongCode, rightCode]) assert.ok(sent.includes(secret));
    }
  });
});

describe('the accessibility tree in Chromium', { timeout: 60_000 }, () => {
  it('F6 says of the fields of a refused sign-in that they are invalid, and why', async () => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      const widget = widgetOn(page);
      const { link_token } = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
      await page.goto(world.host({ attributes: { 'link-token': link_token } }));
      await widget.signIn('ok@example.com', 'wrong');
      await widget.link.getByText('Check your Quartz Scale sign-in details').waitFor();
      const devtools = await context.newCDPSession(page);
      const { nodes } = await devtools.send('Accessibility.getFullAXTree');
      const fields = nodes
        .filter(({ role }) => role?.value === 'textbox')
        .map(({ name, description, value, properties }) => {
          const own = Object.fromEntries(properties.map((each) => [each.name, each.value.value]));
          return {
            name: name.value,
            description: description.value.replace(/\s+/g, ' ').trim(),
            value: value?.value ?? '',
            invalid: own.invalid,
            required: own.required,
            focused: own.focused ?? false,
          };
        });
      const description =
        'Check your Quartz Scale sign-in details The email or password doesn’t match any Quartz Scale account. Try again, or reset your Quartz Scale password.';
      const common = { description, invalid: 'true', required: true };
      assert.deepEqual(fields, [
        { ...common, name: 'Email', value: 'ok@example.com', focused: false },
        { ...common, name: 'Password', value: '', focused: true },
      ]);
    } finally {
      await browser.close();
    }
  });
});
