// Pages that mean harm: they embed, open, frame, ping, spoof and navigate, and get no result, no token and no
// status. H1 to H10 and H13 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { eachEngine, until } from '../engines.mjs';
import { startWorld } from '../world.mjs';

let world;
before(async () => (world = await startWorld()));
after(() => world?.stop());
afterEach(() => world.reset());

const allow = 'button[value=allow]';
const toRing = ['[part=action]', 'Continue to Aurora Ring'];
const waiting = 'Finish in the Aurora Ring window';

/** What a page would have to believe: every message of ours, with a nonce, and what is none. */
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
/** Says all that to the page around, or to the page that opened this one, again and again. */
const liar = `${lies}
window.got = [];
addEventListener('message', ({ data }) => got.push(data));
window.round = 0;
setInterval(() => {
  window.round += 1;
  for (const message of [...liesWith(''), ...liesWith('nonce'), ...(window.round === 1 ? broken : [])])
    (window.opener ?? window.parent).postMessage(message, '*');
}, 25);`;
const asPage = (script) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Liar</title><script>${script}</script>`,
});

/** What decides a run, of all that a page heard of the widget. */
const decisions = (page) =>
  page.evaluate(() =>
    window.heard.map(({ name }) => name).filter((name) => /success|exit|redirect|error/.test(name)),
  );
const sessionOf = async ({ link_session_id }) => {
  const { state, connected } = await world.ask('GET', `/v2/link/session/${link_session_id}`);
  return [state, connected];
};

eachEngine('a hostile page', (at) => {
  async function toAuthorize({ token, ...host } = {}) {
    const made = await world.newToken({ provider: 'aurora_ring', app_name: 'Acme', ...token });
    await at.page.goto(world.host({ ...host, attributes: { 'link-token': made.link_token } }));
    await at.page.sees('Connect Aurora Ring to Acme');
    return made;
  }
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
      // A window for OAuth says the code, the widget shows it; what is passed on of it names no session.
      assert.ok(got.includes('ready'));
      for (const each of got)
        assert.match(
          each,
          /^(ready|refused origin_not_allowed|event svc-(ready|step|error origin_not_allowed))$/,
        );
      assert.deepEqual(await sessionOf(made), ['created', false]);
    });

  it('H1 that opens the whole widget cannot write a word of it', async () => {
    // A token that names no origin may be handed over by whoever holds it.
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
    const written = await popup.of('svc-link', (element) => element.shadowRoot.innerHTML + element.outerHTML);
    assert.doesNotMatch(written, /evil/i);
    // Its look is the page's to choose.
    assert.match(written, /--svc-link-radius: 3px/);
  });

  it('H2 that is framed in the host page and lies is not believed, and hears nothing', async () => {
    const frame = world.page(liar);
    const made = await toAuthorize({ more: `<iframe src="${frame}"></iframe>` });
    const popup = await openRing();
    await popup.shows(allow);
    const evil = at.page.frame('iframe');
    await evil.until(() => window.round > 20);
    await at.page.sees(waiting);
    assert.deepEqual(await decisions(at.page), []);
    assert.deepEqual(await sessionOf(made), ['started', false]);
    await popup.click(allow);
    await at.page.sees('Aurora Ring is connected');
    // After the end there is nothing left to be told.
    const before = await evil.evaluate(() => window.round);
    await evil.until((since) => window.round > since + 10, before);
    assert.deepEqual(await decisions(at.page), ['svc-success', 'svc-exit']);
    assert.deepEqual(await evil.evaluate(() => window.got), []);
    assert.equal(await at.page.evaluate(() => ({}).polluted ?? null), null);
    assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
  });

  it('H2 of our own origin, but not in the window that was opened, is not believed', async () => {
    world.when(/^GET \/liar$/, () => asPage(liar));
    const made = await toAuthorize({ more: `<iframe src="${world.base}/liar"></iframe>` });
    const popup = await openRing();
    await popup.shows(allow);
    await at.page.frame('iframe').until(() => window.round > 20);
    await at.page.sees(waiting);
    assert.deepEqual(await decisions(at.page), []);
    assert.deepEqual(await at.page.frame('iframe').evaluate(() => window.got), []);
    assert.deepEqual(await sessionOf(made), ['started', false]);
  });

  it('H2 in the very window, without its nonce or with messages out of shape, is not believed', async () => {
    await toAuthorize();
    world.when(/^GET \/link\/$/, () =>
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
    assert.equal(await at.page.evaluate(() => ({}).polluted ?? null), null);
    // It was listening all the while.
    await popup.evaluate(() => window.confess());
    await at.page.sees('Aurora Ring isn’t available here');
  });

  for (const mode of ['window', 'frame'])
    it(`H2 beside the widget in a ${mode} is believed by neither end, and hears nothing`, async () => {
      // It also lies to the hosted page, which it can reach from beside it.
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
      const show = () => at.page.click('[part=action]');
      const hosted =
        mode === 'window' ? await at.opens(show) : await show().then(() => at.page.frame('iframe[title]'));
      await hosted.sees('Connect Quartz Scale');
      const before = await at.page.frame('#evil').evaluate(() => window.round);
      await at.page.frame('#evil').until((since) => window.round > since + 10, before);
      assert.deepEqual(await decisions(at.page), []);
      assert.deepEqual(await sessionOf(made), ['started', false]);
      await hosted.fill('[part~=username-input]', 'ok@example.com');
      await hosted.fill('[part~=password-input]', 'good-password');
      await hosted.press('Enter');
      await at.page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
      assert.deepEqual(await decisions(at.page), ['svc-success', 'svc-exit']);
      assert.deepEqual(await at.page.frame('#evil').evaluate(() => window.got), []);
      assert.deepEqual(await sessionOf(made), ['success', true]);
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
    const made = await toAuthorize();
    const popup = await openRing();
    await popup.shows(allow);
    const evil = world.page(
      `window.got = []; addEventListener('message', ({ data, source }) => {
         got.push(data); source?.postMessage({ v: 1, nonce: data?.nonce ?? '', type: 'hello' }, '*'); });`,
    );
    await at.page.leaveFor(evil);
    await at.page.until((url) => location.href === url && document.readyState === 'complete', evil);
    await popup.click(allow);
    // The window closes itself, as nobody of its own asks.
    await at.hasWindows(1);
    assert.deepEqual(await at.page.evaluate(() => window.got), []);
    assert.deepEqual(await sessionOf(made), ['success', true]);
  });

  it('H4 that is framed cannot take our window over by a name', async () => {
    const frame = world.page(`document.querySelector('button').onclick = () => {
      for (const name of ['svc-link', 'svc-link-popup', 'svc', 'link']) open(location.href + '#taken', name);
    };`);
    await toAuthorize({ more: `<iframe src="${frame}"></iframe>` });
    const popup = await openRing();
    await popup.shows(allow);
    assert.equal(await popup.evaluate(() => window.name), '');
    await at.page.frame('iframe').click('button');
    await at.page.frame('iframe').until(() => document.readyState === 'complete');
    await popup.shows(allow);
    assert.ok(!(await popup.url()).includes('#taken'));
  });

  it('H5 at the provider cannot reach, move or read the page that opened the window', async () => {
    await toAuthorize();
    const host = await at.page.url();
    const popup = await openRing();
    await popup.shows(allow);
    const reached = await popup.evaluate(() => {
      try {
        window.opener.location = 'about:blank';
        return 'moved';
      } catch {
        return [window.opener, window.name, document.referrer.includes('host')];
      }
    });
    assert.deepEqual(reached, [null, '', false]);
    assert.equal(await at.page.url(), host);
  });

  it('H6 cannot frame the hosted page', async () => {
    const made = await world.newToken({ allowed_origins: [world.originOf('host')] });
    const open = await world.newToken();
    const frames = [
      '/link/',
      `/link/#link_token=${open.link_token}`,
      `/link/frame/${made.link_session_id}`,
      `/link/frame/${open.link_session_id}`,
      '/link/frame/00000000-0000-4000-8000-00000000dead',
    ];
    await at.page.goto(
      world.page(
        `window.got = []; addEventListener('message', ({ data }) => got.push(data));
         setInterval(() => { for (const frame of document.querySelectorAll('iframe'))
           frame.contentWindow.postMessage({ v: 1, type: 'hello', nonce: 'n' }, '*'); }, 25);`,
        { more: frames.map((path) => `<iframe src="${world.base}${path}"></iframe>`).join('') },
      ),
    );
    const documents = () =>
      world.requests().filter(({ method, url }) => method === 'GET' && /^\/link\//.test(url));
    await until(() => documents().length >= frames.length, 'the frames');
    // No script of ours has run: a page that may not be framed is not even read.
    const plain = world.page('', {
      more: `<img src="${world.base}/providers/aurora_ring/logo.svg" alt="" />`,
    });
    await at.page.evaluate((url) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: url, id: 'plain' }));
    }, plain);
    await at.page.frame('#plain').until(() => document.images[0].complete);
    assert.deepEqual(
      world.requests().filter(({ url }) => url.startsWith('/link/assets/')),
      [],
    );
    assert.deepEqual(await at.page.evaluate(() => window.got), []);
    assert.deepEqual(await sessionOf(open), ['created', false]);
  });

  it('H7 addresses that run code or hide where they lead are not followed', async () => {
    const addresses = [
      'javascript:window.pwned=1',
      'java\tscript:window.pwned=1',
      'https://host@evil.localhost/',
      '//evil.localhost/',
      // The unit tests of the flow know the others too.
      ...(process.env.LONG
        ? [
            ' JaVaScRiPt:window.pwned=1',
            'data:text/html,<script>opener.pwned=1</script>',
            '\\\\evil.localhost',
            'intent://evil#Intent;end',
            'blob:http://host.localhost/1',
          ]
        : []),
    ];
    for (const [index, url] of addresses.entries()) {
      const made = await world.newToken({
        provider: 'aurora_ring',
        app_name: 'Acme',
        redirect_url: 'https://a.example/',
      });
      const lie = (key) => async (forward) => {
        const answer = await forward();
        const body = JSON.parse(answer.body);
        (body.session ?? body)[key] = url;
        return { ...answer, body: JSON.stringify(body) };
      };
      world.reset();
      const isOauth = index % 2 === 0;
      world.when(
        isOauth ? /^GET \/v2\/link\/provider\/oauth/ : /^(GET|POST) \/v2\/link\/(start|state)/,
        lie(isOauth ? 'oauth_url' : 'redirect_url'),
      );
      const host = world.host({ attributes: { 'link-token': made.link_token } });
      await at.page.goto(host);
      await at.page.sees('Connect Aurora Ring to Acme');
      const popup = await openRing();
      if (isOauth) {
        await at.page.sees('There’s a problem with this service');
      } else {
        await popup.click(allow);
        await at.page.sees('Aurora Ring is connected');
        await at.page.until(() => window.heard.some(({ name }) => name === 'svc-exit'));
        assert.ok(!(await decisions(at.page)).includes('svc-redirect'), url);
      }
      await at.hasWindows(1);
      assert.equal(await at.page.url(), host);
      assert.equal(await at.page.evaluate(() => window.pwned ?? null), null, url);
    }
  });

  it('H8 an answer of the provider counts once, in the browser that asked, for the provider that was asked', async () => {
    const made = await toAuthorize();
    let answer;
    world.when(/^GET \/v2\/link\/connect\//, (_forward, { url }) => {
      answer = url;
      return asPage('');
    });
    const popup = await openRing();
    await popup.click(allow);
    await popup.until(() => document.title === 'Liar');
    world.reset();
    const other = answer.replace('aurora_ring', 'borealis_watch');
    const foreign = answer.replace(/state=[^&]+/, 'state=made-up');
    const refused = async (page, path, title) => {
      await page.goto(world.base + path);
      await page.sees(title);
      assert.ok(!(await page.url()).includes('state=success'));
    };
    await refused(popup, foreign, 'This address doesn’t work');
    await refused(popup, other, 'This address doesn’t work');
    assert.deepEqual(await sessionOf(made), ['started', false]);
    await popup.goto(world.base + answer);
    await at.page.sees('Aurora Ring is connected');
    const again = await at.profile.newPage();
    await refused(again, answer, 'This step is done');
    await at.changePerson();
    await refused(at.page, answer, 'You started in another browser');
  });

  it('H9 a provider’s address from another person’s link connects nothing', async () => {
    const made = await world.newToken({ provider: 'aurora_ring' });
    const link = { 'x-svc-link-token': made.link_token };
    await fetch(`${world.service}/v2/link/start`, { method: 'POST', headers: link });
    const answer = await fetch(`${world.service}/v2/link/provider/oauth/aurora_ring`, { headers: link });
    const { oauth_url } = await answer.json();
    // The attacker goes as far as to the provider, and sends the victim there.
    const departure = await fetch(oauth_url, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await at.page.goto(departure.headers.get('location'));
    await at.page.click(allow);
    await at.page.sees('You started in another browser');
    assert.deepEqual(await sessionOf(made), ['started', false]);
  });

  it('H9 a link that was opened in one browser opens in no other', async () => {
    const made = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
    await at.page.goto(made.link_web_url);
    await at.page.sees('Connect Quartz Scale');
    await at.changePerson();
    await at.page.goto(made.link_web_url);
    await at.page.sees('This link has already been used');
    assert.deepEqual(await sessionOf(made), ['started', false]);
  });

  it('H10 markup in anything that is shown is text, and runs nothing', async () => {
    const markup = (mark) =>
      `<img src=x onerror=pwned='${mark}'><script src="${world.originOf('evil')}/x.js"></script><svg onload=pwned='${mark}'>"'`;
    const falsify = async (forward) => {
      const given = await forward();
      const body = JSON.parse(given.body);
      const { session } = body;
      Object.assign(session, { app_name: markup('app'), user_label: markup('label') });
      session.terms_url = "javascript:pwned='terms'";
      session.brand = {
        name: markup('brand'),
        color: 'red;background:url(http://evil.localhost/c)',
        logo: markup('brand'),
      };
      for (const provider of body.providers)
        Object.assign(provider, {
          name: markup('name'),
          description: markup('description'),
          logo: `data:text/html,${markup('logo')}`,
          resources: [markup('resource')],
        });
      return { ...given, body: JSON.stringify(body) };
    };
    world.when(/^POST \/v2\/link\/start/, falsify);
    world.when(/^POST \/v2\/link\/provider\/password\/quartz_scale$/, async (forward) => {
      const given = await forward();
      const body = JSON.parse(given.body);
      body.provider_mfa = { method: markup('method'), hint: markup('hint') };
      return { ...given, body: JSON.stringify(body) };
    });
    const made = await world.newToken({ filter_on_providers: ['quartz_scale', 'ridge_treadmill'] });
    await at.page.goto(
      world.host({
        attributes: { 'link-token': made.link_token, locale: '&quot;&gt;&lt;img src=x onerror=pwned=1&gt;' },
        script: `addEventListener('DOMContentLoaded', () => {
          document.querySelector('svc-link').messages = ${JSON.stringify({ 'step.sign-in.title': markup('message') }).replaceAll('<', '\\u003c')};
        });
        window.alert = window.confirm = window.prompt = () => (window.pwned = 'dialog');`,
      }),
    );
    const assertHarmless = async () => {
      const found = await at.page.evaluate(() => {
        const root = document.querySelector('svc-link').shadowRoot;
        return [
          window.pwned ?? null,
          root.querySelectorAll('script, [onerror], [onload], iframe, object, [href^="javascript:"]').length,
          root.textContent.includes('onerror=pwned'),
          window.complaints,
        ];
      });
      assert.deepEqual(found, [null, 0, true, []]);
    };
    await at.page.shows('[part=provider]');
    await assertHarmless();
    await at.page.click('[part=provider]');
    await at.page.shows('[part~=username-input]');
    await assertHarmless();
    await at.page.fill('[part~=username-input]', 'sms@example.com');
    await at.page.fill('[part~=password-input]', 'good-password');
    await at.page.press('Enter');
    await at.page.shows('[part~=code-input]');
    await assertHarmless();
    assert.deepEqual(
      world.requests().filter(({ site }) => site === 'evil'),
      [],
    );
  });

  it('H10 markup in the hosted page’s address is neither shown nor run', async () => {
    const mark = encodeURIComponent('<img src=x onerror="window.pwned=1">');
    const names = [
      'provider',
      'state',
      'locale',
      'error_type',
      'providers',
      'session',
      'link_session_id',
      'confirm_code',
    ];
    const query = names.map((name) => `${name}=${mark}`).join('&');
    for (const address of [
      `/link/?${query}#${query}`,
      `/link/#state=success&provider=${mark}`,
      `/link/#link_token=${mark}`,
    ]) {
      await at.page.goto(`${world.base}/`);
      await at.page.goto(world.base + address);
      await at.page.shows('h1, h2');
      await at.page.until(() => document.readyState === 'complete');
      const found = await at.page.evaluate(() => [
        window.pwned ?? null,
        document.querySelectorAll('[onerror]').length,
        location.hash,
      ]);
      assert.deepEqual(found, [null, 0, ''], address);
    }
  });

  it('H13 what stands in a fragment does not travel on with the service’s redirects', async () => {
    const made = await world.newToken({ provider: 'aurora_ring' });
    const link = { 'x-svc-link-token': made.link_token };
    await fetch(`${world.base}/v2/link/start`, { method: 'POST', headers: link });
    const answer = await fetch(`${world.base}/v2/link/provider/oauth/aurora_ring`, { headers: link });
    const { oauth_url } = await answer.json();
    await at.page.goto(`${oauth_url}#secret=1`);
    await at.page.click('button', 'Continue');
    await at.page.shows(allow);
    assert.ok(!(await at.page.evaluate(() => location.hash)).includes('secret'));
    await at.page.click(allow);
    await at.page.sees('Your account is connected');
    assert.ok(world.redirects().length >= 2);
    // The provider is another server, though it stands on this one.
    for (const { from, to } of world.redirects())
      assert.ok(to.includes('#') || from.startsWith('/sandbox/'), `${from} -> ${to}`);
  });
});
