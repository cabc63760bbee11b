// What moves, and that nothing does where the person asked for that.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startStage } from '../../../scripts/screenshots/stage.mjs';

describe('motion', { timeout: 120_000 }, () => {
  let stage;

  before(async () => (stage = await startStage()));
  after(() => stage?.stop());

  /** The animations that began in the widget on the way to a connection. */
  async function begun(reducedMotion) {
    let names;
    // An animation that runs may not have told of it yet, and one that told of it may be over.
    const look = (page) =>
      page.evaluate(() => {
        const { shadowRoot } = document.querySelector('svc-link');
        for (const { animationName } of shadowRoot.getAnimations()) window.begun.add(animationName);
        return [...window.begun].sort();
      });
    const play = async ({ page, open, ui }) => {
      await page.emulateMedia({ reducedMotion });
      await open({ attributes: { provider: 'quartz_scale' } });
      // What breathes until the first step is there is over by then.
      await ui.sees('Connect Quartz Scale');
      await page.evaluate(() => {
        window.begun = new Set();
        const { shadowRoot } = document.querySelector('svc-link');
        shadowRoot.addEventListener('animationstart', (event) => window.begun.add(event.animationName));
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
