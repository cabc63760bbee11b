// What a page's policy and ours allow: S2 and S3 of docs/test-matrix.md.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { overlays } from '../all-modes.js';
import { eachEngine } from '../each-engine.js';
import type { EnginePage } from '../engines/engine-page.js';
import { beforeEach, describe, it } from '../test.js';
import { until } from '../waiting.js';
import type { World } from '../world.js';

const recorder = `
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) =>
  violations.push([event.violatedDirective, event.blockedURI, event.sample].join(' ')));`;
const script = '<script src="/recorder.js"></script>';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('a strict policy', (at) => {
  /** A page that allows what docs/security.md names, and nothing else. */
  function strictHost(attributes: Record<string, string>, policy = '') {
    world.serve(recorder, { path: '/recorder.js', type: 'text/javascript' });
    const trigger = attributes.mode ? '<button slot="trigger">Connect</button>' : '';
    const written = Object.entries({ 'base-url': world.base, ...attributes })
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ');
    return world.serve(
      `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Strict</title>
<link rel="icon" href="data:," />${script}<script type="module" src="${world.base}/cdn/svc-link.js"></script></head>
<body><svc-link ${written}>${trigger}</svc-link></body></html>`,
      {
        headers: {
          'content-security-policy': [
            "default-src 'none'",
            `script-src 'self' ${world.base}`,
            `connect-src ${world.base}`,
            `img-src ${world.base} data:`,
            "style-src 'none'",
            "form-action 'none'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
            'trusted-types lit-html',
            policy,
          ].join('; '),
        },
      },
    );
  }
  /** Records violations in the hosted page, under the policy that the service sends. */
  function listenInHostedPage() {
    world.when(/^GET \/recorder\.js$/, () => ({
      headers: { 'content-type': 'text/javascript' },
      body: recorder,
    }));
    world.when(/^GET \/link\/(frame\/[\w-]+)?$/, async (forward) => {
      const answer = await forward();
      assert.match(String(answer.headers['content-security-policy']), /require-trusted-types-for 'script'/);
      return { ...answer, body: String(answer.body).replace('<head>', `<head>${script}`) };
    });
  }
  /** Checks that there were no violations, and that a violation would be noticed. */
  async function assertClean(page: EnginePage) {
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.deepEqual(at.profile.complaints, []);
    const refused = await page.evaluate(() => {
      try {
        document.createElement('script').src = 'data:text/javascript,';
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    });
    assert.ok(refused, 'plain text is no address of a script');
    await until(() => page.evaluate(() => window.violations.length > 0), 'a violation');
    at.profile.complaints.length = 0;
  }
  /** Goes from the picker through a sign-in, a refusal and a code to the connection. */
  async function link(page: EnginePage) {
    await page.sees('Choose a device or app');
    await page.fill('[part~=search-input]', 'quartz');
    await page.shows('[part=provider-list] [aria-setsize="1"]');
    await page.click('[part~=provider]');
    await page.sees('Connect Quartz Scale');
    await page.fill('[part~=username-input]', 'sms@example.com');
    await page.fill('[part~=password-input]', 'wrong');
    await page.press('Enter');
    await page.shows('[part~=field-error]');
    await page.fill('[part~=password-input]', 'good-password');
    await page.press('Enter');
    await page.sees('Enter your code');
    await page.fill('[part~=code-input]', '123456');
    await page.press('Enter');
    await page.sees('Quartz Scale is connected');
  }

  it('S2 of a page holds for the widget in it', async () => {
    const { link_token } = await world.newToken({ app_name: 'Acme' });
    await at.page.goto(strictHost({ 'link-token': link_token }));
    await link(at.page);
    await assertClean(at.page);
  });

  for (const mode of overlays)
    it(`S2 of a page holds for a ${mode} over it`, async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale', app_name: 'Acme' });
      await at.page.goto(strictHost({ 'link-token': link_token, mode }));
      await at.page.click('button', 'Connect');
      await at.page.sees('Connect Quartz Scale');
      await at.page.press('Escape');
      await at.page.until(() => !document.querySelector('svc-link')!.open);
      await assertClean(at.page);
    });

  it('S2 of ours holds for the hosted page', async () => {
    listenInHostedPage();
    const { link_web_url } = await world.newToken({ app_name: 'Acme' });
    await at.page.goto(link_web_url);
    await link(at.page);
    await assertClean(at.page);
  });

  it('S2 of a page and ours hold for the hosted page in its frame', async () => {
    listenInHostedPage();
    const { link_token } = await world.newToken({
      app_name: 'Acme',
      allowed_origins: [world.originOf('host')],
    });
    await at.page.goto(strictHost({ 'link-token': link_token, mode: 'frame' }, `frame-src ${world.base}`));
    await at.page.click('button', 'Connect');
    const frame = at.page.frame('iframe');
    await link(frame);
    await assertClean(frame);
    await assertClean(at.page);
  });
});

describe('the source', () => {
  const banned: [what: string, pattern: RegExp][] = [
    ['markup that Lit does not check', /\bunsafe-?(html|svg|mathml|static)\b/i],
    ['styles that a policy would stop', /\bstyle-?map\b/i],
    ['a style attribute', /\bstyle\s*=(?!=)\s*["'`$]|setAttribute\(\s*['"]style/],
    [
      'markup out of text',
      /\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)\b/,
    ],
    ['markup out of text', /\bdocument\.write(ln)?\b/],
    ['the name of a window', /\b(window|self|globalThis|opener|parent|top)\??\.name\b/],
    ['any origin', /(['"`])\*\1/],
    ['code out of text', /\beval\(|\bnew Function\b/],
  ];
  const findings = (text: string) => banned.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

  it('S3 has nothing that a policy or a hostile page could turn against it', () => {
    const folder = path.join(import.meta.dirname, '../../../src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        // The fake service for tests answers any origin. No page loads it.
        /\.(ts|html|css)$/.test(name) && name !== path.join('testing', 'fake-service.ts'),
    );
    assert.ok(files.length > 100, `${files.length} files`);
    const found = files.flatMap((name) =>
      findings(readFileSync(path.join(folder, name), 'utf8')).map((what) => `${name}: ${what}`),
    );
    assert.deepEqual(found, []);
  });

  it('S3 would be told apart from what is harmless', () => {
    for (const bad of [
      "import { unsafeHTML } from 'lit/directives/unsafe-html.js';",
      "import { styleMap } from 'lit/directives/style-map.js';",
      'html`<p style="color: red"></p>`',
      'html`<p style=${styles}></p>`',
      "node.setAttribute('style', text)",
      'node.innerHTML = text',
      'document.write(text)',
      'const kept = window.name;',
      "target.postMessage(message, '*')",
      'eval(text)',
    ])
      assert.equal(findings(bad).length > 0, true, bad);
    for (const good of [
      "link.style.setProperty('--svc-link-accent', colour)",
      'html`<link rel="stylesheet" />`',
      'const { name } = provider;',
      'target.postMessage(message, origin)',
    ])
      assert.deepEqual(findings(good), [], good);
  });
});
