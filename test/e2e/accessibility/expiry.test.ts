// The warning before a link's end: it appears in every step, is
// announced without taking the focus, and is put off with keys alone.
import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import type { Stage, Props } from '../screens/stage.js';
import { beforeAll, describe, it } from '../test.js';
import { tokenSeconds } from '../waiting.js';

const warning = 'You have less than 2 minutes left to finish.';
const lastWarning = 'You have less than a minute left to finish.';
/** Seconds from a fresh token to a step, and from the step to a moment after the warning. */
const first = tokenSeconds - 140;
const then = 40;

const trigger = '<button slot="trigger" type="button">Add a device</button>';
const pressed = ({ page }: Props) => page.getByRole('button', { name: 'Add a device' }).click();

/** What the page around the widget records. */
const script = `
  window.heard = [];
  link.addEventListener('svc-expiring', ({ detail }) => heard.push(detail));
  link.tokenProvider = () => newToken();
`;

const fields = { email: '#username', code: '#code', search: '[part~=search-input]' };

/** A step: how to get there, and which element then has the focus. */
interface Step {
  go: (widget: Locator) => Promise<void>;
  at: string;
  attributes?: Record<string, string>;
  busy?: boolean;
}
const steps: Record<string, Step> = {
  'select-provider': { go: (widget) => widget.locator(fields.search).focus(), at: fields.search },
  'sign-in': {
    attributes: { provider: 'quartz_scale' },
    go: (widget) => widget.locator(fields.email).fill('me@example.com'),
    at: fields.email,
  },
  authorize: {
    attributes: { provider: 'aurora_ring' },
    go: (widget) => widget.locator('[part=action]').focus(),
    at: '[part=action]',
  },
  connecting: {
    attributes: { provider: 'quartz_scale' },
    go: (widget) => signIn(widget, 'hang@example.com'),
    at: '[part=title]',
    // The attempt belongs to its token, and ends before the token does.
    busy: true,
  },
  challenge: {
    attributes: { provider: 'quartz_scale' },
    async go(widget) {
      await signIn(widget, 'sms@example.com');
      await widget.locator(fields.code).fill('12');
    },
    at: fields.code,
  },
};

async function signIn(widget: Locator, username: string) {
  await widget.locator(fields.email).fill(username);
  await widget.locator('#password').fill('good-password');
  await widget.locator('#password').press('Enter');
  await widget.getByRole('heading', { name: /Connecting|Enter your code/ }).waitFor();
}

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

describe('a link that is about to end', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  const isAt = (widget: Locator, selector: string) =>
    widget.evaluate((link, wanted) => link.shadowRoot!.activeElement?.matches(wanted) ?? false, selector);

  async function warns(
    set: Props,
    mode: keyof typeof modes,
    { go, at, attributes = {}, busy = false }: Step,
  ) {
    const { page, context, newToken, open, ask, advanceClock } = set;
    // Other tests may have moved the service's clock before.
    await context.clock.install({ time: (await ask('GET', '/sandbox/clock')).now });
    let asked = 0;
    let user = '';
    await context.exposeFunction('newToken', async () => {
      asked += 1;
      return (await newToken({ user_id: user })).link_token;
    });
    ({ user_id: user } = await open({ attributes: { mode, ...attributes }, inner: trigger, script }));
    const widget = await modes[mode](set);
    await widget.locator('[part=provider], #username, [part=action]').first().waitFor();
    const wait = async (seconds: number) => {
      await advanceClock(seconds);
      await context.clock.fastForward(seconds * 1000);
    };
    await wait(first);
    await go(widget);
    await wait(then);

    const notice = widget.locator('[part=notice]');
    await notice.getByText(warning).waitFor();
    assert.ok(await isAt(widget, at), 'the focus is where it was');
    await page.waitForFunction(() => window.heard.length > 0);
    // The page records only the details of the events.
    const seconds = await page.evaluate(() => (window.heard as unknown as EventDetail[])[0].seconds);
    assert.ok(seconds > 60 && seconds <= 120, `${seconds} seconds are left`);
    if (busy) return assert.equal(await notice.getByRole('button').count(), 0);
    const status = widget.locator('[slot=status]');
    await status.getByText(warning).waitFor({ state: 'attached' });
    await wait(60);
    await notice.getByText(lastWarning).waitFor();
    await status.getByText(lastWarning).waitFor({ state: 'attached' });
    assert.ok(await isAt(widget, at), 'the focus is where it was');
    assert.equal(await page.evaluate(() => window.heard.length), 1);
    const keys = widget.page().keyboard;
    for (let presses = 0; !(await isAt(widget, '[part=notice] button')); presses += 1) {
      assert.ok(presses < 12, 'more time is reached by keys');
      await keys.press('Shift+Tab');
    }
    await keys.press('Enter');
    await notice.getByText(lastWarning).waitFor({ state: 'detached' });
    assert.equal(asked, 1);
    if (at === fields.code) {
      // A code belongs to its token. With a new token the person signs in again, and a notice says why.
      await notice.getByText('That code no longer works').waitFor();
      return assert.ok(await isAt(widget, '#password'), 'the focus is where the person goes on');
    }
    assert.equal(await notice.count(), 0);
    assert.ok(await isAt(widget, '[part=title]'), 'the focus goes on from the heading');
  }

  const usual = ({ at }: Step) => at === fields.code || at === fields.search;
  for (const [step, how] of Object.entries(steps).filter(([, each]) => process.env.LONG || usual(each)))
    it(`is told and put off in ${step}`, () =>
      stage.play({ play: (set) => warns(set, 'inline', how) }, async () => {}));

  for (const mode of process.env.LONG ? (['frame', 'window'] as const) : (['frame'] as const))
    it(`is told and put off in a ${mode}`, () =>
      stage.play({ play: (set) => warns(set, mode, steps['sign-in']) }, async () => {}));
});
