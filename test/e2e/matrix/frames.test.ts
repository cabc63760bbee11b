// The hosted page in frames, and what the page around it can see: P10, H6 and H11 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import type { EnginePage } from '../engines/engine-page.js';
import { beforeEach, it } from '../test.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const allow = 'button[value=allow]';
const trigger = ['[part=action]', 'Connect a device or app'] as const;

eachEngine('the hosted page in a frame', (at) => {
  const newToken = (more = {}) =>
    world.newToken({ app_name: 'Acme', allowed_origins: [world.originOf('host')], ...more });

  it('P10 hears of the success at a provider that cut its window off, without a cookie', async () => {
    const made = await newToken({ provider: 'fjord_band' });
    await at.page.goto(world.host({ attributes: { mode: 'frame', 'link-token': made.link_token } }));
    await at.page.click(...trigger);
    const frame = at.page.frame('iframe');
    const popup = await at.opens(() => frame.click('[part=action]', 'Continue to Fjord Band'));
    await popup.shows(allow);
    await frame.shows('[part=action]', 'Open the window again');
    const before = world.requests().length;
    await popup.click(allow);
    await frame.sees('Fjord Band is connected');
    await at.hasWindows(1);
    const asked = world
      .requests()
      .slice(before)
      .filter(({ url }) => url === '/v2/link/state');
    assert.ok(asked.length > 0);
    for (const { headers } of asked) assert.equal(headers.cookie, undefined);

    await frame.click('[part=action]', 'Done');
    await at.page.until(() => window.heard.some(({ name }) => name === 'svc-close'));
    const heard = await at.page.evaluate(() => window.heard);
    assert.deepEqual(
      heard
        .filter(({ name }) => !/ready|step|success/.test(name))
        .map(({ name, detail }) => [name, detail.outcome ?? detail.code]),
      [
        ['svc-open', undefined],
        // The problem that is shown after the window was cut off.
        ['svc-error', 'popup_closed'],
        ['svc-exit', 'success'],
        ['svc-close', undefined],
      ],
    );
    assert.equal(heard.filter(({ name }) => name === 'svc-success').length, 1);
    const session = await world.ask('GET', `/v2/link/session/${made.link_session_id}`);
    assert.equal(session.state, 'success');
  });

  it('P2 lets a person whose window was blocked try again in a framed page, which nothing replaces', async () => {
    const made = await newToken({ provider: 'aurora_ring' });
    const host = world.host({
      attributes: { 'link-token': made.link_token },
      script: `const open = window.open; window.open = () => ((window.open = open), null);`,
    });
    await at.page.goto(
      world.serve(`<!doctype html><iframe src="${host}" width="500" height="700"></iframe>`),
    );
    const frame = at.page.frame('iframe');
    await frame.click('[part=action]', 'Continue to Aurora Ring');
    await frame.sees('The window didn’t open');

    const popup = await at.opens(() => frame.click('[part=action]', 'Continue to Aurora Ring'));

    await popup.click(allow);
    await frame.sees('Aurora Ring is connected');
    await at.hasWindows(1);
  });

  /** A page that frames an address, asks whether the widget is there, and records the answers. */
  const framing = (address: string, site: string) =>
    world.page(
      `window.answers = [];
       addEventListener('message', ({ origin, data }) => answers.push([origin, data.type]));
       window.ask = () => {
         const frame = document.querySelector('iframe');
         frame.onload = () => (window.loaded = true);
         frame.src = '${address}';
         setInterval(() => {
           frame.contentWindow.postMessage({ v: 1, nonce: 'n'.repeat(32), type: 'hello' }, '${world.base}');
         }, 50);
       };
       ask();`,
      { site, more: '<iframe></iframe>' },
    );
  const served = (address: string) =>
    until(
      () => world.requests().some(({ site, url }) => site === 'service' && address.endsWith(url)),
      address,
    );
  const scripts = () => world.requests().filter(({ url }) => url.startsWith('/link/assets/'));
  const runs = async (page: EnginePage) => {
    await page.until(() => window.answers.length > 0);
    assert.deepEqual((await page.evaluate(() => window.answers))[0], [world.base, 'ready']);
  };

  it('H6 is blocked on a site that is not allowed, and runs on one that is', async () => {
    const { link_session_id } = await newToken();
    const unknown = '00000000-0000-4000-8000-000000000000';
    const nobodys = await newToken({ allowed_origins: undefined });
    const address = `${world.base}/link/frame/${link_session_id}`;
    for (const [blocked, site] of [
      [address, 'evil'],
      // A site whose name contains that of the allowed one.
      [address, 'evil-host'],
      [`${world.base}/link/`, 'host'],
      [`${world.base}/link/frame/${unknown}`, 'host'],
      [`${world.base}/link/frame/${nobodys.link_session_id}`, 'host'],
    ]) {
      await at.page.goto(framing(blocked, site));
      await served(blocked);
      await at.page.until(() => window.loaded);
      assert.deepEqual(await at.page.evaluate(() => window.answers), [], `${blocked} on ${site}`);
      // No answer will come later either, because none of its scripts run.
      assert.deepEqual(scripts(), [], `${blocked} on ${site}`);
      world.requests().length = 0;
    }
    // It does not run in the frame of an allowed page within another page either.
    await at.page.goto(
      world.page('', { more: `<iframe id="between" src="${framing(address, 'host')}"></iframe>` }),
    );
    await served(address);
    const between = at.page.frame('#between');
    await between.until(() => window.loaded);
    assert.deepEqual(await between.evaluate(() => window.answers), []);
    assert.deepEqual(scripts(), []);

    await at.page.goto(framing(address, 'host'));
    await runs(at.page);
    assert.ok(scripts().length > 0);
  });

  it('H6 runs where a proxy adds an X-Frame-Options of its own', async () => {
    const { link_session_id } = await newToken();
    const address = `${world.base}/link/frame/${link_session_id}`;
    const own = await fetch(address);
    assert.equal(own.headers.get('x-frame-options'), null);
    for (const option of ['DENY', 'SAMEORIGIN']) {
      world.when(/ \/link\/frame\//, async (forward) => {
        const answer = await forward();
        return { ...answer, headers: { ...answer.headers, 'x-frame-options': option } };
      });
      await at.page.goto(framing(address, 'host'));
      await runs(at.page);
    }
  });
});

/**
 * A page that tries to see everything that is typed: it wraps the function that makes shadow roots, and adds its listeners first.
 */
const spy = `
  window.seen = [];
  const roots = [];
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, { ...init, mode: 'open' });
    roots.push(root);
    return root;
  };
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'submit'])
    addEventListener(type, (event) => seen.push(event.key ?? event.data ?? event.composedPath()[0].value), true);
  addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)), true);
  window.fields = () => [document, ...roots].flatMap((root) => [...root.querySelectorAll('input')]);
  window.inner = () => {
    const frame = roots.map((root) => root.querySelector('iframe')).find(Boolean);
    try {
      return frame?.contentWindow.document.title ?? null;
    } catch {
      return null;
    }
  };`;
const [username, password, code] = ['sms@example.com', 'good-Xq7-pass', '123456'];

eachEngine('a page that spies', (at) => {
  async function signIn(where: EnginePage, mode: string) {
    await where.fill('#username', username);
    await where.fill('#password', password);
    const found = await at.page.evaluate(() => window.fields().map(({ value }) => value));
    await where.press('Enter');
    await where.sees('Enter your code');
    await where.fill('#code', code);
    await where.press('Enter');
    await at.page.until(() => window.heard.some(({ name }) => name === 'svc-success'));
    assert.equal(await at.page.evaluate(() => window.inner()), null, mode);
    return { found, seen: await at.page.evaluate(() => window.seen) };
  }
  async function toHost(mode: string) {
    const { link_token } = await world.newToken({
      provider: 'quartz_scale',
      app_name: 'Acme',
      allowed_origins: [world.originOf('host')],
    });
    await at.page.goto(world.host({ script: spy, attributes: { mode, 'link-token': link_token } }));
  }

  for (const mode of ['frame', 'window'])
    it(`H11 sees no key and no field in a ${mode}`, async () => {
      await toHost(mode);
      const press = () => at.page.click(...trigger);
      const where = mode === 'window' ? await at.opens(press) : (await press(), at.page.frame('iframe'));
      const { found, seen } = await signIn(where, mode);
      assert.deepEqual(found, []);
      // All that is left are the hosted page's messages about steps and the result.
      assert.ok(seen.length > 0);
      for (const text of seen) {
        assert.match(text, /^\{"v":1,/);
        for (const secret of [username, password]) assert.ok(!text.includes(secret), text);
        // So short that it may be part of an id by chance.
        assert.doesNotMatch(text, /(?<![0-9a-f])123456(?![0-9a-f])/i);
      }
    });

  it('H11 sees every key and every field in place, as docs/security.md says', async () => {
    await toHost('inline');
    const { found, seen } = await signIn(at.page, 'inline');
    assert.deepEqual(found, [username, password]);
    for (const letter of password) assert.ok(seen.includes(letter), letter);
  });
});
