import { expect } from '@open-wc/testing';
import {
  appears,
  button,
  focused,
  heading,
  next,
  part,
  providers,
  result,
  role,
  session,
  signIn,
  text,
} from '../harness.js';
import { fakeWindows } from '../hosted-page.js';
import { catchWarnings } from '../modes/frame-scene.js';
import { atSignIn, leave, password, service } from './scene.js';

describe('authorize', () => {
  afterEach(leave);

  const originalOpen = window.open;
  afterEach(() => {
    window.open = originalOpen;
  });

  it('opens the hosted page inside the click', async () => {
    const link = await atSignIn({}, 'aurora_ring');
    const opened: string[] = [];
    window.open = (url) => {
      opened.push(String(url));
      return { closed: false, postMessage() {}, focus() {}, close() {} } as unknown as Window;
    };

    (await button(link, 'Continue to Aurora Ring')).click();

    expect(opened).to.deep.equal(['https://service.test/link/?display=window']);
    await heading(link, 'Finish in the Aurora Ring window');
    expect(role(link, 'button', 'Open the window again')).to.exist;
    expect(focused(link)).to.equal(part(link, 'title'));
    role(link, 'button', 'Cancel')!.click();
    await button(link, 'Continue to Aurora Ring');
    expect(focused(link)).to.equal(part(link, 'title'));
  });

  it('says that other people could not connect, before a window opens', async () => {
    const degraded = providers.map((each) => ({ ...each, degraded: each.slug === 'aurora_ring' }));
    const link = await atSignIn(
      { '/v2/link/start': { body: { session, providers: degraded } } },
      'aurora_ring',
    );
    await button(link, 'Continue to Aurora Ring');
    expect(text(part(link, 'notice'))).to.contain('Other people couldn’t connect Aurora Ring');
  });

  it('passes on the code that the window brings for the host to confirm', async () => {
    const windows = await fakeWindows();
    const link = await atSignIn({}, 'aurora_ring');
    link.hostedUrl = '/link/';
    const confirmed = next(link, 'svc-success');
    (await button(link, 'Continue to Aurora Ring')).click();
    const page = windows.page();
    await page.takes();
    service.answers['/v2/link/state'] = {
      body: { ...session, state: 'pending_confirmation', provider: 'aurora_ring', attempt: 1 },
    };
    page.say('leaving');
    page.say('result', { confirm_code: 'c1' });

    expect((await confirmed).detail).to.deep.include({ state: 'success', confirm_code: 'c1' });
    windows.restore();
  });

  it('does not say connected while the host has to confirm', async () => {
    const link = await atSignIn({
      [password]: result('success', { connected: false, confirm_code: 'c1' }),
    });
    await signIn(link);
    await heading(link, 'You signed in to Quartz Scale');
    expect(text(part(link, 'done'))).to.contain('The connection is made once Well Days confirms it.');
  });

  it('offers to continue in this window if the browser blocks another', async () => {
    const link = await atSignIn({}, 'aurora_ring');
    window.open = () => null;

    (await button(link, 'Continue to Aurora Ring')).click();

    await heading(link, 'The window didn’t open');
    expect(focused(link)).to.equal(part(link, 'title'));
    expect(text(part(link, 'body'))).to.contain('Your browser stopped the Aurora Ring window from opening.');
  });

  it('tells a developer what blocks windows', async () => {
    const { said, restore } = catchWarnings();
    const link = await atSignIn({}, 'aurora_ring');
    window.open = () => null;

    (await button(link, 'Continue to Aurora Ring')).click();

    expect(await said).to.contain('same-origin-allow-popups');
    restore();
  });

  it('offers to try a blocked window once more, and a way back', async () => {
    const link = await atSignIn({}, 'aurora_ring');
    const opened: string[] = [];
    window.open = (url) => {
      opened.push(String(url));
      return null;
    };
    (await button(link, 'Continue to Aurora Ring')).click();
    await heading(link, 'The window didn’t open');
    expect(role(link, 'button', 'Open the window again')).to.equal(null);
    (await button(link, 'Try again')).click();
    await appears(link, () => opened.length === 2 && role(link, 'heading', 'The window didn’t open'));
    (await button(link, 'Cancel')).click();
    await heading(link, 'Connect Aurora Ring to Well Days');
    expect(focused(link)).to.equal(part(link, 'title'));
  });
});
