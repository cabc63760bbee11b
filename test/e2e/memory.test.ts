// An element that is taken out of the page leaves the memory, because a person may go from page to page of an app.
import { describe, it } from './test.js';
import { until } from './waiting.js';

interface Coming {
  count: number;
  attributes: Record<string, string>;
  open: boolean;
  choose: boolean;
}

/** Runs in the page: inserts elements one after the other, each until its first screen is shown, and removes them. */
async function comeAndGo({ count, attributes, open, choose }: Coming) {
  window.gone ??= [];
  for (let turn = 0; turn < count; turn++) {
    const link = document.createElement('svc-link');
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    const heard = (name: string) =>
      new Promise((resolve) => link.addEventListener(name, resolve, { once: true }));
    const ready = heard('svc-ready');
    document.body.append(link);
    if (open) link.show();
    await ready;
    if (choose) {
      const step = heard('svc-step');
      link.shadowRoot!.querySelector<HTMLElement>('[part=provider]')!.click();
      await step;
    }
    const exit = heard('svc-exit');
    link.remove();
    await exit;
    window.gone.push(new WeakRef(link));
  }
}

describe('elements that came and went', () => {
  const ways: Record<string, { count: number; choose?: boolean; mode?: string }> = {
    'in place': { count: 100 },
    'with a provider chosen': { count: 20, choose: true },
    'in a dialog': { count: 20, mode: 'dialog' },
    'in a popover': { count: 20, mode: 'popover' },
  };
  for (const [way, { count, mode, choose = false }] of Object.entries(ways))
    it(`leave the memory, ${way}`, async ({ world, browser }) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const { link_token } = await world.newToken();
      await page.goto(world.host());
      await page.evaluate(() => document.querySelector('svc-link')!.remove());
      const attributes = { 'base-url': world.base, 'link-token': link_token, ...(mode && { mode }) };

      await page.evaluate(comeAndGo, { count, attributes, open: Boolean(mode), choose });
      const cdp = await context.newCDPSession(page);
      // Code that waits for an idle moment, or looks for a developer's mistakes, lets go of the element within seconds.
      await until(async () => {
        await cdp.send('HeapProfiler.collectGarbage');
        return (await page.evaluate(() => window.gone.filter((link) => link.deref()).length)) <= 3;
      }, `at most 3 of ${count} elements in memory`);
      await context.close();
    });
});
