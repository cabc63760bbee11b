// What the page and the person learn when a frame, or the service behind it, fails them.
import { expect } from '@open-wc/testing';
import { listenTo } from '../hosted-page.js';
import {
  appears,
  cleanUp,
  fakeService,
  focused,
  heading,
  mount,
  next,
  role,
  statusNode,
} from '../harness.js';
import { answer, catchWarnings, frameIn, mountFrame, pageIn } from './frame-scene.js';

describe('mode="frame" if something fails', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService({ '/v2/link/start': answer() });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  for (const [mode, title] of [
    ['frame', 'There’s a problem with this service'],
    ['window', 'The window didn’t open'],
  ] as const)
    it(`is read to a person whose focus is elsewhere in the page, in mode ${mode}`, async () => {
      service.answers['/v2/link/start'] = { status: 503, body: { detail: 'down' } };
      const original = window.open;
      window.open = () => null;
      const outside = document.createElement('button');
      const link = mode === 'frame' ? mountFrame() : mount({ mode });
      link.parentElement!.append(outside);
      outside.focus();

      link.show();
      await heading(link, title);
      await appears(link, () => statusNode(link)?.textContent === title);

      expect(document.activeElement).to.equal(outside);
      window.open = original;
    });

  it('takes a person to the problem who opens it again', async () => {
    service.answers['/v2/link/start'] = { status: 503, body: { detail: 'down' } };
    const link = mountFrame();
    const outside = document.createElement('button');
    link.parentElement!.append(outside);
    outside.focus();
    link.show();
    const title = await heading(link, 'There’s a problem with this service');

    link.show();

    expect(focused(link)).to.equal(title);
  });

  it('gives up on another page that came in place of ours', async () => {
    const original = window.setTimeout;
    const soon = ((run: () => void, after?: number) =>
      original(run, after === 15_000 ? 0 : after)) as typeof setTimeout;
    const { said, restore } = catchWarnings();
    const link = mountFrame();
    link.show();
    const page = await pageIn(link);
    await page.takes();
    page.step('sign-in', 'loading', 'quartz_scale');
    await next(link, 'svc-step');
    const heard = listenTo(link);

    window.setTimeout = soon;
    frameIn(link)!.src = 'about:blank';
    await heading(link, 'This is taking longer than usual');
    window.setTimeout = original;
    await said;
    restore();
    const exit = next(link, 'svc-exit');
    role(link, 'button', 'Close')!.click();

    expect((await exit).detail).to.deep.include({ outcome: 'cancelled', step: 'problem' });
    expect(heard.slice(0, 1)).to.deep.equal(['error timeout']);
  });
});
