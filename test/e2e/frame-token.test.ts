// A frame whose page sets another token before anything was done with the first one.
import assert from 'node:assert/strict';
import { eachEngine } from './each-engine.js';
import { beforeEach, it } from './test.js';
import type { World } from './world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('a frame', (at) => {
  it('stands with what was typed long after its token was set twice', async () => {
    const origins = { provider: 'quartz_scale', allowed_origins: [world.originOf('host')] };
    const [first, second] = await Promise.all([world.newToken(origins), world.newToken(origins)]);
    await at.page.goto(
      world.host({
        attributes: { mode: 'frame' },
        // Once in the click, and again as soon as the frame is there.
        more: `<button id="go">Go</button><script>
          const link = document.querySelector('svc-link');
          document.querySelector('#go').onclick = () => {
            link.linkToken = '${first.link_token}';
            link.show();
            const look = setInterval(() => {
              if (!link.shadowRoot.querySelector('iframe')) return;
              clearInterval(look);
              link.linkToken = '${second.link_token}';
              setTimeout(() => (window.late = true), 16000);
            }, 1);
          };</script>`,
      }),
    );
    await at.page.click('#go');
    const frame = at.page.frame('iframe');
    await frame.fill('[part~=username-input]', 'ok@example.com');
    await at.page.until(() => window.late === true);
    assert.equal(await frame.of('[part~=username-input]', (field) => field.value), 'ok@example.com');
    const heard = await at.page.evaluate(() => window.heard.map(({ name }) => name));
    assert.ok(!heard.includes('svc-error'), heard.join());
    await frame.fill('[part~=password-input]', 'good-password');
    await frame.click('[part=submit]');
    await at.page.until(() => window.heard.some(({ name }) => name === 'svc-success'));
    const session = await world.ask('GET', `/v2/link/session/${second.link_session_id}`);
    assert.equal(session.state, 'success');
  });
});
