// Pages that attack: they embed, open, frame, ping, spoof and navigate, and get no result, no token
// and no status. H1 to H3 of docs/test-matrix.md: who is told what, and whose messages count.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import { modeIsLoaded } from '../mode-is-loaded.js';
import { beforeEach, it } from '../test.js';
import type { World } from '../world.js';
import { allow, asPage, decisions, sessionOf, toAuthorize, toRing } from './aurora-ring.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const waiting = 'Finish in the Aurora Ring window';

/** False messages: each of our message types with a nonce, and data that is not a message. */
const lies = `
const success = { state: 'success', provider: 'aurora_ring', connected: true, provider_id: null, redirect_url: null,
  error_type: null, link_session_id: null };
const liesWith = (nonce) => [
  ...['ready', 'leaving', 'returned', 'result', 'renew', 'hello', 'ack', 'close'].map((type) => ({ type })),
  { type: 'result', confirm_code: 'stolen' },
  { type: 'refused', code: 'token_expired' },
  { type: 'token', token: 'evil' },
  { type: 'event', name: 'svc-success', detail: success },
  { type: 'event', name: 'svc-exit', detail: { outcome: 'success', step: 'done', result: success } },
  { type: 'event', name: 'svc-redirect', detail: { url: 'https://evil.example/', result: success } },
].map((message) => ({ v: 1, nonce, ...message }));
const broken = [null, 1, 'result', [], {}, { v: 1 }, { v: 2, nonce: '', type: 'result' },
  { v: 1, nonce: {}, type: 'result' }, { v: 1, type: '__proto__' }, { v: 1, nonce: 'x', type: 'constructor' },
  JSON.parse('{"__proto__":{"polluted":true},"v":1,"nonce":"x","type":"result"}'), 'x'.repeat(2e6)];
`;
/** Sends all of these to the parent page or to the opener, again and again. */
const liar = `${lies}
window.got = [];
addEventListener('message', ({ data }) => got.push(data));
window.round = 0;
setInterval(() => {
  window.round += 1;
  for (const message of [...liesWith(''), ...liesWith('nonce'), ...(window.round === 1 ? broken : [])])
    (window.opener ?? window.parent).postMessage(message, '*');
}, 25);`;
eachEngine('a hostile page', (at) => {
  const openRing = () => at.opens(() => at.page.click(...toRing));

  for (const [what, link] of [
    ['the window of OAuth', null],
    [
      'the whole widget',
      {
        mode: 'window',
        providers: [],
        redirectOn: null,
        withoutSearch: false,
        withAnother: false,
        canRenew: true,
      },
    ],
  ])
    it(`H1 that opens ${what} with a stolen token is refused and told nothing`, async () => {
      const made = await world.newToken({ allowed_origins: [world.originOf('host')] });
      await at.page.goto(
        world.page(`
          window.got = [];
          addEventListener('message', ({ data, source, origin }) => {
            got.push(data);
            if (data.type === 'ready')
              source.postMessage({ v: 1, type: 'init', nonce: 'n', token: '${made.link_token}',
                provider: 'aurora_ring', ...(${JSON.stringify(link)} && { link: ${JSON.stringify(link)} }) }, origin);
          });
          document.querySelector('button').onclick = () => {
            const popup = open('${world.base}/link/', '_blank', 'popup');
            setInterval(() => popup.postMessage({ v: 1, type: 'hello', nonce: 'n' }, '${world.base}'), 50);
          };`),
      );
      const popup = await at.opens(() => at.page.click('button'));
      await popup.sees(
        link ? 'This link can’t be opened from this site' : 'We couldn’t connect your account',
      );
      const got = await at.page.evaluate(() =>
        window.got.map(({ type, code, name, detail }) =>
          [type, code ?? name, detail?.code].filter(Boolean).join(' '),
        ),
      );
      // The window for OAuth reports the code, and the widget shows it. The events that are passed on name no session.
      assert.ok(got.includes('ready'));
      for (const each of got)
        assert.match(
          each,
          /^(ready|refused origin_not_allowed|event svc-(ready|step|error origin_not_allowed))$/,
        );
      assert.deepEqual(await sessionOf(world, made), ['created', false]);
    });

  it('H1 that leads its window on to a link that the team confirms is not told how it ends', async () => {
    const [own, other] = await Promise.all([world.newToken(), world.newToken({ confirm: 'host' })]);
    // The attacker's own program starts the other link, because the service allows a start without an origin.
    const asks = async (path: string, init: RequestInit = {}) =>
      (await fetch(world.base + path, { ...init, headers: { 'x-svc-link-token': other.link_token } })).json();
    await asks('/v2/link/start', { method: 'POST', body: '{}' });
    const { oauth_url } = (await asks('/v2/link/provider/oauth/aurora_ring?display=window')) as {
      oauth_url: string;
    };
    // The page before the hosted page in the window's history. When the person goes back to it, it leads on to the other link.
    const before = world.page(`
      addEventListener('pageshow', () => {
        const isBack = sessionStorage.getItem('left') !== null;
        sessionStorage.setItem('left', 'yes');
        // Once it is loaded: before, the next page would take its place in the history.
        setTimeout(() => (location.href = isBack ? '${oauth_url}' : '${world.base}/link/'));
      });`);
    await at.page.goto(
      world.page(`
        window.got = [];
        window.round = 0;
        addEventListener('message', ({ data, source, origin }) => {
          got.push(data);
          if (data.type === 'ready')
            source.postMessage({ v: 1, type: 'init', nonce: 'n', token: '${own.link_token}',
              provider: 'aurora_ring' }, origin);
        });
        document.querySelector('button').onclick = () => {
          const popup = open('${before}', '_blank', 'popup');
          setInterval(() => {
            popup.postMessage({ v: 1, type: 'hello', nonce: 'n' }, '*');
            round += 1;
          }, 25);
        };`),
    );
    const popup = await at.opens(() => at.page.click('button'));
    await popup.shows(allow);
    await popup.back();
    await popup.sees('Aurora Ring isn’t connected yet');
    await popup.back();
    await popup.click('button', 'Continue');
    await popup.click(allow);
    await popup.sees('Taking you back…');
    const seen = await at.page.evaluate(() => window.round);
    await at.page.until((since) => window.round > since + 10, seen);
    const told = await at.page.evaluate(() => window.got.map(({ type }) => type));
    assert.deepEqual([...new Set(told)], ['ready', 'leaving']);
    assert.deepEqual(await sessionOf(world, other), ['pending_confirmation', false]);
  });

  it('H1 that opens the whole widget cannot write a word of it', async () => {
    // If a token names no origins, anybody who has it may hand it over.
    const made = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
    const link = {
      mode: 'window',
      providers: [],
      redirectOn: null,
      withoutSearch: false,
      withAnother: false,
      canRenew: false,
      label: 'Evil label',
      supportUrl: 'https://evil.example/support',
      messages: { 'step.sign-in.title': 'Evil title', 'step.sign-in.submit': 'Evil button' },
      help: { quartz_scale: { instructions: 'Evil help', forgotUrl: 'https://evil.example/forgot' } },
      variables: { '--svc-link-radius': '3px' },
    };
    await at.page.goto(
      world.page(`
        addEventListener('message', ({ data, source, origin }) => {
          if (data.type === 'ready')
            source.postMessage({ v: 1, type: 'init', nonce: 'n', token: '${made.link_token}', locale: 'en',
              link: ${JSON.stringify(link)} }, origin);
        });
        document.querySelector('button').onclick = () => {
          const popup = open('${world.base}/link/', '_blank', 'popup');
          setInterval(() => popup.postMessage({ v: 1, type: 'hello', nonce: 'n' }, '${world.base}'), 50);
        };`),
    );
    const popup = await at.opens(() => at.page.click('button'));
    await popup.sees('Connect Quartz Scale');
    const written = await popup.of(
      'svc-link',
      (element) => element.shadowRoot!.innerHTML + element.outerHTML,
    );
    assert.doesNotMatch(written, /evil/i);
    // The page may choose the look.
    assert.match(written, /--svc-link-radius: 3px/);
  });

  it('H2 that is framed in the host page and lies is not believed, and hears nothing', async () => {
    const frame = world.page(liar);
    const made = await toAuthorize(at.page, world, { more: `<iframe src="${frame}"></iframe>` });
    const popup = await openRing();
    await popup.shows(allow);
    const evil = at.page.frame('iframe');
    await evil.until(() => window.round > 20);
    await at.page.sees(waiting);
    assert.deepEqual(await decisions(at.page), []);
    assert.deepEqual(await sessionOf(world, made), ['started', false]);
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
    // Nothing is reported after the end.
    const before = await evil.evaluate(() => window.round);
    await evil.until((since) => window.round > since + 10, before);
    assert.deepEqual(await decisions(at.page), ['svc-success', 'svc-exit']);
    assert.deepEqual(await evil.evaluate(() => window.got), []);
    assert.equal(await at.page.evaluate(() => ({} as { polluted?: boolean }).polluted ?? null), null);
    assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
  });

  it('H2 of our own origin, but not in the window that was opened, is not believed', async () => {
    world.when(/^GET \/liar$/, () => asPage(liar));
    const made = await toAuthorize(at.page, world, { more: `<iframe src="${world.base}/liar"></iframe>` });
    const popup = await openRing();
    await popup.shows(allow);
    await at.page.frame('iframe').until(() => window.round > 20);
    await at.page.sees(waiting);
    assert.deepEqual(await decisions(at.page), []);
    assert.deepEqual(await at.page.frame('iframe').evaluate(() => window.got), []);
    assert.deepEqual(await sessionOf(world, made), ['started', false]);
  });

  it('H2 in the very window, without its nonce or with messages out of shape, is not believed', async () => {
    await toAuthorize(at.page, world);
    world.when(/^GET \/link\/\?display=window$/, () =>
      asPage(`${lies}
        addEventListener('message', ({ data: { nonce }, source, origin }) => {
          for (const message of [...liesWith(''), ...liesWith(nonce + '0'), ...broken])
            source.postMessage(message, origin);
          window.nonce = nonce;
        });
        window.confess = () => opener.postMessage({ v: 1, nonce, type: 'refused', code: 'not_found' }, '*');`),
    );
    const popup = await openRing();
    await popup.until(() => window.nonce);
    await at.page.sees(waiting);
    assert.deepEqual(await decisions(at.page), []);
    assert.equal(await at.page.evaluate(() => ({} as { polluted?: boolean }).polluted ?? null), null);
    // This shows that the widget was listening all the time.
    await popup.evaluate(() => window.confess());
    await at.page.sees('Aurora Ring isn’t available here');
  });

  for (const mode of ['window', 'frame'])
    it(`H2 beside the widget in a ${mode} is believed by neither end, and hears nothing`, async () => {
      // This page also lies to the hosted page, which it can reach as a sibling frame.
      const evil = world.page(`${liar}
        setInterval(() => {
          for (let index = 0; index < parent.frames.length; index += 1)
            if (parent.frames[index] !== window)
              for (const message of [...liesWith('n'), { v: 1, nonce: 'n', type: 'init', token: 'evil', link: {} }])
                parent.frames[index].postMessage(message, '*');
        }, 25);`);
      const made = await world.newToken({
        provider: 'quartz_scale',
        app_name: 'Acme',
        allowed_origins: [world.originOf('host')],
      });
      await at.page.goto(
        world.host({
          attributes: { mode, 'link-token': made.link_token },
          more: `<iframe id="evil" src="${evil}"></iframe>`,
        }),
      );
      await at.page.until(modeIsLoaded);
      const show = () => at.page.click('[part=action]');
      const hosted =
        mode === 'window' ? await at.opens(show) : await show().then(() => at.page.frame('iframe[title]'));
      await hosted.sees('Connect Quartz Scale');
      const before = await at.page.frame('#evil').evaluate(() => window.round);
      await at.page.frame('#evil').until((since) => window.round > since + 10, before);
      assert.deepEqual(await decisions(at.page), []);
      assert.deepEqual(await sessionOf(world, made), ['started', false]);
      await hosted.fill('[part~=username-input]', 'ok@example.com');
      await hosted.fill('[part~=password-input]', 'good-password');
      await hosted.press('Enter');
      await at.page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
      assert.deepEqual(await decisions(at.page), ['svc-success', 'svc-exit']);
      assert.deepEqual(await at.page.frame('#evil').evaluate(() => window.got), []);
      assert.deepEqual(await sessionOf(world, made), ['success', true]);
      assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
    });

  it('H2 that opens a link it was sent talks to nobody, and learns nothing of the end', async () => {
    const made = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
    await at.page.goto(
      world.page(`${lies}
        window.got = []; window.round = 0;
        addEventListener('message', ({ data }) => got.push(data));
        document.querySelector('button').onclick = () => {
          const popup = open('${made.link_web_url}', '_blank', 'popup');
          setInterval(() => {
            round += 1;
            for (const message of [...liesWith('n'), { v: 1, nonce: 'n', type: 'init', token: 'evil', link: {} }])
              popup.postMessage(message, '*');
          }, 25);
        };`),
    );
    const popup = await at.opens(() => at.page.click('button'));
    await popup.sees('Connect Quartz Scale');
    assert.equal(await popup.evaluate(() => window.opener), null);
    await popup.fill('[part~=username-input]', 'ok@example.com');
    await popup.fill('[part~=password-input]', 'good-password');
    await popup.press('Enter');
    await popup.sees('Quartz Scale is connected');
    const before = await at.page.evaluate(() => window.round);
    await at.page.until((since) => window.round > since + 10, before);
    assert.deepEqual(await at.page.evaluate(() => window.got), []);
  });

  it('H3 that takes the place of the host page hears nothing', async () => {
    const made = await toAuthorize(at.page, world);
    const popup = await openRing();
    await popup.shows(allow);
    const evil = world.page(
      `window.got = []; addEventListener('message', ({ data, source }) => {
         got.push(data); source?.postMessage({ v: 1, nonce: data?.nonce ?? '', type: 'hello' }, '*'); });`,
    );
    await at.page.leaveFor(evil);
    await at.page.until((url) => location.href === url && document.readyState === 'complete', evil);
    await popup.click(allow);
    // The window closes itself, because no page of its own asks for the result.
    await at.hasWindows(1);
    assert.deepEqual(await at.page.evaluate(() => window.got), []);
    assert.deepEqual(await sessionOf(world, made), ['success', true]);
  });
});
