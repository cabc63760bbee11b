// A phone whose network fails just as it opens its address, or as the person answers there.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openProfile, type Profile } from './chromium.js';
import * as devices from './devices.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { widgetOn, type Widget } from './widget.js';
import type { World } from './world.js';

describe('a phone of which nothing is heard', () => {
  let world: World, computer: Profile, mobile: Profile, screen: Page, widget: Widget, address: string;
  beforeEach(async ({ world: shared, browser }) => {
    world = shared;
    [computer, mobile] = await Promise.all([
      openProfile(browser, devices.computer),
      openProfile(browser, devices.mobile),
    ]);
    screen = await mobile.newPage();
    const page = await computer.newPage();
    widget = widgetOn(page);
    const { link_token } = await world.newToken({ provider: 'quartz_scale' });
    await page.goto(world.host({ attributes: { 'link-token': link_token } }));
    await widget.button('Continue on your phone').click();
    const field = widget.link.getByLabel('Or open this address on your phone');
    await field.waitFor();
    address = await field.inputValue();
  });
  afterEach(async () => {
    await Promise.all([computer.close(), mobile.close()]);
  });

  const open = () => screen.goto(address);
  const says = (name: string | RegExp) => screen.getByRole('heading', { name }).waitFor();
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();

  it('asks its person, though it was not told that the address is its own now', async () => {
    const works = world.loseAnswers(/^POST \/v2\/link\/handoff\/open/);
    await open();
    await says('This page didn’t load');
    works();
    await press('Try again');
    await press('Yes, continue');
    await widgetOn(screen).sees('Connect Quartz Scale');
  });

  it('goes on after a Yes that had arrived', async () => {
    await open();
    const works = world.loseAnswers(/^POST \/v2\/link\/handoff\/answer/);
    await press('Yes, continue');
    await says('This page didn’t load');
    assert.deepEqual(await screen.getByRole('button').allTextContents(), ['Try again']);
    works();
    await press('Try again');
    const there = widgetOn(screen);
    await there.sees('Connect Quartz Scale');
    await there.signIn('ok@example.com');
    await there.sees('Done');
    await widget.sees('Quartz Scale is connected');
  });

  it('asks again after a Yes that had not', async () => {
    await open();
    const works = world.fail(/^POST \/v2\/link\/handoff\/answer/);
    await press('Yes, continue');
    await says('This page didn’t load');
    works();
    await press('Try again');
    await press('Yes, continue');
    await widgetOn(screen).sees('Connect Quartz Scale');
  });

  it('has ended after a No that had arrived', async () => {
    await open();
    const works = world.loseAnswers(/^POST \/v2\/link\/handoff\/answer/);
    await press('No, stop');
    await widget.sees('You stopped on your phone');
    works();
    await press('Try again');
    await says('Nothing was connected');
  });
});
