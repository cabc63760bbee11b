// The hosted page in a window and in a frame, from the page that opens it to the end, in three engines.
import assert from 'node:assert/strict';
import { isUnheard } from './chromium.js';
import { eachEngine } from './each-engine.js';
import type { EnginePage } from './engines/engine-page.js';
import type { MadeToken } from './servers.js';
import { modeIsLoaded } from './mode-is-loaded.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const trigger = 'Connect a device or app';
const allow = 'button[value=allow]';

eachEngine(
  'the hosted page',
  (at) => {
    /** A page of a team with the widget, for one provider. */
    async function toHost(mode: string, provider: string, attributes = {}) {
      const made = await world.newToken({
        provider,
        app_name: 'Acme',
        allowed_origins: [world.originOf('host')],
      });
      await at.page.goto(world.host({ attributes: { mode, 'link-token': made.link_token, ...attributes } }));
      await at.page.until(modeIsLoaded);
      return made;
    }
    const press = () => at.page.click('[part=action]', trigger);
    const opens = {
      window: () => at.opens(press),
      async frame() {
        await press();
        return at.page.frame('iframe');
      },
    };

    async function typePassword(where: EnginePage) {
      await where.fill('#username', 'twice@example.com');
      await where.fill('#password', 'good-one');
      await where.press('Enter');
      await where.sees('Enter your code');
      await where.fill('#code', '123456');
      await where.press('Enter');
      await where.sees('One more code');
      await where.fill('#code', '654321');
      await where.press('Enter');
    }
    /** Goes to the provider: in the same window, or from a frame in another window. */
    async function visit(mode: string, where: EnginePage, name: string) {
      const go = () => where.click('[part=action]', `Continue to ${name}`);
      if (mode === 'frame') return at.opens(go);
      await go();
      return where;
    }
    async function end(mode: string, where: EnginePage, name: string) {
      if (mode === 'frame') {
        await where.sees(`${name} is connected`);
        await where.click('[part=action]', 'Done');
      }
      await at.page.until(() => window.heard.some(({ name }) => name === 'svc-close'));
      await at.hasWindows(1);
    }
    /** Success was announced once, and no other end. */
    async function assertConnected({ link_session_id }: MadeToken, provider: string) {
      const heard = await at.page.evaluate(() => window.heard);
      assert.deepEqual(
        heard.map(({ name }) => name).filter((name) => !/ready|step/.test(name)),
        ['svc-open', 'svc-success', 'svc-exit', 'svc-close'],
      );
      const { detail } = heard.find(({ name }) => name === 'svc-success')!;
      const session = await world.ask('GET', `/v2/link/session/${link_session_id}`);
      assert.equal(session.state, 'success');
      const { at: time, request_id, ...result } = detail;
      assert.equal(new Date(time).toISOString(), time);
      assert.ok(request_id === null || typeof request_id === 'string');
      assert.deepEqual(result, {
        state: 'success',
        provider,
        connected: true,
        provider_id: session.provider_id,
        redirect_url: null,
        error_type: null,
        link_session_id,
        consent: session.consent,
      });
      const exit = heard.find(({ name }) => name === 'svc-exit')!.detail;
      assert.deepEqual([exit.outcome, exit.step, exit.result], ['success', 'done', result]);
      assert.deepEqual(await at.page.evaluate(() => window.complaints), []);
      assert.deepEqual(
        at.profile.complaints.filter((text) => !isUnheard(text)),
        [],
      );
    }

    for (const [mode, openIt] of Object.entries(opens)) {
      it(`in a ${mode} takes a password and two codes`, async () => {
        const made = await toHost(mode, 'quartz_scale');
        const where = await openIt();
        await where.sees('Connect Quartz Scale');
        await typePassword(where);
        await end(mode, where, 'Quartz Scale');
        await assertConnected(made, 'quartz_scale');
        if (mode === 'frame')
          assert.ok(
            await at.page.evaluate(() => document.activeElement === document.querySelector('svc-link')),
          );
      });

      it(`in a ${mode} goes to a provider and back`, async () => {
        const made = await toHost(mode, 'aurora_ring');
        const where = await openIt();
        const consent = await visit(mode, where, 'Aurora Ring');
        await consent.click(allow);
        await end(mode, where, 'Aurora Ring');
        await assertConnected(made, 'aurora_ring');
      });
    }

    it('in a window is not given up where the provider cuts it off, and closes by itself', async () => {
      const made = await toHost('window', 'fjord_band');
      const popup = await opens.window();
      await visit('window', popup, 'Fjord Band');
      await popup.shows(allow);
      await at.page.shows('[part=action]', 'Open the window again');
      await popup.click(allow);
      await end('window', popup, 'Fjord Band');
      await assertConnected(made, 'fjord_band');
    });
  },
  // modes.test.ts tests this in Chromium too.
  { usually: ['Firefox', 'WebKitGTK'] },
);
