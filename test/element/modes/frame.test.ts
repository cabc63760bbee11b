import { expect } from '@open-wc/testing';
import { listenTo, publicResult } from '../hosted-page.js';
import {
  appears,
  cleanUp,
  fakeService,
  focused,
  heading,
  next,
  part,
  parts,
  role,
  still,
} from '../harness.js';
import { origin, hostedUrl, frameIn, pageIn, catchWarnings, answer, mountFrame } from './frame-scene.js';

describe('mode="frame"', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService({ '/v2/link/start': answer() });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('shows the page of its session in a named frame, and keeps the token out of its address', async () => {
    const link = mountFrame({ label: 'Your devices' });
    await link.updateComplete;
    expect(service.calls).to.deep.equal([]);
    const opened = next(link, 'svc-open');
    link.show();
    link.show();
    expect((await opened).detail).to.deep.include({ link_session_id: null, request_id: null });

    const page = await pageIn(link);

    const frame = frameIn(link)!;
    expect(frame.src).to.equal(`${origin}${hostedUrl}frame/session.html`);
    expect(frame.title).to.equal('Your devices');
    expect(frame.allow).to.equal(`clipboard-write ${origin}`);
    expect(service.calls.map(({ path, body }) => [path, body['origin']])).to.deep.equal([
      ['/v2/link/start', origin],
    ]);
    const { token, link: settings } = await page.takes();
    expect(token).to.equal('lt_1');
    expect(settings).to.deep.include({ mode: 'frame', canRenew: false, redirectOn: null });
  });

  it('shows that it loads, with a close button, until the first step is shown', async () => {
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

  it('stays visible while it loads again, and keeps the focus', async () => {
    const link = mountFrame();
    link.show();
    const page = await pageIn(link);
    await page.takes();
    page.step('loading', 'closed');
    page.step('problem', 'loading');
    await appears(link, () => !part(link, 'panel')!.inert);
    frameIn(link)!.focus();

    page.step('loading', 'problem');
    await next(link, 'svc-step');
    await link.updateComplete;

    expect(parts(link, 'panel').map(({ inert }) => inert)).to.deep.equal([false]);
    expect(focused(link)).to.equal(frameIn(link));
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

  it('begins another run if the person connects another provider', async () => {
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

  it('tells of each success, also of a provider that is connected again', async () => {
    const link = mountFrame();
    link.show();
    const page = await pageIn(link);
    await page.takes();
    const heard = listenTo(link);
    for (const provider of ['quartz_scale', 'aurora_ring', 'quartz_scale']) {
      page.step('sign-in', 'loading', provider);
      page.step('done', 'sign-in', provider);
      page.event('svc-success', publicResult({ provider }));
    }
    await appears(link, () => heard.filter((name) => name.startsWith('success')).length === 3);
    const exit = next(link, 'svc-exit');
    link.close();

    const { detail } = await exit;
    expect(detail.results.map(({ provider }) => provider)).to.deep.equal(['aurora_ring', 'quartz_scale']);
    expect(detail.result!.provider).to.equal('quartz_scale');
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
    expect((await exit).detail).to.deep.include({
      outcome: 'error',
      step: 'problem',
      result: null,
      results: [],
    });
    expect(heard.slice(0, 2)).to.deep.equal(['open', 'error origin_not_allowed']);
  });

  it('shows why it cannot start, and tries again', async () => {
    service.answers['/v2/link/start'] = { status: 503, body: { detail: 'down' } };
    const link = mountFrame();
    const heard = listenTo(link);
    const trigger = await appears(link, () => role(link, 'button', 'Connect a device or app'));
    trigger.focus();
    trigger.click();
    const title = await heading(link, 'There’s a problem with this service');
    await appears(link, () => link.shadowRoot!.activeElement === title);
    service.answers['/v2/link/start'] = answer();

    role(link, 'button', 'Try again')!.click();

    await (await pageIn(link)).takes();
    expect(heard).to.deep.equal(['open', 'error service_error']);
  });

  it('lets the person try again once the service has had the time that it asks for', async () => {
    service.answers['/v2/link/start'] = { status: 429, body: { detail: 'slow down' } };
    const original = window.setTimeout;
    let wait = (): void => {};
    window.setTimeout = ((run: () => void, after?: number) =>
      after === 60_000 ? (wait = run) : original(run, after)) as unknown as typeof setTimeout;
    const link = mountFrame();
    link.show();
    await heading(link, 'Too many tries');
    window.setTimeout = original;
    const again = role(link, 'button', 'Try again')!;
    expect(again.ariaDisabled).to.equal('true');

    wait();
    await appears(link, () => again.ariaDisabled !== 'true');

    const asked = service.asked('/v2/link/start');
    again.click();
    await asked;
  });

  it('gives up on a frame that does not answer, names possible reasons, and can try again', async () => {
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

    // The list, and the provider chosen from it, belong to the hosted page.
    const [again, ...others] = part(link, 'problem')!.querySelectorAll('button');
    expect(others).to.deep.equal([]);
    const asked = service.asked('/v2/link/start');
    again!.click();
    await asked;
  });

  it('continues when it is moved in the page, with its page loaded again, and tells the developer', async () => {
    const { said, restore } = catchWarnings();
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
    expect(await said).to.contain('moveBefore()');
    restore();
  });
});
