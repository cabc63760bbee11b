// A file of its own: from here on, the page remembers that its windows may be cut off.
import { expect } from '@open-wc/testing';
import { fakeWindows, listenTo } from '../hosted-page.js';
import { cleanUp, fakeService, mount, next } from '../harness.js';

describe('mode="window", closed before its first message', () => {
  let service: ReturnType<typeof fakeService>;
  let windows: Awaited<ReturnType<typeof fakeWindows>>;
  beforeEach(async () => {
    service = fakeService();
    windows = await fakeWindows();
    document.hasFocus = () => true;
  });
  afterEach(() => {
    cleanUp();
    Reflect.deleteProperty(document, 'hasFocus');
    windows.restore();
    service.restore();
  });

  it('is cancelled if the person is back on the page, and does not say that the browser blocked it', async () => {
    const link = mount({ mode: 'window', hostedUrl: '/link/' }, { open: '' });
    const heard = listenTo(link);
    await next(link, 'svc-open');
    const closed = next(link, 'svc-close');
    windows.shut();
    await closed;

    expect(heard).to.deep.equal(['open', 'step closed', 'exit cancelled', 'close']);
  });
});
