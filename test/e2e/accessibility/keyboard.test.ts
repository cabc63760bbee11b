// Links with keys alone. The focus is always visible, and each key press moves it in the order of the page.
import assert from 'node:assert/strict';
import type { Props, Stage } from '../screens/stage.js';
import { beforeAll, describe, it } from '../test.js';

const trigger = '<button slot="trigger" type="button">Add a device</button>';

/** Runs in the page: the name of the focused element. Throws if nothing shows that it has the focus. */
function focused() {
  let active = document.activeElement!;
  while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const { outlineStyle, outlineWidth } = window.getComputedStyle(active);
  const name =
    active.getAttribute('aria-label') ??
    (active instanceof HTMLInputElement || active instanceof HTMLSelectElement
      ? active.labels?.[0]?.textContent
      : null) ??
    active.textContent ??
    '';
  const words = name.replace(/\s+/g, ' ').trim();
  const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  const isOurs = active.getRootNode() !== document;
  if (isOurs && active.matches('button, a, input, select') && !isSeen)
    throw new Error(`nothing is seen at ${words}`);
  return active === document.body ? 'the page' : words;
}

interface Keys extends Props {
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** The name of the focused element. */
  at: () => Promise<string>;
  arrives: (heading: string) => Promise<void>;
  tabs: (...stops: string[]) => Promise<void>;
}

describe('by keys alone', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  /** Plays with keys: `press` presses some, `tabs` checks that Tab stops at these elements in turn. */
  const play = (act: (keys: Keys) => Promise<void>) =>
    stage.play(
      {
        async play(set) {
          const { page, ui } = set;
          const press = async (...keys: string[]) => {
            for (const key of keys) await page.keyboard.press(key);
          };
          const at = () => page.evaluate(focused);
          await act({
            ...set,
            press,
            at,
            type: (text: string) => page.keyboard.type(text),
            /** Waits for a step, and checks that its heading has the focus. */
            async arrives(heading: string) {
              await ui.sees(heading);
              await page.waitForFunction(() =>
                document.querySelector('svc-link')!.shadowRoot!.activeElement?.matches('[part=title]'),
              );
            },
            async tabs(...stops: string[]) {
              for (const stop of stops) {
                await press('Tab');
                assert.equal(await at(), stop);
              }
            },
          });
        },
      },
      async () => {},
    );

  it('a password and two codes, with a search by arrows', async () => {
    await play(async ({ open, ui, press, type, at, tabs, arrives }) => {
      await open();
      await ui.button(/^Aurora Ring/).waitFor();
      await tabs('Close', 'Search');
      await type('sc');
      await ui.button(/^Aurora Ring/).waitFor({ state: 'detached' });
      await ui.button(/^Ember Scale/).waitFor();
      await press('ArrowDown', 'ArrowDown');
      assert.match(await at(), /^Quartz Scale/);
      await press('ArrowUp', 'ArrowUp');
      assert.equal(await at(), 'Search');
      await press('ArrowDown', 'ArrowDown', 'Enter');
      await arrives('Connect Quartz Scale');
      await tabs(
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
        'Email',
      );
      await type('twice@example.com');
      await tabs('Password');
      await type('good-password');
      await tabs('Show password');
      await press('Space');
      assert.equal(await ui.password.getAttribute('type'), 'text');
      await tabs('Connect Quartz Scale');
      await press('Enter');
      await arrives('Enter your code');
      await tabs('Code');
      await type('000000');
      await press('Enter');
      await ui.shows('That code didn’t work');
      assert.equal(await at(), 'Code');
      await type('123456');
      await press('Enter');
      await arrives('One more code');
      await tabs('Code');
      await type('654321');
      await tabs('Continue');
      await press('Space');
      await arrives('Quartz Scale is connected');
      await tabs('Done', 'Save a receipt', 'the page');
      await press('Shift+Tab', 'Shift+Tab', 'Enter');
      await ui.link.locator('[part=panel]').waitFor({ state: 'detached' });
    });
  });

  it('a region, and the way back', async () => {
    await play(async ({ open, ui, press, type, tabs, arrives }) => {
      await open({ attributes: { providers: 'xenon_pump aurora_ring' } });
      await ui.button(/^Xenon Pump/).waitFor();
      await tabs('Close', 'Xenon Pumpinsulin, glucose');
      await press('Enter');
      await arrives('Connect Xenon Pump');
      await tabs(
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
        'Region',
      );
      await type('Europe');
      await tabs('Email');
      await type('ok@example.com');
      await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Enter');
      await arrives('Choose a device or app');
      await tabs('Xenon Pumpinsulin, glucose');
      await press('Enter');
      await arrives('Connect Xenon Pump');
      await tabs(
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
        'Region',
      );
      await type('Europe');
      await tabs('Email', 'Password');
      await type('good-password');
      await press('Enter');
      await arrives('Xenon Pump is connected');
    });
  });

  it('a provider’s own page', async () => {
    await play(async ({ open, page, ui, press, tabs, arrives }) => {
      await open({ attributes: { provider: 'aurora_ring' } });
      await ui.button(/^Continue to/).waitFor();
      const stops = [
        'Close',
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
      ];
      await tabs(...stops, 'Continue to Aurora Ring');
      const [popup] = await Promise.all([page.waitForEvent('popup'), press('Enter')]);
      await popup.getByRole('button', { name: 'Allow', exact: true }).focus();
      await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter').catch(() => {})]);
      await arrives('Aurora Ring is connected');
    });
  });

  it('a problem and what can be done about it', async () => {
    await play(async ({ open, ui, press, type, tabs, arrives }) => {
      await open();
      await ui.button(/^Aurora Ring/).waitFor();
      await tabs('Close', 'Search');
      await type('quartz');
      await ui.button(/^Aurora Ring/).waitFor({ state: 'hidden' });
      await press('ArrowDown', 'Enter');
      await arrives('Connect Quartz Scale');
      await tabs(
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
        'Email',
      );
      await type('error-duplicate_connection@example.com');
      await tabs('Password');
      await type('good-password');
      await press('Enter');
      await arrives('This Quartz Scale account is already connected');
      await tabs('Use a different account', 'Choose something else', 'Go back to Northwind Health');
      await press('Shift+Tab', 'Enter');
      await arrives('Choose a device or app');
      await tabs('Search');
    });
  });

  it('a dialog holds the focus, asks before it is left, and gives the focus back', async () => {
    await play(async ({ open, page, ui, press, type, at, tabs, arrives }) => {
      await open({ attributes: { mode: 'dialog', provider: 'quartz_scale' }, inner: trigger });
      await page.getByRole('button', { name: 'Add a device' }).waitFor();
      await tabs('Add a device');
      await press('Enter');
      await arrives('Connect Quartz Scale');
      const stops = [
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
        'Email',
      ];
      await tabs(...stops, 'Password', 'Show password', 'Connect Quartz Scale');
      // After its last element a dialog starts again. Some browsers go through their own toolbar first.
      for (let stop = await at(); stop !== 'Close'; stop = await at()) {
        await press('Tab');
        assert.notEqual(await at(), 'Add a device');
      }
      await tabs(...stops);
      await type('ok@example.com');
      await press('Escape');
      await ui.link.getByRole('alertdialog').waitFor();
      assert.equal(await at(), 'Keep going');
      await press('Enter');
      assert.equal(await at(), 'Email');
      await press('Escape', 'Escape');
      await page.waitForFunction(() => document.activeElement?.slot === 'trigger');
    });
  });

  it('a popover is no trap, and gives the focus back', async () => {
    await play(async ({ open, page, press, tabs, arrives }) => {
      // On a narrow page the popover is a sheet that keeps Tab inside (zoomed.test.ts).
      await page.setViewportSize({ width: 1024, height: 768 });
      await open({ attributes: { mode: 'popover', provider: 'quartz_scale' }, inner: trigger });
      await page.evaluate(() =>
        document.body.append(Object.assign(document.createElement('button'), { textContent: 'After' })),
      );
      await page.getByRole('button', { name: 'Add a device' }).waitFor();
      await tabs('Add a device');
      await press('Enter');
      await arrives('Connect Quartz Scale');
      const stops = [
        'Choose what to share',
        'Terms (opens in a new tab)',
        'Privacy (opens in a new tab)',
        'Email',
      ];
      const last = ['Password', 'Show password', 'Connect Quartz Scale', 'Continue on your phone'];
      await tabs(...stops, ...last, 'After');
      await press('Shift+Tab', 'Escape');
      await page.waitForFunction(() => document.activeElement?.slot === 'trigger');
    });
  });
});
