// "Continue on your phone": the devices of two people, or two devices of one person, each with a browser of its own.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openProfile, type Profile } from './chromium.js';
import * as devices from './devices.js';
import type { Servers } from './servers.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { answerConsent, pointAt, widgetOn, type Widget } from './widget.js';

const offer = 'Continue on your phone';

describe('a link that goes on on a phone', () => {
  let servers: Servers, computer: Profile, mobile: Profile, page: Page, screen: Page, widget: Widget;
  beforeEach(async ({ servers: shared, browser }) => {
    servers = shared;
    [computer, mobile] = await Promise.all([
      openProfile(browser, devices.computer),
      openProfile(browser, devices.mobile),
    ]);
    [page, screen] = [await computer.newPage(), await mobile.newPage()];
    widget = widgetOn(page);
  });
  afterEach(async () => {
    await Promise.all([computer.close(), mobile.close()]);
  });

  /** Asks for the code on the computer, and returns the address in it. */
  async function address(): Promise<string> {
    await widget.button(offer).click();
    const field = widget.link.getByLabel('Or open this address on your phone');
    await field.waitFor();
    // The code is drawn, not only present: 37 modules, without its light edge.
    const drawn = widget.link.locator('svg[role=img] path');
    assert.equal(await drawn.evaluate((path: SVGPathElement) => path.getBBox().width), 37);
    return field.inputValue();
  }
  async function begin(query = '') {
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale${query}`);
    return address();
  }
  const says = (name: string | RegExp) => screen.getByRole('heading', { name }).waitFor();
  const yes = () => screen.getByRole('button', { name: 'Yes, continue' }).click();

  it('asks there for whom it is, ends there, and is told here', async () => {
    const url = await begin();
    assert.match(url, new RegExp(`^${servers.service}/link/#handoff=[\\w-]{43}$`));
    await screen.goto(url);
    await says(/^(Are you connecting for|Did you open this)/);
    assert.equal(screen.url(), `${servers.service}/link/`);
    await screen.getByText(`It was started at ${new URL(servers.demo).host}.`).waitFor();
    await widget.sees('Opened on your phone');
    await yes();
    const there = widgetOn(screen);
    await there.sees('Connect Quartz Scale');
    await widget.sees('Finish on your phone');
    await there.signIn('ok@example.com');
    await there.sees('Done');
    await widget.sees('Quartz Scale is connected');
    const names = computer.events.map(({ name }) => name);
    assert.ok(names.includes('svc-success') && names.includes('svc-exit'), names.join());
    const { detail } = computer.events.find(({ name }) => name === 'svc-success')!;
    assert.deepEqual([detail.provider, detail.connected], ['quartz_scale', true]);
    assert.ok(!(await screen.content()).includes('done.html'));
    for (const profile of [computer, mobile]) assert.deepEqual(profile.complaints, []);
  });

  it('goes to a provider and back there', async () => {
    await page.goto(`${servers.demo}/inline.html?provider=aurora_ring`);
    await screen.goto(await address());
    await yes();
    await widgetOn(screen).button('Continue to Aurora Ring').click();
    await answerConsent(screen, 'Allow');
    await widgetOn(screen).sees('Done');
    await widget.sees('Aurora Ring is connected');
  });

  it('opens on one device, and not after it was taken back', async ({ browser }) => {
    const url = await begin();
    await screen.goto(url);
    await says(/^(Are you connecting for|Did you open this)/);
    const other = await openProfile(browser, devices.mobile);
    const late = await other.newPage();
    await late.goto(url);
    await late.getByRole('heading', { name: 'This code was already opened' }).waitFor();
    await other.close();
    await widget.sees('Opened on your phone');
    await widget.button('Continue here instead').click();
    await widget.sees('Connect Quartz Scale');
    await yes();
    await says('You can’t continue here');
    await widget.signIn('ok@example.com');
    await widget.sees('Quartz Scale is connected');
  });

  it('is not offered where the token says so, which the demo turns on and off', async () => {
    await page.goto(`${servers.demo}/inline.html?provider=quartz_scale`);
    await widget.button(offer).waitFor();
    const box = page.getByLabel('Not on a phone');
    // The last thing that the page does: until then it knows no provider to keep.
    const isListed = () => page.locator('select[name=provider] option').nth(1).waitFor({ state: 'attached' });
    await isListed();
    // Not `check()`, which looks at the box again in the next page, before that page's script has set it.
    await Promise.all([page.waitForEvent('load'), box.click()]);
    await widget.sees('Connect Quartz Scale');
    assert.equal(await widget.button(offer).count(), 0);
    await isListed();
    await Promise.all([page.waitForEvent('load'), box.click()]);
    await widget.button(offer).waitFor();
  });

  it('is over after five minutes', async () => {
    const url = await begin();
    await servers.advanceClock(301);
    await screen.goto(url);
    await says('This code has run out');
  });

  it('connects nothing for who says no, and tells the computer', async () => {
    await screen.goto(await begin());
    await screen.getByRole('button', { name: 'No, stop' }).click();
    await says('Nothing was connected');
    await widget.sees('You stopped on your phone');
    assert.equal(
      computer.events.some(({ name }) => name === 'svc-success'),
      false,
    );
  });

  it('goes on only by the number where the team confirms, and gives its code to the page here', async () => {
    const url = await begin('&confirm=host');
    await screen.goto(url);
    await says(/^(Are you connecting for|Did you open this)/);
    assert.equal(await screen.getByRole('button', { name: 'Yes, continue' }).count(), 0);
    const number = (await screen.locator('output').textContent()) ?? '';
    const field = widget.link.getByLabel('Number on your phone');
    await field.fill('000 000');
    await widget.link.getByRole('button', { name: 'Continue', exact: true }).click();
    await widget.shows('That isn’t the number on your phone');
    await field.fill(number);
    await widget.link.getByRole('button', { name: 'Continue', exact: true }).click();
    const there = widgetOn(screen);
    await there.signIn('ok@example.com');
    await there.sees('Done');
    await page.getByText('This demo’s server has asked the service.').waitFor();
    const { detail } = computer.events.find(({ name }) => name === 'svc-success')!;
    assert.match(detail.confirm_code, /^[\w-]{43}$/);
    assert.ok(!(await screen.content()).includes(detail.confirm_code));
  });

  it('keeps its code out of addresses, referrers and storage', async () => {
    const asked: string[] = [];
    screen.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    const url = await begin();
    const code = new URL(url).hash.slice('#handoff='.length);
    await screen.goto(url);
    await says(/^(Are you connecting for|Did you open this)/);
    assert.ok(!asked.join().includes(code));
    const kept = await screen.evaluate(() =>
      JSON.stringify([
        history.state,
        { ...sessionStorage },
        { ...localStorage },
        document.title,
        location.href,
      ]),
    );
    assert.ok(!kept.includes(code), kept);
    await screen.reload();
    await says(/^(Are you connecting for|Did you open this)/);
  });

  for (const mode of ['frame', 'window', 'redirect'])
    it(`is offered by the hosted page too (${mode})`, async () => {
      if (mode === 'window') await devices.onWideScreen(computer.context);
      await page.goto(`${servers.demo}/${mode}.html?provider=quartz_scale`);
      const [popup] = await Promise.all([
        mode === 'window' ? page.waitForEvent('popup') : null,
        page.getByRole('button', { name: 'Add a device' }).click(),
      ]);
      const where = widgetOn(mode === 'frame' ? page.frameLocator('iframe') : (popup ?? page));
      await pointAt(where.button(offer));
      await where.button(offer).click();
      const field = where.link.getByLabel('Or open this address on your phone');
      await field.waitFor();
      await screen.goto(await field.inputValue());
      await screen.getByText(`It was started at ${new URL(servers.demo).host}.`).waitFor();
      await yes();
      await widgetOn(screen).signIn('ok@example.com');
      await widgetOn(screen).sees('Done');
      await page.getByText('This demo’s server has asked the service.').waitFor();
    });
});
