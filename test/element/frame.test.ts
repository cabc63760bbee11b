import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import type { FrameWindow } from '../bridge/frame-window.js';
import { HostedPage, listenTo, publicResult } from './hosted-page.js';
import {
  appears,
  cleanUp,
  fakeService,
  heading,
  mount,
  next,
  part,
  parts,
  role,
  session,
  still,
} from './harness.js';

const origin = location.origin;
/** A file of the tests stands for the hosted page: its name is the session's. */
const known = { ...session, link_session_id: 'session.html', allowed_origins: [origin] };
const hostedUrl = '/test/element/hosted/';

const frameIn = (link: SvcLink) => link.renderRoot.querySelector('iframe');

/** The page in the frame, once it has loaded; `other` than the last one. */
async function pageIn(link: SvcLink, other?: Window | null): Promise<HostedPage> {
  const frame = await appears(link, () => frameIn(link));
  const inner = () => frame.contentWindow as (Window & Pick<FrameWindow, 'hears'>) | null;
  if (inner() === other || typeof inner()?.hears !== 'function')
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = inner()!;
  return new HostedPage({ hears: () => page.hears(), say: (say) => page.postMessage({ say }, origin) });
}

/** Takes what would be said on the console. */
function catchWarnings(): { said: Promise<string>; restore: () => void } {
  const original = console.warn;
  let restore = (): void => {};
  const said = new Promise<string>((resolve) => {
    console.warn = (text: string) => resolve(text);
    restore = () => (console.warn = original);
  });
  return { said, restore };
}

describe('mode="frame"', () => {
  let service: ReturnType<typeof fakeService>;
  const answer = (more: object = {}) => ({ body: { session: { ...known, ...more }, providers: [] } });
  beforeEach(() => {
    service = fakeService({ '/v2/link/start': answer() });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  const mountFrame = (properties: Partial<SvcLink> = {}): SvcLink =>
    mount({ mode: 'frame', hostedUrl, ...properties });

  it('leaves what cannot be mended with its reason, and goes where that leads', async () => {
    const link = mountFrame({ redirectOn: ['error'] });
    const heard = listenTo(link);
    link.show();
    const page = await pageIn(link);
    await page.takes();
    const result = publicResult({ state: 'error', redirect_url: 'https://app.example/back' });
    page.step('problem', 'loading');
    const error = next(link, 'svc-error');
    page.event('svc-error', { result, code: 'token_consumed', step: 'problem', retryable: false });
    await error;
    const [exit, redirect] = [next(link, 'svc-exit'), next(link, 'svc-redirect')];

    link.close();

    expect((await exit).detail).to.include({ outcome: 'error', step: 'problem' });
    expect(new URL((await redirect).detail.url).searchParams.get('error_type')).to.equal('token_consumed');
    expect(heard.filter((line) => /^exit/.test(line))).to.deep.equal(['exit error']);
  });

  it('frames the page of its session, named, and keeps the token out of its address', async () => {
    const link = mountFrame({ label: 'Your devices' });
    await link.updateComplete;
    expect(service.calls).to.deep.equal([]);
    const opened = next(link, 'svc-open');
    link.show();
    link.show();
    expect((await opened).detail).to.deep.equal({});

    const page = await pageIn(link);

    const frame = frameIn(link)!;
    expect(frame.src).to.equal(`${origin}${hostedUrl}frame/session.html`);
    expect(frame.title).to.equal('Your devices');
    expect(service.calls.map(({ path, body }) => [path, body['origin']])).to.deep.equal([
      ['/v2/link/start', origin],
    ]);
    const { token, link: settings } = await page.takes();
    expect(token).to.equal('lt_1');
    expect(settings).to.deep.include({ mode: 'frame', canRenew: false, redirectOn: null });
  });

  it('shows that it loads, with a way out, until the first step stands', async () => {
    const link = mountFrame();
    link.show();
    const page = await pageIn(link);
    await page.takes();
    expect(link.renderRoot.querySelector('[role=progressbar]')).to.not.equal(null);
    expect(role(link, 'button', 'Close')).to.not.equal(null);
    still(link);
    await expect(link).to.be.accessible();
    const [hosted] = parts(link, 'panel');
    expect(hosted!.inert).to.equal(true);

    page.step('loading', 'closed');
    page.step('select-provider', 'loading');
    await appears(link, () => !link.renderRoot.querySelector('[role=progressbar]'));

    expect(part(link, 'panel')!.inert).to.equal(false);
    expect(link.matches(':state(select-provider)')).to.equal(true);
    expect(frameIn(link)!.getBoundingClientRect().height).to.be.above(500);
  });

  it('dispatches what happens in it and stays on done until it is closed', async () => {
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    const page = await pageIn(link);
    await page.takes();
    page.step('sign-in', 'loading', 'quartz_scale');
    page.event('svc-ready', { step: 'sign-in', providers: 9 });
    page.step('done', 'connecting', 'quartz_scale');
    page.event('svc-success', publicResult());
    const exit = next(link, 'svc-exit');
    page.event('svc-exit', { outcome: 'success', step: 'done', result: publicResult() });
    await exit;
    expect(link.open).to.equal(true);

    const closed = next(link, 'svc-close');
    page.step('closed', 'done', 'quartz_scale');
    await closed;

    expect(heard).to.deep.equal([
      'open',
      'step sign-in',
      'ready sign-in',
      'step done',
      'success',
      'exit success',
      'step closed',
      'close',
    ]);
    expect(frameIn(link)).to.equal(null);
  });

  describe('that is closed while it connects', () => {
    /** Leaves from a step; answers what is said of the end, once that is so. */
    async function leaves(step: string, properties: Partial<SvcLink> = {}) {
      const link = mountFrame(properties);
      link.show();
      const page = await pageIn(link);
      await page.takes();
      page.step(step, 'sign-in', 'quartz_scale');
      await appears(link, () => link.matches(`:state(${step})`));
      const heard = listenTo(link);
      const exit = next(link, 'svc-exit');
      link.close();
      return { link, heard, detail: (await exit).detail };
    }
    const connected = { ...known, state: 'success', provider: 'quartz_scale', provider_id: 'p1' };

    for (const step of ['connecting', 'challenge'])
      it(`has connected where the service says so, from ${step}`, async () => {
        service.answers['/v2/link/state'] = { body: connected };
        const { heard, detail } = await leaves(step);
        expect(detail).to.deep.include({ outcome: 'success', step });
        expect(detail.result).to.deep.include({ connected: true, provider_id: 'p1' });
        expect(heard).to.deep.equal(['step closed', 'close', 'success', 'exit success']);
      });

    it('takes no more of a frame that is gone, and another token for the next run', async () => {
      service.answers['/v2/link/state'] = { body: connected };
      const { link } = await leaves('connecting', { tokenProvider: async () => 'lt_2' });
      link.show();
      expect((await (await pageIn(link)).takes())['token']).to.equal('lt_2');
    });

    for (const [name, state] of [
      ['says anything else', { body: { ...known, state: 'error', error_type: 'provider_api_error' } }],
      ['does not answer', { status: 503, body: { detail: 'down' } }],
    ] as const)
      it(`has cancelled where the service ${name}`, async () => {
        service.answers['/v2/link/state'] = state;
        const { heard, detail } = await leaves('connecting');
        expect(detail).to.deep.equal({ outcome: 'cancelled', step: 'connecting', result: null });
        expect(heard).to.deep.equal(['step closed', 'close', 'exit cancelled']);
      });

    it('has cancelled after three seconds without an answer', async () => {
      service.answers['/v2/link/state'] = 'never';
      const original = AbortSignal.timeout;
      const waits: number[] = [];
      AbortSignal.timeout = (after) => {
        if (after === 3000) waits.push(after);
        return original.call(AbortSignal, after === 3000 ? 0 : after);
      };
      const { detail } = await leaves('connecting');
      AbortSignal.timeout = original;
      expect([detail.outcome, waits]).to.deep.equal(['cancelled', [3000]]);
    });

    it('asks nothing where nothing was tried', async () => {
      const { detail } = await leaves('sign-in');
      expect(detail.outcome).to.equal('cancelled');
      expect(service.calls.map(({ path }) => path)).to.deep.equal(['/v2/link/start']);
    });

    it('says the same where it is taken out of the page', async () => {
      service.answers['/v2/link/state'] = { body: connected };
      const link = mountFrame();
      link.show();
      const page = await pageIn(link);
      await page.takes();
      page.step('connecting', 'sign-in', 'quartz_scale');
      await appears(link, () => link.matches(':state(connecting)'));
      const [success, exit] = [next(link, 'svc-success'), next(link, 'svc-exit')];
      link.remove();
      expect((await success).detail.connected).to.equal(true);
      expect((await exit).detail.outcome).to.equal('success');
    });
  });

  it('begins another run where the person connects another', async () => {
    const link = mountFrame({ withAnother: true, tokenProvider: async () => 'lt_2' });
    const heard = listenTo(link);
    link.show();
    const page = await pageIn(link);
    await page.takes();
    for (const from of ['closed', 'done']) {
      page.step('loading', from);
      page.step('done', 'loading', 'quartz_scale');
      page.event('svc-success', publicResult());
      const exit = next(link, 'svc-exit');
      page.event('svc-exit', { outcome: 'success', step: 'done', result: publicResult() });
      await exit;
    }

    expect(heard.filter((line) => /exit|success/.test(line))).to.deep.equal([
      'success',
      'exit success',
      'success',
      'exit success',
    ]);
  });

  it('says where to go only once it was heard, and closes after', async () => {
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    const page = await pageIn(link);
    await page.takes();
    const closed = next(link, 'svc-close');
    page.step('closed', 'sign-in');
    page.event('svc-exit', { outcome: 'cancelled', step: 'sign-in', result: null });
    page.event('svc-redirect', { url: 'https://app.example/?state=error', result: publicResult() });
    await closed;

    expect(heard).to.deep.equal([
      'open',
      'step closed',
      'exit cancelled',
      'redirect https://app.example/?state=error',
      'close',
    ]);
  });

  it('needs allowed_origins, and tells the developer', async () => {
    service.answers['/v2/link/start'] = answer({ allowed_origins: null });
    const { said, restore } = catchWarnings();
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    await heading(link, 'This link can’t be opened from this site');
    const text = await said;
    restore();

    expect(text).to.contain('allowed_origins').and.to.contain(origin);
    expect(frameIn(link)).to.equal(null);
    still(link);
    await expect(link).to.be.accessible();
    const exit = next(link, 'svc-exit');
    role(link, 'button', /Go back/)!.click();
    expect((await exit).detail).to.deep.equal({ outcome: 'error', step: 'problem', result: null });
    expect(heard.slice(0, 2)).to.deep.equal(['open', 'error origin_not_allowed']);
  });

  it('shows what keeps it from starting, and tries again', async () => {
    service.answers['/v2/link/start'] = { status: 503, body: { detail: 'down' } };
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    await heading(link, 'There’s a problem with this service');
    service.answers['/v2/link/start'] = answer();

    role(link, 'button', 'Try again')!.click();

    await (await pageIn(link)).takes();
    expect(heard).to.deep.equal(['open', 'error service_error']);
  });

  it('asks once for a new token where the old one has ended', async () => {
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

  it('gives up on a frame that does not answer, and names what may keep it', async () => {
    const original = window.setTimeout;
    const soon = ((run: () => void, after?: number) =>
      original(run, after === 15_000 ? 0 : after)) as typeof setTimeout;
    const { said, restore } = catchWarnings();
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    await service.asked('/v2/link/start');
    window.setTimeout = soon;
    await heading(link, 'This is taking longer than usual');
    window.setTimeout = original;
    const text = await said;
    restore();

    expect(text).to.contain('frame-src').and.to.contain(origin);
    expect(heard).to.deep.equal(['open', 'error timeout']);
  });

  describe('when another token comes before the frame has answered', () => {
    /** Timers of 15 s that nobody has cancelled. */
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

    it('keeps the frame of the last one past the time of the first', async () => {
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

    it('drops what the service says of the first one afterwards', async () => {
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

  it('goes on when it is moved in the page, with the page in it made anew', async () => {
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    const page = await pageIn(link);
    const { nonce } = await page.takes();
    page.step('sign-in', 'loading');
    page.event('svc-ready', { step: 'sign-in', providers: 9 });
    await next(link, 'svc-ready');

    const before = frameIn(link)!.contentWindow;
    link.parentElement!.appendChild(document.createElement('p')).append(link);
    const again = await pageIn(link, before);
    const init = await again.takes();
    expect(init['nonce']).to.not.equal(nonce);
    again.step('loading', 'closed');
    again.event('svc-ready', { step: 'sign-in', providers: 9 });
    const step = next(link, 'svc-step');
    await step;
    again.step('sign-in', 'loading');
    await next(link, 'svc-step');

    expect(heard).to.deep.equal(['open', 'step sign-in', 'ready sign-in', 'step loading', 'step sign-in']);
  });

  it('is made for the token that the page sets before it stands, and hands on a later one', async () => {
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

  it('ends by close() and by its removal, once', async () => {
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    await (await pageIn(link)).takes();
    link.close();
    link.close();
    await next(link, 'svc-close');
    link.show();
    await (await pageIn(link)).takes();
    const closed = next(link, 'svc-close');
    link.remove();
    await closed;

    const run = ['open', 'step closed', 'exit cancelled', 'close'];
    expect(heard).to.deep.equal([...run, ...run]);
  });

  it('gives the focus back to its trigger when the person leaves from within', async () => {
    service.answers['/v2/link/start'] = { status: 503, body: { detail: 'down' } };
    const link = mountFrame();
    const trigger = await appears(link, () => role(link, 'button', 'Connect a device or app'));
    trigger.focus();
    trigger.click();
    await heading(link, 'There’s a problem with this service');
    const close = role(link, 'button', 'Close')!;
    close.focus();
    const closed = next(link, 'svc-close');
    close.click();
    await closed;

    expect(link.shadowRoot!.activeElement).to.equal(trigger);

    // Where a browser focuses no button that is pressed.
    trigger.blur();
    trigger.click();
    await heading(link, 'There’s a problem with this service');
    role(link, 'button', 'Close')!.focus();
    const again = next(link, 'svc-close');
    link.close();
    await again;

    expect(link.shadowRoot!.activeElement).to.equal(trigger);
  });
});
