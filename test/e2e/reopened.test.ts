// The hosted page, opened again after its end: while the connection waits for the team's server (`confirm: "host"`), and after
// that.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('the hosted page after its end', (at) => {
  it('says that it is connected once the team’s server has said so, and not before', async () => {
    const { page } = at;
    const made = await world.newToken({ provider: 'quartz_scale', confirm: 'host' });
    await page.goto(`${world.base}/link/#link_token=${made.link_token}`);
    await page.sees('Connect Quartz Scale');
    await page.evaluate(() =>
      document.addEventListener('svc-success', ({ detail }) => {
        sessionStorage.setItem('code', detail.confirm_code!);
      }),
    );
    await page.fill('[part~=username-input]', 'ok@example.com');
    await page.fill('[part~=password-input]', 'good-password');
    await page.click('[part=submit]');
    await page.sees('You signed in to Quartz Scale');
    const confirm_code = await page.evaluate(() => sessionStorage.getItem('code'));
    assert.ok(confirm_code);

    await page.evaluate(() => location.reload());
    await page.sees('Quartz Scale isn’t connected yet');

    await world.ask('POST', `/v2/link/session/${made.link_session_id}/confirm`, { confirm_code });
    await page.evaluate(() => location.reload());
    await page.sees('Quartz Scale is connected');
  });
});
