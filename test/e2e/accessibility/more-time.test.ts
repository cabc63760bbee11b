// More time for a link, from the real service: through the team's server if a page holds the widget, and from the
// service itself if a person opened the page by an address. Typed text stays, and the link works after its first end.
import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import type { Stage, Props } from '../screens/stage.js';
import type { MadeToken } from '../servers.js';
import { beforeAll, describe, it } from '../test.js';
import { longestTokenSeconds as longest, tokenSeconds, unlessGone } from '../waiting.js';

const endsSoon = 'You have less than 2 minutes left to finish.';
const trigger = '<button slot="trigger" type="button">Add a device</button>';
const pressed = ({ page }: Props) => page.getByRole('button', { name: 'Add a device' }).click();

/** A team's page: it asks its server for more time, which asks the service. */
const script = `
  window.asked = [];
  link.tokenProvider = ({ reason }) => {
    window.asked.push(reason);
    return extend();
  };
`;

/** How to reach the widget, by mode. */
const modes = {
  inline: (set: Props) => set.ui.link,
  async frame(set: Props) {
    await pressed(set);
    return set.page.frameLocator('svc-link iframe').locator('svc-link');
  },
  async window(set: Props) {
    const [popup] = await Promise.all([set.page.waitForEvent('popup'), pressed(set)]);
    return popup.locator('svc-link');
  },
};

type Wait = (seconds: number) => Promise<void>;

describe('more time', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  /** Plays a scene whose pages use the service's clock, which other tests may have moved before. */
  const play = (scene: (set: Props, wait: Wait) => Promise<void>) =>
    stage.play(
      {
        async play(set) {
          const { ask, context, advanceClock } = set;
          await context.clock.install({ time: (await ask('GET', '/sandbox/clock')).now });
          await scene(set, async (seconds: number) => {
            await advanceClock(seconds);
            await context.clock.fastForward(seconds * 1000);
          });
        },
      },
      async () => {},
    );

  const emailOf = (widget: Locator) => widget.locator('#username');
  const noticeOf = (widget: Locator) => widget.locator('[part=notice]');
  const moreOf = (widget: Locator) => noticeOf(widget).getByRole('button', { name: 'Get more time' });

  /** Lets the link almost expire, and asks for more time. */
  async function stays(widget: Locator, wait: Wait, seconds = tokenSeconds - 100) {
    await wait(seconds);
    await noticeOf(widget).getByText(endsSoon).waitFor();
    await moreOf(widget).click();
    await noticeOf(widget).waitFor({ state: 'detached' });
  }

  async function goesOn(widget: Locator) {
    assert.equal(await emailOf(widget).inputValue(), 'ok@example.com');
    await widget.locator('#password').fill('good-password');
    // The window may close before the key is released.
    await widget.locator('#password').press('Enter').catch(unlessGone);
  }

  for (const [mode, open] of Object.entries(modes))
    it(`comes from the team’s server in mode ${mode}, with the same link`, () =>
      play(async (set, wait) => {
        const { page, context, ask } = set;
        const extended: { made?: MadeToken } = {};
        await context.exposeFunction('extend', async () => {
          await ask('POST', '/v2/link/token/extend', { link_token: extended.made!.link_token });
          return extended.made;
        });
        const made = await set.open({
          attributes: { mode, provider: 'quartz_scale' },
          inner: trigger,
          script,
        });
        extended.made = made;
        const widget = await open(set);
        await emailOf(widget).fill('ok@example.com');

        await stays(widget, wait);
        await wait(tokenSeconds / 2);
        await goesOn(widget);

        await page.waitForFunction(
          () => document.querySelector('svc-link')!.matches(':state(done), :state(closed)'),
          null,
        );
        assert.deepEqual(await page.evaluate(() => window.asked), ['extend']);
        const report = await ask('GET', `/v2/link/session/${made.link_session_id}`);
        assert.deepEqual([report.state, report.connected], ['success', true]);
      }));

  /** Opens the hosted page by its address, as from a mail. */
  async function openDirectly({ page, ask, newToken }: Props) {
    const made = await newToken({ allowed_origins: null, provider: 'quartz_scale' });
    await page.goto(made.link_web_url);
    const widget = page.locator('svc-link');
    await emailOf(widget).fill('ok@example.com');
    return { widget, report: () => ask('GET', `/v2/link/session/${made.link_session_id}`) };
  }

  it('comes from the service where an address opened the hosted page', () =>
    play(async (set, wait) => {
      const { widget, report } = await openDirectly(set);

      await stays(widget, wait);
      await wait(tokenSeconds / 2);
      await goesOn(widget);

      await widget.getByRole('heading', { name: 'Quartz Scale is connected' }).waitFor();
      assert.equal((await report()).state, 'success');
    }));

  it('comes from the service while the link is on a phone', () =>
    play(async (set, wait) => {
      // The window is narrow but the screen is wide, so this device does not count as a phone.
      await set.page.addInitScript(() => Object.defineProperty(window.screen, 'width', { value: 1280 }));
      const { widget } = await openDirectly(set);
      await widget.getByRole('button', { name: 'Continue on your phone' }).click();
      await widget.getByRole('heading', { name: 'Continue on your phone' }).waitFor();

      await stays(widget, wait);

      assert.ok(await widget.evaluate((link) => link.matches(':state(handoff)')));
    }));

  it('is offered there for four hours, and after that the page says that the link has expired', () =>
    play(async (set, wait) => {
      const { widget } = await openDirectly(set);
      const extensions = Math.ceil(longest / tokenSeconds) - 1;
      for (let times = 0; times < extensions; times++)
        await stays(widget, wait, times === 0 ? tokenSeconds - 100 : tokenSeconds);

      await wait(longest - extensions * tokenSeconds);
      await noticeOf(widget).getByText(endsSoon).waitFor();
      assert.equal(await moreOf(widget).count(), 0);
      await wait(120);
      await noticeOf(widget).getByText('This link has expired').waitFor();
      await goesOn(widget);

      await widget.getByRole('heading', { name: 'This link has expired' }).waitFor();
    }));
});
