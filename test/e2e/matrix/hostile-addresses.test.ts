// Pages that attack with names, addresses and markup: H4 to H10 and H13 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import type { EnginePage } from '../engines/engine-page.js';
import { beforeEach, it } from '../test.js';
import { until } from '../waiting.js';
import type { World, Forwarded } from '../world.js';
import { allow, asPage, decisions, sessionOf, toAuthorize, toRing } from './aurora-ring.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('a hostile page', (at) => {
  const openRing = () => at.opens(() => at.page.click(...toRing));

  it('H4 that is framed cannot take our window over by a name', async () => {
    const frame = world.page(`document.querySelector('button').onclick = () => {
      for (const name of ['svc-link', 'svc-link-popup', 'svc', 'link']) open(location.href + '#taken', name);
    };`);
    await toAuthorize(at.page, world, { more: `<iframe src="${frame}"></iframe>` });
    const popup = await openRing();
    await popup.shows(allow);
    assert.equal(await popup.evaluate(() => window.name), '');
    await at.page.frame('iframe').click('button');
    await at.page.frame('iframe').until(() => document.readyState === 'complete');
    await popup.shows(allow);
    assert.ok(!(await popup.url()).includes('#taken'));
  });

  it('H5 at the provider cannot reach, move or read the page that opened the window', async () => {
    await toAuthorize(at.page, world);
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
    // None of our scripts has run, because a page that must not be framed is not even parsed.
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
    assert.deepEqual(await sessionOf(world, open), ['created', false]);
  });

  it('H7 addresses that run code or hide where they lead are not followed', async () => {
    const addresses = [
      'javascript:window.pwned=1',
      'java\tscript:window.pwned=1',
      'https://host@evil.localhost/',
      '//evil.localhost/',
      // The flow's unit tests cover the others too.
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
      const lie = (key: string) => async (forward: () => Promise<Forwarded>) => {
        const answer = await forward();
        const body = JSON.parse(String(answer.body));
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
    const made = await toAuthorize(at.page, world);
    let answer = '';
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
    const refused = async (page: EnginePage, path: string, title: string) => {
      await page.goto(world.base + path);
      await page.sees(title);
      assert.ok(!(await page.url()).includes('state=success'));
    };
    await refused(popup, foreign, 'This address doesn’t work');
    await refused(popup, other, 'This address doesn’t work');
    assert.deepEqual(await sessionOf(world, made), ['started', false]);
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
    // The attacker goes as far as the provider, and sends the victim to that address.
    const departure = await fetch(oauth_url, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await at.page.goto(departure.headers.get('location')!);
    await at.page.click(allow);
    await at.page.sees('You started in another browser');
    assert.deepEqual(await sessionOf(world, made), ['started', false]);
  });

  it('H9 a link that was opened in one browser opens in no other', async () => {
    const made = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
    await at.page.goto(made.link_web_url);
    await at.page.sees('Connect Quartz Scale');
    await at.changePerson();
    await at.page.goto(made.link_web_url);
    await at.page.sees('This link has already been used');
    assert.deepEqual(await sessionOf(world, made), ['started', false]);
  });

  it('H10 markup in anything that is shown is text, and runs nothing', async () => {
    const markup = (mark: string) =>
      `<img src=x onerror=pwned='${mark}'><script src="${world.originOf('evil')}/x.js"></script><svg onload=pwned='${mark}'>"'`;
    const falsify = async (forward: () => Promise<Forwarded>) => {
      const given = await forward();
      const body = JSON.parse(String(given.body));
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
    world.when(
      /^POST \/v2\/link\/provider\/password\/quartz_scale$/,
      async (forward: () => Promise<Forwarded>) => {
        // The service refuses the false resource that the false list named, so the whole answer is replaced.
        const given = await forward();
        const body = {
          state: 'pending_provider_mfa',
          provider_mfa: { method: markup('method'), hint: markup('hint') },
        };
        return { ...given, status: 200, body: JSON.stringify(body) };
      },
    );
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
        const root = document.querySelector('svc-link')!.shadowRoot;
        return [
          window.pwned ?? null,
          root!.querySelectorAll('script, [onerror], [onload], iframe, object, [href^="javascript:"]').length,
          root!.textContent.includes('onerror=pwned'),
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
    // The provider is another site, although it runs on the same server.
    for (const { from, to } of world.redirects())
      assert.ok(to.includes('#') || from.startsWith('/sandbox/'), `${from} -> ${to}`);
  });
});
