import { expect } from '@open-wc/testing';
import { cleanUp, fakeService, next } from '../harness.js';
import { listenTo } from '../hosted-page.js';
import { answer, mountFrame, pageIn } from './frame-scene.js';

describe('a frame that the page opens again as soon as its run has ended', () => {
  let service: ReturnType<typeof fakeService>;
  const { setTimeout } = window;
  beforeEach(() => (service = fakeService({ '/v2/link/start': answer() })));
  afterEach(() => {
    window.setTimeout = setTimeout;
    cleanUp();
    service.restore();
  });

  it('stays open: nothing of the previous run closes it', async () => {
    // The wait for the last messages of a run ends when the test says so.
    const waits = new Map<number, () => void>();
    window.setTimeout = ((run: () => void, after?: number) => {
      const timer = setTimeout(run, after === 250 ? 3_600_000 : after);
      if (after === 250) waits.set(timer, run);
      return timer;
    }) as typeof window.setTimeout;
    const { clearTimeout } = window;
    window.clearTimeout = (timer) => {
      waits.delete(timer as number);
      clearTimeout(timer);
    };
    const link = mountFrame();
    link.show();
    const first = await pageIn(link);
    await first.takes();
    const exit = next(link, 'svc-exit');
    first.step('closed', 'sign-in');
    first.event('svc-exit', { outcome: 'cancelled', step: 'sign-in', result: null });
    await exit;
    const heard = listenTo(link);
    link.open = false;
    await link.updateComplete;
    link.show();
    await link.updateComplete;

    for (const run of waits.values()) run();
    window.clearTimeout = clearTimeout;
    await link.updateComplete;

    expect(link.open).to.equal(true);
    expect(heard).to.deep.equal(['close', 'open']);
  });
});
