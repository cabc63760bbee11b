// People who leave while the service still asks the provider: the connection may be made by then, and the page has to learn it.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import type { EnginePage } from './engines/engine-page.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

/** Lets the service do its work and holds back its answer; resolves once the answer is held. */
function holdAnswer() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const held = new Promise<void>((resolve) => {
    world.when(/^POST \/v2\/link\/provider\/password\//, async (forward) => {
      const answer = await forward();
      resolve();
      await gate;
      return answer;
    });
  });
  return { held, release };
}

const ends = (page: EnginePage) =>
  page.evaluate(() =>
    window.heard
      .filter(({ name }) => name === 'svc-success' || name === 'svc-exit')
      .map(({ name, detail }) => [name, detail.outcome ?? detail.state]),
  );

eachEngine('a person who leaves while it connects', (at) => {
  async function leaves(attributes: { mode?: string }, username: string, cancels = false) {
    const { page } = at;
    const made = await world.newToken({
      provider: 'quartz_scale',
      app_name: 'Acme',
      allowed_origins: [world.originOf('host')],
    });
    await page.goto(world.host({ attributes: { 'link-token': made.link_token, ...attributes } }));
    if (attributes.mode) await page.evaluate(() => document.querySelector('svc-link')!.show());
    const { held, release } = holdAnswer();
    const widget = attributes.mode === 'frame' ? page.frame('iframe') : page;
    await widget.fill('[part~=username-input]', username);
    await widget.fill('[part~=password-input]', 'good-password');
    await widget.click('[part=submit]');
    await held;
    // A frame reports its step to the page by a message, which may come after the service has the request.
    await page.until(() => window.heard.some(({ detail }) => detail.step === 'connecting'));
    if (cancels) {
      await widget.click('[part=secondary-action]');
      await page.until(() => window.heard.at(-1)?.detail.step === 'sign-in');
    }
    await page.evaluate(() => document.querySelector('svc-link')!.close());
    await page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
    release();
    return ends(page);
  }

  for (const attributes of [{}, { mode: 'dialog' }, { mode: 'frame' }]) {
    const mode = attributes.mode ?? 'inline';
    it(`has connected where the service says so, in mode ${mode}`, async () => {
      assert.deepEqual(await leaves(attributes, 'ok@example.com'), [
        ['svc-success', 'success'],
        ['svc-exit', 'success'],
      ]);
    });

    it(`has connected, too, where the person cancelled before, in mode ${mode}`, async () => {
      assert.deepEqual(await leaves(attributes, 'ok@example.com', true), [
        ['svc-success', 'success'],
        ['svc-exit', 'success'],
      ]);
    });

    it(`has cancelled where it says anything else, in mode ${mode}`, async () => {
      assert.deepEqual(await leaves(attributes, 'sms@example.com'), [['svc-exit', 'cancelled']]);
    });
  }

  for (const attributes of [{}, { mode: 'dialog' }, { mode: 'popover' }, { mode: 'frame' }])
    it(`hears of a connection at the next run where the service took too long, in mode ${attributes.mode ?? 'inline'}`, async () => {
      const { page } = at;
      const answers = world.hold(/^GET \/v2\/link\/state/);
      assert.deepEqual(await leaves(attributes, 'ok@example.com'), [['svc-exit', 'cancelled']]);
      answers();

      await page.evaluate(() => {
        const link = document.querySelector('svc-link')!;
        if (link.mode === 'inline') link.restart();
        else link.show();
      });
      await page.until(() => window.heard.filter(({ name }) => name === 'svc-exit').length === 2);

      assert.deepEqual((await ends(page)).slice(1), [
        ['svc-success', 'success'],
        ['svc-exit', 'success'],
      ]);
    });

  it('goes on from the hosted page to where a connection leads', async () => {
    const { page } = at;
    world.when(/^GET \/welcome/, () => ({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Welcome</title>',
    }));
    const made = await world.newToken({ provider: 'quartz_scale', redirect_url: `${world.base}/welcome` });
    await page.goto(`${world.base}/link/#link_token=${made.link_token}`);
    const { held, release } = holdAnswer();
    await page.fill('[part~=username-input]', 'ok@example.com');
    await page.fill('[part~=password-input]', 'good-password');
    await page.click('[part=submit]');
    await held;
    await page.evaluate(() => document.querySelector('svc-link')!.close());
    await page.until(() => location.pathname === '/welcome' && location.search.includes('state=success'));
    release();
  });
});
