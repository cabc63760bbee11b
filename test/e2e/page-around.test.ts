// What a page may do to the element while the hosted page is open in a frame or a window.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import type { EnginePage } from './engines/engine-page.js';
import type { MadeToken } from './servers.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

const trigger = 'Connect a device or app';
const allow = 'button[value=allow]';

eachEngine(
  'a page around the hosted page',
  (at) => {
    const newToken = (provider?: string) =>
      world.newToken({
        provider: provider ?? null,
        app_name: 'Acme',
        allowed_origins: [world.originOf('host')],
      });
    const opens = {
      async frame(name = trigger) {
        await at.page.click('[part=action]', name);
        return at.page.frame('iframe');
      },
      window: (name = trigger) => at.opens(() => at.page.click('[part=action]', name)),
    };
    async function signIn(where: EnginePage, username: string) {
      await where.fill('#username', username);
      await where.fill('#password', 'good-one');
      await where.press('Enter');
    }
    async function answer(where: EnginePage, code: string) {
      await where.fill('#code', code);
      await where.press('Enter');
    }
    const heard = () =>
      at.page.evaluate(() =>
        window.heard
          .filter(({ name }) => !/ready|step/.test(name))
          .map(({ name, detail }) => [
            name,
            detail.outcome ?? (name === 'svc-success' ? detail.link_session_id : null),
          ]),
      );
    const hears = (name: string) =>
      at.page.until((wanted) => window.heard.some((each) => each.name === wanted), name);
    const stateOf = async ({ link_session_id }: MadeToken) =>
      (await world.ask('GET', `/v2/link/session/${link_session_id}`)).state;
    async function toHost(mode: string, made?: MadeToken, attributes = {}) {
      await at.page.goto(
        world.host({ attributes: { mode, ...(made && { 'link-token': made.link_token }), ...attributes } }),
      );
    }
    /** The person ends the run in the frame; a window closes by itself. */
    async function leave(mode: string, where: EnginePage, name: string) {
      if (mode === 'frame') {
        await where.sees(`${name} is connected`);
        await where.click('[part=action]', 'Done');
      }
      await hears('svc-close');
      await at.hasWindows(1);
    }
    const connected = ({ link_session_id }: MadeToken) => [
      ['svc-open', null],
      ['svc-success', link_session_id],
      ['svc-exit', 'success'],
      ['svc-close', null],
    ];

    it('may show two elements in two modes, which keep apart', async () => {
      const [framed, windowed] = [await newToken('quartz_scale'), await newToken('aurora_ring')];
      await at.page.goto(
        world.host({
          attributes: { id: 'a', label: 'First', mode: 'frame', 'link-token': framed.link_token },
          more: `<svc-link id="b" label="Second" mode="window" base-url="${world.base}" link-token="${windowed.link_token}"></svc-link>`,
          script: `window.told = [];
            for (const name of ['svc-success', 'svc-exit', 'svc-close'])
              addEventListener(name, ({ target, detail }) =>
                told.push([target.id, name, detail.outcome ?? detail.provider ?? null]));`,
        }),
      );
      const frame = await opens.frame('First');
      await frame.sees('Connect Quartz Scale');
      const popup = await opens.window('Second');
      await popup.sees('Connect Aurora Ring to Acme');
      await at.page.front();
      await signIn(frame, 'sms@example.com');
      await frame.sees('Enter your code');
      await popup.front();
      await popup.click('[part=action]', 'Continue to Aurora Ring');
      await popup.click(allow);
      await at.hasWindows(1);
      await at.page.until(() => window.told.length === 3);
      await answer(frame, '123456');
      await frame.sees('Quartz Scale is connected');
      await frame.click('[part=action]', 'Done');
      await at.page.until(() => window.told.length === 6);
      const ends = (id: string, provider: string) => [
        [id, 'svc-success', provider],
        [id, 'svc-exit', 'success'],
        [id, 'svc-close', null],
      ];
      assert.deepEqual(await at.page.evaluate(() => window.told), [
        ...ends('b', 'aurora_ring'),
        ...ends('a', 'quartz_scale'),
      ]);
      assert.deepEqual([await stateOf(framed), await stateOf(windowed)], ['success', 'success']);
    });

    for (const [mode, openIt] of Object.entries(opens)) {
      it(`may move the element in mid-run, with a ${mode} open`, async () => {
        const made = await newToken('quartz_scale');
        await toHost(mode, made);
        const where = await openIt();
        await signIn(where, 'sms@example.com');
        await where.sees('Enter your code');
        await at.page.evaluate(() => {
          const other = document.createElement('main');
          document.body.prepend(other);
          other.append(document.querySelector('svc-link')!);
        });
        // A moved frame loads again, and the code is still asked for.
        await where.sees('Enter your code');
        await answer(where, '123456');
        await leave(mode, where, 'Quartz Scale');
        assert.deepEqual(await heard(), connected(made));
      });

      it(`may remove the element in mid-run, which closes the ${mode}, and add it again`, async () => {
        const made = await newToken('quartz_scale');
        await toHost(mode, made);
        const where = await openIt();
        await signIn(where, 'sms@example.com');
        await where.sees('Enter your code');
        await at.page.evaluate(() => {
          window.link = document.querySelector('svc-link')!;
          for (const name of ['svc-exit', 'svc-close'])
            window.link.addEventListener(
              name,
              // The element's events have a detail.
              (event) => window.heard.push({ name, detail: (event as CustomEvent<EventDetail>).detail }),
              {
                once: true,
              },
            );
          window.link.remove();
        });
        // A code may have been on its way, so the service is asked once more after the close.
        await hears('svc-exit');
        await at.hasWindows(1);
        assert.deepEqual(await heard(), [
          ['svc-open', null],
          ['svc-close', null],
          ['svc-exit', 'cancelled'],
        ]);
        await at.page.evaluate(() => {
          window.heard.length = 0;
          document.body.append(window.link);
        });
        const again = await openIt();
        // A frame that is taken away has no time to forget that the service waits for a code.
        if (mode === 'window') await signIn(again, 'sms@example.com');
        await again.sees('Enter your code');
        await answer(again, '123456');
        await leave(mode, again, 'Quartz Scale');
        assert.deepEqual(await heard(), connected(made));
        assert.equal(await stateOf(made), 'success');
      });

      it(`may give the token late, with a ${mode} open`, async () => {
        const made = await newToken('quartz_scale');
        await toHost(mode);
        const opened = openIt();
        await hears('svc-open');
        await at.page.evaluate((token) => {
          document.querySelector('svc-link')!.linkToken = token;
        }, made.link_token);
        const where = await opened;
        await signIn(where, 'ok@example.com');
        await leave(mode, where, 'Quartz Scale');
        assert.deepEqual(await heard(), connected(made));
      });

      it(`may give another token in mid-run, with a ${mode} open`, async () => {
        const [first, second] = [await newToken(), await newToken()];
        await toHost(mode, first, { provider: 'quartz_scale' });
        const where = await openIt();
        await signIn(where, 'sms@example.com');
        await where.sees('Enter your code');
        await at.page.evaluate((token) => {
          document.querySelector('svc-link')!.linkToken = token;
        }, second.link_token);
        // A code belongs to its token.
        await where.sees('Connect Quartz Scale');
        await where.shows('#username');
        assert.equal(await where.of('#username', ({ value }) => value), 'sms@example.com');
        await where.fill('#password', 'good-one');
        await where.press('Enter');
        await where.sees('Enter your code');
        await answer(where, '123456');
        await leave(mode, where, 'Quartz Scale');
        assert.deepEqual(await heard(), connected(second));
        assert.notEqual(await stateOf(first), 'success');
      });
    }
  },
  { only: ['Chromium'] },
);
