// What a form keeps, and what is never stored: F9 to F11 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eachEngine } from '../each-engine.js';
import { beforeEach, it } from '../test.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';
import {
  username,
  password,
  code,
  signIn,
  challenge,
  connected,
  linking,
  answering,
  quartzScaleOn,
} from './quartz-scale.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('forms', (at) => {
  const { asked, toSignIn, send, toChallenge, valueOf, answer, assertConnected } = quartzScaleOn(
    at,
    () => world,
  );

  const restored = `addEventListener('pageshow', ({ persisted }) => (window.restored = persisted));`;
  /** Goes back to a page that the browser kept alive. */
  async function comeBack(page = at.page) {
    // It goes back a moment later, because otherwise the answer to this call would be lost with the page.
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
    // The data that is needed to send a new code was lost with the page.
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
        const responses = async (name: string) => {
          const cache = await window.caches.open(name);
          const found = await cache.keys();
          return Promise.all(found.map(async (each) => [each.url, await (await cache.match(each))!.text()]));
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
        for (const secret of [wrong, right, wrongCode, link_token])
          assert.ok(!text.includes(secret), `${where}: ${text}`);
        // So short that it may be part of an id by chance.
        assert.doesNotMatch(text, /(?<![0-9a-f])123456(?![0-9a-f])/i, where);
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
      // This shows that the search works.
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
