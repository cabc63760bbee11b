// Checks that the browsers behave as people's do. If a driver hid a behaviour, the other tests would be worthless.
import assert from 'node:assert/strict';
import { eachEngine } from '../each-engine.js';
import { beforeEach, it } from '../test.js';
import type { World } from '../world.js';

let world: World;
beforeEach(({ world: shared }) => {
  world = shared;
});

eachEngine('people’s browsers', (at) => {
  it('block a window that nobody asked for, and open one for a click', async () => {
    await at.page.goto(
      world.page(`
        window.unasked = (() => { const opened = open('/', '_blank'); opened?.close(); return opened === null; })();
        document.querySelector('button').onclick = () => open('about:blank', '_blank');`),
    );
    assert.equal(await at.page.evaluate(() => window.unasked), true);
    await at.opens(() => at.page.click('button'));
    assert.equal(await at.windows(), 2);
  });

  it('bring a page back as it was left', async () => {
    await at.page.goto(
      world.page(`addEventListener('pageshow', (event) => (window.back = event.persisted));`),
    );
    await at.page.evaluate(() => void (window.typed = 'kept'));
    const other = world.page('', { site: 'other' });
    await at.page.leaveFor(other);
    await at.page.until((url) => location.href === url, other);
    await at.page.back();
    await at.page.until(() => window.back === true && window.typed === 'kept');
  });

  it('keep a frame’s storage apart from that of its site', async () => {
    const inside = world.page("localStorage.setItem('in', 'frame')", { site: 'inside' });
    await at.page.goto(world.page('', { more: `<iframe src="${inside}"></iframe>` }));
    const frame = at.page.frame('iframe');
    await frame.until(() => localStorage.getItem('in') === 'frame');
    const top = await at.profile.newPage();
    await top.goto(inside);
    await top.evaluate(() => void localStorage.setItem('in', 'top'));
    assert.equal(await frame.evaluate(() => localStorage.getItem('in')), 'frame');
  });

  it('click into a frame where it stands', async () => {
    const inside = world.page("document.querySelector('button').onclick = () => (window.clicked = true)", {
      site: 'inside',
    });
    const around = world.page('', {
      site: 'around',
      more: `<p>Above</p><iframe id="inner" src="${inside}"></iframe>`,
    });
    await at.page.goto(world.page('', { more: `<p>Above</p><iframe id="outer" src="${around}"></iframe>` }));
    const frame = at.page.frame('#outer').frame('#inner');
    await frame.click('button', 'Go');
    assert.equal(await frame.evaluate(() => window.clicked), true);
  });
});
