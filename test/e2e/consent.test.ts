// Choosing what to share and keeping a receipt, in a real browser against the running service, by keys alone.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { answerConsent, readConnections, type Widget } from './widget.js';
import { describe, it } from './test.js';
import type { Page } from '@playwright/test';

const shots = process.env['SHOTS'];
const look = async (page: Page, name: string): Promise<void> => {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('what is shared', () => {
  const untick = async (page: Page, widget: Widget, choose: string, box: string) => {
    await widget.button(choose).focus();
    await page.keyboard.press('Enter');
    await widget.link.getByRole('checkbox', { name: box }).waitFor();
    await widget.link.getByRole('checkbox', { name: box }).focus();
    await page.keyboard.press('Space');
    assert.equal(await widget.link.getByRole('checkbox', { name: box }).isChecked(), false);
  };

  it('is chosen before a password, and kept as a receipt to print', async ({ visitor }) => {
    const { servers, page, widget, profile } = visitor;
    await page.goto(`${servers.demo}/inline.html?provider=solstice_ring`);
    await widget.sees('Connect Solstice Ring');
    await look(page, 'sign-in');
    await untick(page, widget, 'Choose what to share', 'heart rate');
    await look(page, 'choosing');
    await page.setViewportSize({ width: 320, height: 700 });
    await look(page, 'choosing-320');
    assert.equal(await wide(page), false);
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page, 'choosing-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await widget.username.focus();
    await page.keyboard.type('ok@example.com');
    await widget.password.focus();
    await page.keyboard.type('good-password');
    await page.keyboard.press('Enter');
    await widget.sees('Solstice Ring is connected');
    await look(page, 'done-320');
    const { providers } = await readConnections(page);
    const { consent, resource_availability } = providers.find(({ slug }) => slug === 'solstice_ring')!;
    assert.deepEqual(consent?.resources, ['sleep', 'activity']);
    assert.equal(resource_availability['heartrate']?.reason, 'not_chosen');
    const success = profile.events.find(({ name }) => name === 'svc-success')?.detail;
    assert.deepEqual((success as { consent?: unknown } | undefined)?.consent, consent);

    await widget.button('Save a receipt').focus();
    const [receipt] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await receipt.getByRole('heading', { name: /^What you share with/ }).waitFor();
    assert.equal(receipt.url(), 'about:blank');
    const words = await receipt.locator('main').innerText();
    for (const each of ['Solstice Ring', 'sleep', 'activity', success?.link_session_id ?? '?'])
      assert.ok(words.toLowerCase().includes(each.toLowerCase()), words);
    assert.ok(!/heart rate/i.test(words));
    // `::first-letter` works only in a box, so the name has to be one: it then has a capital letter, as in the widget.
    const box = (name: HTMLElement) => getComputedStyle(name).display;
    assert.equal(await receipt.locator('li bdi').first().evaluate(box), 'inline-block');
    await look(receipt, 'receipt');
    await receipt.setViewportSize({ width: 320, height: 700 });
    assert.equal(await wide(receipt), false);
    await look(receipt, 'receipt-320');
    await receipt.emulateMedia({ media: 'print' });
    assert.equal(await receipt.getByRole('button', { name: 'Print or save' }).isVisible(), false);
    await look(receipt, 'receipt-print');
    assert.ok((await receipt.pdf()).length > 1000);
    await receipt.close();
    assert.deepEqual(profile.complaints, []);
  });

  it('is asked for as scopes, and nothing else, at an OAuth provider', async ({ visitor }) => {
    const { servers, page, widget } = visitor;
    await page.goto(`${servers.demo}/inline.html?provider=aurora_ring`);
    await widget.sees(/^Connect Aurora Ring/);
    await untick(page, widget, 'Choose what to share', 'activity');
    await look(page, 'choosing-oauth');
    const popup = await widget.openWindow('Continue to Aurora Ring');
    await popup.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const { searchParams } = new URL(popup.url());
    assert.equal(searchParams.get('scope'), 'profile.read sleep.read heartrate.read body_temperature.read');
    await answerConsent(popup, 'Allow');
    await widget.sees('Aurora Ring is connected');
    const { providers } = await readConnections(page);
    const { consent } = providers.find(({ slug }) => slug === 'aurora_ring')!;
    assert.deepEqual(consent?.resources, ['profile', 'sleep', 'heartrate', 'body_temperature']);
    assert.equal(consent.language, 'en');
  });

  it('is chosen from right to left, on the hosted page', async ({ visitor }) => {
    const { servers, page, widget } = visitor;
    const { link_web_url } = await servers.newToken({ provider: 'solstice_ring' });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${link_web_url}&locale=ar`);
    await untick(page, widget, 'اختيار ما ستتم مشاركته', 'النوم');
    await look(page, 'choosing-ar');
    assert.equal(await wide(page), false);
    await widget.link.locator('[name=username]').fill('ok@example.com');
    await widget.link.locator('[name=password]').fill('good-password');
    await page.keyboard.press('Enter');
    const save = widget.button('حفظ إيصال');
    await save.waitFor();
    const [receipt] = await Promise.all([page.waitForEvent('popup'), save.press('Enter')]);
    await receipt.getByRole('heading').waitFor();
    assert.equal(await receipt.evaluate(() => document.documentElement.dir), 'rtl');
    const sides = await receipt
      .locator('dd')
      .evaluateAll((values) => values.map((value) => getComputedStyle(value).textAlign));
    assert.deepEqual([...new Set(sides)], ['right']);
    await look(receipt, 'receipt-ar');
  });

  it('keeps the words of a receipt whole in Korean', async ({ visitor }) => {
    const { servers, page, widget } = visitor;
    const { link_web_url } = await servers.newToken({ provider: 'solstice_ring' });
    await page.goto(`${link_web_url}&locale=ko`);
    await widget.link.locator('[name=username]').fill('ok@example.com');
    await widget.link.locator('[name=password]').fill('good-password');
    await page.keyboard.press('Enter');
    const save = widget.button('동의 내역 저장');
    await save.waitFor();
    const [receipt] = await Promise.all([page.waitForEvent('popup'), save.press('Enter')]);
    const heading = receipt.getByRole('heading');
    await heading.waitFor();
    assert.equal(await heading.evaluate((h1) => getComputedStyle(h1).wordBreak), 'keep-all');
    // On a phone an address has the full width.
    await receipt.setViewportSize({ width: 390, height: 844 });
    const left = async (name: string) => (await receipt.locator(name).first().boundingBox())?.x;
    assert.equal(await left('dd'), await left('dt'));
  });
});
