import { expect } from '@open-wc/testing';
import { listenTo } from '../hosted-page.js';
import { appears, cleanUp, fakeService, next } from '../harness.js';
import { known, frameIn, pageIn, answer, mountFrame } from './frame-scene.js';

describe('mode="frame"', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService({ '/v2/link/start': answer() });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('asks once for a new token if the old one has expired', async () => {
    service.answers['/v2/link/start'] = ({ body }) =>
      body['link_token'] === 'lt_1'
        ? { status: 401, body: { detail: { error_type: 'token_expired', error_message: '' } } }
        : answer();
    const link = mountFrame({ tokenProvider: async () => 'lt_2' });
    link.show();

    expect((await (await pageIn(link)).takes())['token']).to.equal('lt_2');
  });

  it('shows a session that succeeded before', async () => {
    service.answers['/v2/link/start'] = {
      status: 401,
      body: { detail: { error_type: 'token_consumed', error_message: '' } },
    };
    service.answers['/v2/link/state'] = { body: { ...known, state: 'success' } };
    const link = mountFrame();
    link.show();

    expect((await (await pageIn(link)).takes())['token']).to.equal('lt_1');
  });

  describe('when another token comes before the frame has answered', () => {
    /** Timers of 15 s that were not cancelled. */
    const pending = new Map<number, () => void>();
    const { setTimeout: originalSet, clearTimeout: originalClear } = window;
    let wait: () => void;
    let timer = 1e9;
    beforeEach(() => {
      window.setTimeout = ((run: () => void, after?: number) => {
        if (after !== 15_000) return originalSet(run, after);
        pending.set((timer += 1), run);
        return timer;
      }) as typeof setTimeout;
      window.clearTimeout = ((id: number) =>
        pending.delete(id) ? undefined : originalClear(id)) as typeof clearTimeout;
      wait = () => {
        for (const run of pending.values()) run();
        pending.clear();
      };
    });
    afterEach(() => {
      window.setTimeout = originalSet;
      window.clearTimeout = originalClear;
      pending.clear();
    });

    it('keeps the frame of the last token after the timeout of the first', async () => {
      const link = mountFrame();
      const heard = listenTo(link);
      link.show();
      await appears(link, () => frameIn(link));
      const first = frameIn(link);
      link.linkToken = 'lt_2';
      await appears(link, () => frameIn(link) && frameIn(link) !== first);
      const page = await pageIn(link);
      expect((await page.takes())['token']).to.equal('lt_2');
      page.step('sign-in', 'loading');
      await next(link, 'svc-step');
      wait();
      await link.updateComplete;
      expect(frameIn(link)).to.not.equal(null);
      expect(heard.filter((name) => name.startsWith('error'))).to.deep.equal([]);
    });

    it('ignores what the service says about the first token after that', async () => {
      const answers: ((response: Response) => void)[] = [];
      let asked = (): void => {};
      const { fetch } = globalThis;
      globalThis.fetch = () =>
        new Promise((resolve) => {
          answers.push(resolve);
          asked();
        });
      const another = () => new Promise<void>((resolve) => (asked = resolve));
      const link = mountFrame();
      const heard = listenTo(link);
      const first = another();
      link.show();
      await first;
      const second = another();
      link.linkToken = 'lt_2';
      await second;
      const json = (body: unknown, status = 200) =>
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
      answers[1]!(json(answer().body));
      answers[0]!(json({ detail: { error_type: 'invalid_token', error_message: '' } }, 401));
      globalThis.fetch = fetch;
      expect((await (await pageIn(link)).takes())['token']).to.equal('lt_2');
      expect(heard.filter((name) => name.startsWith('error'))).to.deep.equal([]);
    });
  });

  it('is made for the token that the page sets before the frame exists, and passes on a later one', async () => {
    service.answers['/v2/link/start'] = 'never';
    const link = mountFrame();
    link.show();
    await service.asked('/v2/link/start');
    service.answers['/v2/link/start'] = answer();
    link.linkToken = 'lt_2';
    const page = await pageIn(link);
    expect((await page.takes())['token']).to.equal('lt_2');

    link.linkToken = 'lt_3';

    expect((await page.hears('token'))['token']).to.equal('lt_3');
  });
});
