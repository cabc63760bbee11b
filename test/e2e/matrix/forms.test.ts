// What a person types: F2 to F8 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import { beforeEach, describe, it } from '../test.js';
import { until } from '../waiting.js';
import { widgetOn } from '../widget.js';
import type { World } from '../world.js';
import {
  username,
  password,
  code,
  submit,
  signIn,
  challenge,
  linking,
  answering,
  bodyOf,
  quartzScaleOn,
} from './quartz-scale.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('forms', (at) => {
  const { asked, toSignIn, send, toChallenge, valueOf, isFocused, answer, assertConnected } = quartzScaleOn(
    at,
    () => world,
  );

  it('F2 every form, its fields and its button stand in one root, as password managers need them', async () => {
    const structure = (selector: string) =>
      at.page.of(selector, (field) => {
        const { form } = field;
        const button = form!.querySelector<HTMLButtonElement>('button[type=submit]');
        return {
          type: field.type,
          name: field.name,
          id: field.id,
          autocomplete: field.getAttribute('autocomplete'),
          inputMode: field.inputMode,
          maxLength: field.maxLength,
          pattern: field.pattern,
          label: field.labels![0].textContent.trim(),
          roots: new Set([form, field, button].map((each) => each!.getRootNode())).size,
          button: button!.form === form,
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
        (field) =>
          field.form ===
          // The widget's fields are in a shadow root.
          (field.getRootNode() as ShadowRoot).querySelector<HTMLInputElement>('#password')!.form,
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
    await at.page.shows('[part=provider-list] [aria-setsize="1"]');
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
          .getAttribute('aria-describedby')!
          .split(' ')
          // The widget's fields are in a shadow root.
          .map((id) => (input.getRootNode() as ShadowRoot).getElementById(id)?.textContent ?? '')
          .join(' '),
      ]);
      assert.equal(invalid, 'true');
      assert.match(description!, /Check your Quartz Scale sign-in details/);
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
        // The widget's fields are in a shadow root.
        (field.getRootNode() as ShadowRoot).querySelector('[part=reveal]')!.getAttribute('aria-pressed'),
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
});

describe('the accessibility tree in Chromium', () => {
  it('F6 says of the fields of a refused sign-in that they are invalid, and why', async ({ browser }) => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const widget = widgetOn(page);
      const { link_token } = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
      await page.goto(world.host({ attributes: { 'link-token': link_token } }));
      await widget.signIn('ok@example.com', 'wrong');
      await widget.shows('Check your Quartz Scale sign-in details');
      const devtools = await context.newCDPSession(page);
      const { nodes } = await devtools.send('Accessibility.getFullAXTree');
      const fields = nodes
        .filter(({ role }) => role?.value === 'textbox')
        .map(({ name, description, value, properties }) => {
          const own = Object.fromEntries(properties!.map((each) => [each.name, each.value.value]));
          return {
            name: name!.value,
            description: description!.value.replace(/\s+/g, ' ').trim(),
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
      await context.close();
    }
  });
});
