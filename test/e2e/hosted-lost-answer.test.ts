// The hosted page, opened from an address that works in one browser. That browser goes on, even if it never heard the answer
// that bound the session to it: the network failed, or the app ended the page.
import { eachEngine } from './each-engine.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World, address: string;
beforeEach(async ({ world: shared }) => {
  world = shared;
  const { link_token } = await world.newToken({ provider: 'quartz_scale' });
  address = `${world.base}/link/#link_token=${link_token}`;
});

eachEngine('the hosted page whose first answer is lost', (at) => {
  it('goes on by Try again', async () => {
    const works = world.loseAnswers(/^POST \/v2\/link\/start/);
    await at.page.goto(address);
    await at.page.sees('We couldn’t reach this service');
    works();
    await at.page.click('[part=action]', 'Try again');
    await at.page.sees('Connect Quartz Scale');
  });

  it('goes on in a new view of the app', async () => {
    const works = world.loseAnswers(/^POST \/v2\/link\/start/);
    await at.page.goto(address);
    await at.page.sees('We couldn’t reach this service');
    works();
    await at.page.goto(`${world.base}/health`);
    await at.page.goto(address);
    await at.page.sees('Connect Quartz Scale');
  });
});
