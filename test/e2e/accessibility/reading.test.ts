// A whole link as a screen reader presents it, compared with reading.inline.txt and reading.dialog.txt.
// After an intended change: UPDATE=1 npx playwright test accessibility/reading, and read both files aloud.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Stage, Props } from '../screens/stage.js';
import { beforeAll, describe, it } from '../test.js';
import { readPage, recordTold, takeTold } from './reading.js';

/** Holds the service's answers back until the returned function is called. */
async function hold(page: Page, url: string) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

const says = (page: Page, text: string) =>
  page.waitForFunction(
    (words) => document.querySelector('svc-link > [slot=status]')?.textContent === words,
    text,
  );

interface Reading extends Props {
  /** The answer of the service that is held back. */
  held: { answer: () => Promise<void> };
}

/** The person's actions, each with a check that the page has responded. */
const walk: [title: string, act: (reading: Reading) => Promise<unknown>][] = [
  ['The page opens the widget.', ({ ui }) => ui.button(/^Aurora Ring/).waitFor()],
  [
    'The person searches.',
    async ({ page }) => {
      // Typed at once, because the number of results is announced when a person stops typing for a moment.
      await page.keyboard.insertText('quartz');
      await says(page, '1 result');
    },
  ],
  [
    'The person chooses Quartz Scale.',
    async ({ page, ui }) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await ui.sees('Connect Quartz Scale');
    },
  ],
  [
    'The person forgets the password.',
    async ({ page, ui }) => {
      await ui.username.focus();
      await page.keyboard.type('twice@example.com');
      await page.keyboard.press('Enter');
      await ui.shows('Enter your Quartz Scale password');
    },
  ],
  [
    'The person signs in, and the provider takes its time.',
    async ({ page, ui, held }) => {
      held.answer = await hold(page, '**/v2/link/provider/password/*');
      await page.keyboard.type('good-password');
      await page.keyboard.press('Enter');
      await ui.sees('Connecting Quartz Scale');
    },
  ],
  [
    'The provider wants a code.',
    async ({ ui, held }) => {
      await held.answer();
      await ui.sees('Enter your code');
    },
  ],
  [
    'The person types a wrong one.',
    async ({ page, ui, held }) => {
      held.answer = await hold(page, '**/complete_mfa');
      await ui.code.focus();
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await says(page, 'Checking the code');
      await held.answer();
      await says(page, 'That code didn’t work');
    },
  ],
  [
    'The person types the right one, and the provider wants another.',
    async ({ page, ui, held }) => {
      held.answer = await hold(page, '**/complete_mfa');
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await says(page, 'Checking the code');
      await held.answer();
      await ui.sees('One more code');
    },
  ],
  [
    'The person types that.',
    async ({ page, ui, held }) => {
      held.answer = await hold(page, '**/complete_mfa');
      await ui.code.focus();
      await page.keyboard.type('654321');
      await page.keyboard.press('Enter');
      await says(page, 'Checking the code');
      await held.answer();
      await ui.sees('Quartz Scale is connected');
    },
  ],
];

/** Names all providers in the token. Otherwise the order depends on which ones people have linked before. */
async function inFixedOrder({ ask }: Props) {
  const providers = await ask('GET', '/v2/providers');
  return { filter_on_providers: providers.map(({ slug }) => slug) };
}

const trigger = '<button slot="trigger" type="button">Add a device</button>';

/** How the walk begins, by mode. */
const modes = {
  inline: async (set: Props) => {
    const { open, page, ui } = set;
    await open({ token: await inFixedOrder(set) });
    await recordTold(page);
    await ui.link.getByLabel('Search').focus();
  },
  dialog: async (set: Props) => {
    const { open, page, ui } = set;
    await open({ token: await inFixedOrder(set), attributes: { mode: 'dialog' }, inner: trigger });
    await recordTold(page);
    await page.getByRole('button', { name: 'Add a device' }).press('Enter');
    await ui.sees('Choose a device or app');
    await page.waitForFunction(() => window.told.some((line) => line.includes('heading')));
    await ui.link.getByLabel('Search').focus();
  },
};

describe('a link, read in order', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  for (const [mode, begin] of Object.entries(modes))
    it(`reads well ${mode === 'inline' ? 'in the page' : 'in a dialog'}`, async () => {
      const lines: string[] = [];
      const play = async (set: Props) => {
        const { page, context } = set;
        const held = { answer: async () => {} };
        const cdp = await context.newCDPSession(page);
        await begin(set);
        for (const [title, act] of walk) {
          await act({ ...set, held });
          lines.push(`# ${title}`, ...(await takeTold(page)), '', ...(await readPage(cdp)), '');
        }
      };
      await stage.play({ play }, async () => {});
      const file = path.join(import.meta.dirname, `reading.${mode}.txt`);
      const text = lines.join('\n');
      if (process.env.UPDATE) writeFileSync(file, text);
      assert.equal(text, readFileSync(file, 'utf8'));
    });
});
