// What the service knows about how people sign in with a provider, in a real browser and by keys only.
import assert from 'node:assert/strict';
import { startService, type Service } from './servers.js';
import { afterAll, beforeAll, describe, it } from './test.js';

describe('a provider that knows its people by something else than an email', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('is linked by keys alone, with its own words and its help', async ({ page, widget }) => {
    const { link_web_url } = await service.newToken({ provider: 'breeze_inhaler' });
    await page.goto(link_web_url);
    await widget.sees('Connect Breeze Inhaler');
    await page.getByLabel('Phone number').focus();
    await page.keyboard.type('sms@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('bad');
    await page.keyboard.press('Enter');
    await widget.shows('What you entered doesn’t match any Breeze Inhaler account.');
    await page.keyboard.type('good-password');
    await page.keyboard.press('Enter');
    await widget.sees('Enter your code');
    await widget.shows('6 digits');
    assert.equal(await widget.code.getAttribute('inputmode'), 'numeric');
    const help = widget.link.getByRole('link', { name: 'Get help from Breeze Inhaler' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), help.press('Enter')]);
    await opened.getByRole('heading', { name: 'Help with Breeze Inhaler' }).waitFor();
    assert.equal(await opened.evaluate(() => opener), null);
    await opened.close();
    await widget.code.focus();
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await widget.sees('Breeze Inhaler is connected');
  });

  it('has words in every language', async ({ page }) => {
    const { link_web_url } = await service.newToken({ provider: 'atlas_cuff' });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${link_web_url}&locale=ar`);
    await page.getByLabel('رقم العضوية').waitFor();
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      true,
    );
  });
});
