// Parts of the script that do not load at first. Firefox before 154, Safari and Chrome before 156 keep a failed import as long as
// the page exists, so these tests need the installed Firefox and WebKitGTK.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { eachEngine } from './each-engine.js';
import { beforeAll, beforeEach, it } from './test.js';
import type { World } from './world.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const failed = 'We couldn’t load this page. Check your internet connection.';
const secret = 'good-password';

let world: World, app: Rolldown.OutputChunk[];
beforeAll(async () => {
  app = await bundledByVite();
});
beforeEach(({ world: shared }) => {
  world = shared;
});

/** The package in an application that Vite bundles. Returns the application's chunks. */
async function bundledByVite() {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: `${root}dist/define.js` } },
  });
  // One build has one output.
  return (built as Rolldown.RolldownOutput).output.filter((each) => each.type === 'chunk');
}

eachEngine(
  'a part of the script that does not come',
  (at) => {
    const signIn = async () => {
      await at.page.fill('[part~=username-input]', 'ok@example.com');
      await at.page.fill('[part~=password-input]', secret);
      await at.page.click('[part=submit]');
      await at.page.sees('Quartz Scale is connected');
    };
    /** The requests for files of the script with this name, in order. */
    const asked = (name: string) =>
      world
        .requests()
        .map(({ url }) => url)
        .filter((url) => url.includes(name));

    it('comes when the person tries again, and the script itself stays the only one', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const works = world.fail(/^GET \/cdn\/later-/);
      await at.page.goto(world.host({ attributes: { 'link-token': link_token } }));
      await at.page.sees(failed);
      works();
      await at.page.click('[part=action]', 'Try again');
      await at.page.shows('[part~=username-input]');
      await signIn();
      assert.deepEqual(asked('/cdn/svc-link.js'), ['/cdn/svc-link.js']);
      assert.equal(
        await at.page.evaluate(
          () => (customElements.get('svc-link') as { second?: boolean } | undefined)?.second ?? null,
        ),
        null,
      );
      assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
    });

    it('of the search leaves what has the letters in its name, and finds a slip once it comes', async () => {
      const { link_token } = await world.newToken();
      const works = world.fail(/^GET \/cdn\/(later|list-tools)-/);
      await at.page.goto(world.host({ attributes: { 'link-token': link_token } }));
      await at.page.shows('[part=provider]');
      await at.page.fill('[part~=search-input]', 'AUROR');
      await at.page.shows('li:only-child [part=provider-name]', 'Aurora Ring');
      await at.page.fill('[part~=search-input]', 'auorra');
      await at.page.shows('li:nth-child(2) > [part=provider]');
      works();
      await at.page.fill('[part~=search-input]', 'auorra r');
      await at.page.shows('li:only-child [part=provider-name]', 'Aurora Ring');
    });

    it('of a refusal’s words leaves the person with general ones, and a way on', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      world.fail(/^GET \/cdn\/refusals-/);
      await at.page.goto(world.host({ attributes: { 'link-token': link_token } }));
      await at.page.fill('[part~=username-input]', 'error-provider_api_error@example.com');
      await at.page.fill('[part~=password-input]', secret);
      await at.page.click('[part=submit]');
      await at.page.sees('We couldn’t connect Quartz Scale');
      await at.page.shows('[part=action]', 'Try again');
      // Only a person's action requests it again. Firefox itself sends ten requests, to the same address.
      assert.equal(new Set(asked('/cdn/refusals-')).size, 1);
    });

    it('can be had by a new page after it failed twice', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const works = world.fail(/^GET \/cdn\/later-/);
      await at.page.goto(world.host({ attributes: { 'link-token': link_token } }));
      await at.page.sees(failed);
      await at.page.click('[part=action]', 'Try again');
      await at.page.shows('[part=action]', 'Reload the page');
      works();
      await at.page.click('[part=action]', 'Reload the page');
      await signIn();
    });

    it('of a dialog comes when the person tries again', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const works = world.fail(/^GET \/cdn\/overlay-/);
      await at.page.goto(world.host({ attributes: { 'link-token': link_token, mode: 'dialog' } }));
      await at.page.click('[part=action]', 'Connect a device or app');
      await at.page.sees(failed);
      works();
      await at.page.click('[part=action]', 'Try again');
      await at.page.shows('dialog [part~=username-input]');
      await signIn();
    });

    it('of a dialog that a program opens ends it as cancelled where the person closes it', async () => {
      const { link_token } = await world.newToken();
      world.fail(/^GET \/cdn\/overlay-/);
      await at.page.goto(world.serve('<!doctype html><html lang="en"><title>Host</title></html>'));
      await at.page.evaluate(
        async (baseUrl, linkToken) => {
          const { SvcLink } = (await import(
            `${baseUrl}/cdn/svc-link.js`
          )) as typeof import('svc-link/define');
          void SvcLink.open({ baseUrl, linkToken }).then(({ outcome }) => (document.title = outcome));
        },
        world.base,
        link_token,
      );
      await at.page.sees(failed);

      await at.page.click('[part=close]');

      await at.page.until(() => document.title === 'cancelled');
      assert.equal(await at.page.hasNo('svc-link'), true);
    });

    it('of a window comes when the person tries again, inside the click', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const works = world.fail(/^GET \/cdn\/later-/);
      const script = `window.opened = 0;
        const open = window.open;
        window.open = (...values) => { opened += 1; return open.apply(window, values); };`;
      await at.page.goto(world.host({ script, attributes: { 'link-token': link_token, mode: 'window' } }));
      await at.page.click('[part=action]', 'Connect a device or app');
      await at.page.sees(failed);
      await at.hasWindows(1);
      // Firefox runs the page's code while it opens a window, and blocks a second window of the same click.
      assert.equal(await at.page.evaluate(() => window.opened), 1);
      works();
      const popup = await at.opens(() => at.page.click('[part=action]', 'Try again'));
      await popup.shows('[part~=username-input]');
      await at.page.sees('Continue in the other window');
    });

    it('of another language comes when the person tries again', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const works = world.fail(/^GET \/cdn\/(later-|locales\/)/);
      await at.page.goto(world.host({ attributes: { 'link-token': link_token, locale: 'de' } }));
      await at.page.sees(failed);
      works();
      await at.page.click('[part=action]', 'Try again');
      await at.page.shows('[part=submit]', 'Mit Quartz Scale verbinden');
    });

    it('of the hosted page comes when the person tries again, and the token is still there', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      const works = world.fail(/^GET \/link\/assets\/(link-page|later)-/);
      await at.page.goto(`${world.base}/link/#link_token=${link_token}`);
      await at.page.sees('This page didn’t load');
      works();
      await at.page.click('button', 'Try again');
      await signIn();
    });

    it('of a frame comes when the person tries again', async () => {
      const made = await world.newToken({
        provider: 'quartz_scale',
        allowed_origins: [world.originOf('host')],
      });
      const works = world.fail(/^GET \/link\/assets\/link-page-/);
      await at.page.goto(world.host({ attributes: { 'link-token': made.link_token, mode: 'frame' } }));
      await at.page.click('[part=action]', 'Connect a device or app');
      await at.page.shows('[part=action]', 'Try again');
      works();
      await at.page.click('[part=action]', 'Try again');
      await at.page.frame('iframe').shows('[part~=username-input]');
    });

    it('comes when the person tries again where Vite bundled the package', async () => {
      const { link_token } = await world.newToken({ provider: 'quartz_scale' });
      let fails = true;
      for (const { fileName, code } of app)
        world.serve(code, {
          path: `/${fileName}`,
          type: 'text/javascript',
          // A missing chunk has the same effect as no network.
          ...(fileName.includes('later-') && { missing: () => fails }),
        });
      const entry = app.find(({ isEntry }) => isEntry)!.fileName;
      await at.page.goto(
        world.host({
          attributes: { 'link-token': link_token },
          module: `${world.originOf('host')}/${entry}`,
        }),
      );
      await at.page.sees(failed);
      fails = false;
      await at.page.click('[part=action]', 'Try again');
      await at.page.shows('[part~=username-input]');
      await signIn();
    });
  },
  { usually: ['Firefox', 'WebKitGTK'] },
);
