// Choosing what to share, and the receipt for it, in each mode that opens something, in an app and in three engines.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import type { EnginePage } from './engines/engine-page.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { beforeEach, it } from './test.js';
import { until } from './waiting.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const provider = 'solstice_ring';

eachEngine('choosing what to share', (at) => {
  const press = () => at.page.click('[part=action]', 'Connect a device or app');
  /** How each mode is opened, and the page in which the widget is then. */
  const opens: Record<string, () => Promise<EnginePage>> = {
    inline: async () => at.page,
    dialog: async () => (await press(), at.page),
    popover: async () => (await press(), at.page),
    frame: async () => (await press(), at.page.frame('iframe')),
    window: () => at.opens(press),
  };
  const newToken = (more = {}) =>
    world.newToken({
      provider,
      app_name: 'Acme',
      allowed_origins: [world.originOf('host'), world.base],
      ...more,
    });

  /** Leaves the heart rate out and signs in. */
  async function share(where: EnginePage) {
    await where.sees('Connect Solstice Ring');
    await where.click('.choose');
    await where.click('input[value=heartrate]');
    await until(() => where.of('input[value=heartrate]', (box) => !box.checked), 'the box to be unticked');
    await where.fill('#username', 'ok@example.com');
    await where.fill('#password', 'good-password');
    await where.press('Enter');
  }
  async function shared({ link_session_id }: { link_session_id: string }) {
    const report = () => world.ask('GET', `/v2/link/session/${link_session_id}`);
    await until(async () => (await report()).state === 'success', 'the connection');
    return (await report()).consent;
  }
  /** The receipt in a window of its own, as the person reads it. */
  async function receiptOf(where: EnginePage) {
    const page = await at.opens(() => where.click('button', 'Save a receipt'));
    await page.until(() => document.querySelector('main h1') !== null);
    return page;
  }

  for (const mode of Object.keys(opens))
    it(`is kept to by what is opened: ${mode}`, async () => {
      const made = await newToken();
      await at.page.goto(world.host({ attributes: { mode, 'link-token': made.link_token } }));
      if (mode === 'frame' || mode === 'window') await at.page.until(modeIsLoaded);
      const where = await opens[mode]!();
      await share(where);
      const consent = await shared(made);
      assert.deepEqual(consent?.resources, ['sleep', 'activity']);
      await at.page.until(() => window.heard.some(({ name }) => name === 'svc-success'));
      const told = await at.page.evaluate(
        () => window.heard.find(({ name }) => name === 'svc-success')!.detail.consent,
      );
      assert.deepEqual(told, consent);
      // The window closes as soon as it has shown that.
      if (mode === 'window') return;
      await where.sees('Solstice Ring is connected');
      const receipt = await receiptOf(where);
      const words = (await receipt.evaluate(() => document.body.innerText)).toLowerCase();
      for (const each of ['acme', 'solstice ring', 'sleep', 'activity', made.link_session_id])
        assert.ok(words.includes(each), words);
      assert.ok(!words.includes('heart rate'), words);
      await receipt.evaluate(() => {
        window.printed = 0;
        window.print = () => void (window.printed += 1);
      });
      await receipt.click('button', 'Print or save');
      await receipt.until(() => window.printed === 1);
    });

  it('is kept to in an app, where the receipt stands below what was done', async () => {
    world.when(/^GET \/link\/$/, async (forward) => {
      const answer = await forward();
      const bridge = '<script src="/bridge.js"></script>';
      return { ...answer, body: String(answer.body).replace('<head>', `<head>${bridge}`) };
    });
    world.when(/^GET \/bridge\.js$/, () => ({
      headers: { 'content-type': 'text/javascript' },
      body: 'window.ReactNativeWebView = { postMessage() {} }; window.open = () => { throw new Error("opened"); };',
    }));
    const made = await newToken({ allowed_origins: null });
    await at.page.goto(made.link_web_url);
    await share(at.page);
    assert.deepEqual((await shared(made))?.resources, ['sleep', 'activity']);
    await at.page.click('button', 'Save a receipt');
    const words = await at.page.of<HTMLElement, string>('[part=consent]', (found) => found.innerText);
    for (const each of ['sleep', 'activity', made.link_session_id])
      assert.ok(words.toLowerCase().includes(each), words);
    assert.equal(await at.windows(), 1);
  });

  it('shows markup in a name as text, in a page without an address', async () => {
    const markup = '<img src=x onerror=pwned=1><script>pwned=1</script>';
    world.when(/^POST \/v2\/link\/start$/, async (forward) => {
      const answer = await forward();
      const body = JSON.parse(String(answer.body)) as { session: object; providers: object[] };
      Object.assign(body.session, { app_name: markup, terms_url: 'javascript:pwned=1' });
      for (const each of body.providers) Object.assign(each, { name: markup });
      return { ...answer, body: JSON.stringify(body) };
    });
    const made = await newToken();
    await at.page.goto(world.host({ attributes: { 'link-token': made.link_token } }));
    await at.page.fill('#username', 'ok@example.com');
    await at.page.fill('#password', 'good-password');
    await at.page.press('Enter');
    await at.page.sees(`${markup} is connected`);
    const receipt = await receiptOf(at.page);
    const found = await receipt.evaluate(() => ({
      address: location.href,
      words: document.body.innerText,
      strange: document.querySelectorAll('img, script, a').length,
      ran: 'pwned' in window,
    }));
    assert.equal(found.address, 'about:blank');
    assert.ok(found.words.includes(markup), found.words);
    assert.deepEqual([found.strange, found.ran], [0, false]);
    assert.ok(!found.words.includes('javascript:'));
  });
});
