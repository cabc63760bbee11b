// The service did what it was asked for, but its answer never came: the network failed in between. The person goes on by what
// the screen offers, and nothing is done twice.
import type { Page } from '@playwright/test';
import { openProfile, type Profile } from './chromium.js';
import { afterEach, beforeEach, describe, it } from './test.js';
import { widgetOn, type Widget } from './widget.js';
import type { World } from './world.js';

const places = ['a page', 'the hosted page'] as const;

for (const place of places)
  describe(`an answer that is lost on the way to ${place}`, () => {
    let world: World, profile: Profile, page: Page, widget: Widget;
    beforeEach(async ({ world: shared, browser }) => {
      world = shared;
      profile = await openProfile(browser);
      page = await profile.newPage();
      widget = widgetOn(page);
    });
    afterEach(() => profile.close());

    async function open(provider: string) {
      const { link_token } = await world.newToken({ provider });
      await page.goto(
        place === 'a page'
          ? world.host({ attributes: { 'link-token': link_token } })
          : `${world.base}/link/#link_token=${link_token}`,
      );
    }

    it('leaves nothing to do twice: the person goes on at each step', async () => {
      const start = world.loseAnswers(/^POST \/v2\/link\/start/);
      await open('quartz_scale');
      await widget.sees('We couldn’t reach this service');
      start();
      await widget.press('Try again');

      const signIn = world.loseAnswers(/^POST \/v2\/link\/provider\/password\/quartz_scale$/);
      await widget.signIn('sms@example.com');
      await widget.sees('We couldn’t reach this service');
      signIn();
      await widget.press('Try again');
      await widget.sees('Enter your code');

      const code = world.loseAnswers(/^POST \/v2\/link\/provider\/password\/quartz_scale\/complete_mfa$/);
      await widget.answerCode('123456');
      await widget.sees('We couldn’t reach this service');
      code();
      await widget.press('Try again');
      await widget.sees('Quartz Scale is connected');
    });
  });
