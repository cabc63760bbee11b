import { expect } from '@open-wc/testing';
import { catchForms, fakeWindows, listenTo } from '../hosted-page.js';
import { button, cleanUp, fakeService, focused, heading, next, role, text, still } from '../harness.js';
import { success, mountWindow, wayOn, press } from './window-scene.js';

describe('mode="window" if windows are blocked', () => {
  let service: ReturnType<typeof fakeService>;
  let windows: Awaited<ReturnType<typeof fakeWindows>>;
  let caught: ReturnType<typeof catchForms>;
  beforeEach(async () => {
    service = fakeService();
    windows = await fakeWindows('blocked');
    caught = catchForms();
  });
  afterEach(() => {
    cleanUp();
    caught.restore();
    windows.restore();
    service.restore();
  });

  it('offers a link that sends the token by a form, and learns of success from the service', async () => {
    const link = mountWindow({
      provider: 'quartz_scale',
      providers: ['quartz_scale', 'aurora_ring'],
      locale: 'en-US',
    });
    const heard = listenTo(link);
    await press(link);
    const title = await heading(link, 'The window didn’t open');
    expect(focused(link)).to.equal(null);
    expect(text(title.parentElement)).to.contain('Your browser stopped the window from opening.');
    still(link);
    await expect(link).to.be.accessible();
    const way = wayOn(link);
    expect([way.href, way.target]).to.deep.equal([new URL('/link/', location.href).href, '_blank']);
    service.answers['/v2/link/state'] = {
      body: { ...success.body, redirect_url: 'https://app.example/done', on_error: 'redirect' },
    };
    const closed = next(link, 'svc-close');

    way.click();
    await closed;

    expect(caught.forms).to.deep.equal([
      {
        action: new URL('/link/', location.href).href,
        target: '_blank',
        fields: {
          link_token: 'lt_1',
          display: 'page',
          provider: 'quartz_scale',
          providers: 'quartz_scale aurora_ring',
          locale: 'en-US',
        },
      },
    ]);
    // The window goes to the redirect URL by itself.
    expect(heard).to.deep.equal([
      'open',
      'error popup_blocked',
      'step done',
      'success',
      'exit success',
      'close',
    ]);
  });

  it('does not say that a window was blocked if the page is cross-origin isolated, and uses a form', async () => {
    const isolated = Object.getOwnPropertyDescriptor(window, 'crossOriginIsolated')!;
    Object.defineProperty(window, 'crossOriginIsolated', { value: true, configurable: true });
    try {
      const link = mountWindow();
      const errors: string[] = [];
      link.addEventListener('svc-error', ({ detail }) => errors.push(detail.code));
      await press(link);
      const title = await heading(link, 'Continue in a new window');

      expect(text(title.parentElement)).not.to.contain('stopped');
      await expect(link).to.be.accessible();
      wayOn(link).click();

      await button(link, 'Open the window again');
      expect(caught.forms.map(({ target, fields }) => [target, fields['link_token']])).to.deep.equal([
        ['_blank', 'lt_1'],
      ]);
      expect(errors).to.deep.equal([]);
    } finally {
      Object.defineProperty(window, 'crossOriginIsolated', isolated);
    }
  });

  it('says that the window was blocked if nobody has clicked, too', async () => {
    const link = mountWindow({}, { open: '' });
    await heading(link, 'The window didn’t open');
    role(link, 'button', 'Cancel')!.click();
    await next(link, 'svc-close');
    expect(link.open).to.equal(false);
  });

  it('ends a link on a phone that a posted window cannot report', async () => {
    const link = mountWindow();
    await press(link);
    await heading(link, 'The window didn’t open');
    wayOn(link).click();
    await button(link, 'Open the window again');
    service.answers['/handoff/end'] = success;
    const exit = next(link, 'svc-exit');
    (await button(link, 'Cancel')).click();
    expect((await exit).detail.outcome).to.equal('success');
  });

  it('posts again if the posted window is gone', async () => {
    const link = mountWindow();
    await press(link);
    await heading(link, 'The window didn’t open');
    wayOn(link).click();
    (await button(link, 'Open the window again')).click();

    expect(caught.forms.map(({ target }) => target)).to.deep.equal(['_blank', '_blank']);
  });
});
