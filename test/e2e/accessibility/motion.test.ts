// Which animations there are, and that nothing moves if the person asked for less motion.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Stage, Props } from '../screens/stage.js';
import { beforeAll, describe, it } from '../test.js';

describe('motion', () => {
  let stage: Stage;

  beforeAll(({ stage: shared }) => {
    stage = shared;
  });

  /** The animations that began in the widget on the way to a connection. */
  async function begun(reducedMotion: 'reduce' | 'no-preference') {
    let names: string[] = [];
    // A running animation may not have sent its event yet, and one that sent its event may be over.
    const look = (page: Page) =>
      page.evaluate(() => {
        const shadowRoot = document.querySelector('svc-link')!.shadowRoot!;
        for (const each of shadowRoot.getAnimations())
          if (each instanceof CSSAnimation) window.begun.add(each.animationName);
        return [...window.begun].sort();
      });
    const play = async ({ page, open, ui }: Props) => {
      await page.emulateMedia({ reducedMotion });
      await open({ attributes: { provider: 'quartz_scale' } });
      // The placeholders pulse until the first step is there, so they are over by then.
      await ui.sees('Connect Quartz Scale');
      await page.evaluate(() => {
        window.begun = new Set();
        const shadowRoot = document.querySelector('svc-link')!.shadowRoot!;
        shadowRoot.addEventListener('animationstart', (event) =>
          // The types of `addEventListener` for shadow roots lack most events.
          window.begun.add((event as AnimationEvent).animationName),
        );
      });
      await ui.signIn('slow@example.com');
      await ui.sees('Connecting Quartz Scale');
      await look(page);
      await ui.button('Cancel').click();
      await ui.signIn('ok@example.com');
      await ui.sees('Quartz Scale is connected');
      names = await look(page);
    };
    await stage.play({ play }, async () => {});
    return names;
  }

  it('explains a step, a wait and the end', async () => {
    assert.deepEqual(await begun('no-preference'), ['pop', 'rise', 'travel']);
  });

  it('stops where the person asks for less of it', async () => {
    assert.deepEqual(await begun('reduce'), []);
  });
});
