import { expect } from '@open-wc/testing';
import { fakeWindows, listenTo } from '../hosted-page.js';
import { cleanUp, fakeService, heading, next, role } from '../harness.js';
import { mountWindow, press, succeeds } from './window-scene.js';

describe('mode="window"', () => {
  let service: ReturnType<typeof fakeService>;
  let windows: Awaited<ReturnType<typeof fakeWindows>>;
  beforeEach(async () => {
    service = fakeService();
    windows = await fakeWindows();
  });
  afterEach(() => {
    cleanUp();
    windows.restore();
    service.restore();
  });

  it('waits for a token that comes late', async () => {
    const link = mountWindow({ linkToken: null });
    await press(link);
    const page = windows.page();
    await page.hears('hello');
    page.say('ready');
    await page.hears('hello');
    link.linkToken = 'lt_late';
    await link.updateComplete;
    page.say('ready');

    expect((await page.hears('init'))['token']).to.equal('lt_late');
  });

  it('asks the page for a token, and says what is wrong if there is none', async () => {
    let asked = 0;
    const link = mountWindow({
      linkToken: null,
      tokenProvider: () => (asked++ ? Promise.resolve('lt_p') : Promise.reject(new Error('down'))),
    });
    const heard = listenTo(link);
    await press(link);
    await heading(link, 'There’s a problem with this service');
    expect(heard).to.deep.equal(['open', 'error service_error']);

    role(link, 'button', 'Try again')!.click();

    expect((await windows.page(1).takes())['token']).to.equal('lt_p');
  });

  it('passes on a token that it asked for, and a token that the page sets', async () => {
    let asked = 0;
    const link = mountWindow({
      tokenProvider: () => (asked++ ? Promise.reject(new Error('down')) : Promise.resolve('lt_2')),
    });
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('renew');
    expect((await page.hears('token'))['token']).to.equal('lt_2');
    page.say('renew');
    expect((await page.hears('token'))['token']).to.equal(null);

    link.linkToken = 'lt_3';
    expect((await page.hears('token'))['token']).to.equal('lt_3');
  });

  it('keeps another token until the window can receive it', async () => {
    const asked = service.asked('/v2/link/state');
    const link = mountWindow();
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('leaving');
    await asked;
    link.linkToken = 'lt_3';
    await link.updateComplete;
    page.say('returned');

    expect((await page.hears('token'))['token']).to.equal('lt_3');
  });

  it('asks for a new token after success', async () => {
    const link = mountWindow({ tokenProvider: async () => 'lt_2' });
    await press(link);
    const page = windows.page();
    await page.takes();
    succeeds(page);
    const closed = next(link, 'svc-close');
    await page.hears('ack');
    windows.shut();
    await closed;
    await press(link);

    expect((await windows.page(1).takes())['token']).to.equal('lt_2');
  });

  it('shows why the token was refused', async () => {
    const link = mountWindow();
    const heard = listenTo(link);
    await press(link);
    const page = windows.page();
    await page.takes();
    page.say('refused', { code: 'token_consumed' });
    await heading(link, 'This link has already been used');

    const exit = next(link, 'svc-exit');
    role(link, 'button', /Go back/)!.click();

    expect((await exit).detail).to.include({ outcome: 'error', step: 'problem' });
    expect(heard.slice(0, 2)).to.deep.equal(['open', 'error token_consumed']);
  });
});
