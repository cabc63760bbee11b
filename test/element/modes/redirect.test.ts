import { expect, nextFrame } from '@open-wc/testing';
import type { SvcLink } from '../../../src/index.js';
import { catchForms, listenTo } from '../hosted-page.js';
import { button, cleanUp, fakeService, heading, mount, next, role, session, still } from '../harness.js';

const here = location.href;
const id = session.link_session_id;

/** Gives the page this query. */
const arrive = (query: string): void => {
  const url = new URL(here);
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  history.replaceState(history.state, '', url);
};

describe('mode="redirect"', () => {
  let service: ReturnType<typeof fakeService>;
  let caught: ReturnType<typeof catchForms>;
  beforeEach(() => {
    service = fakeService();
    caught = catchForms();
  });
  afterEach(() => {
    cleanUp();
    caught.restore();
    service.restore();
    history.replaceState(history.state, '', here);
  });

  const mountRedirect = (properties: Partial<SvcLink> = {}): SvcLink =>
    mount({ mode: 'redirect', hostedUrl: '/link/', locale: 'el', ...properties });
  /** Leaves for the hosted page, as the page before this one did. */
  async function leave(): Promise<void> {
    const link = mountRedirect();
    const sent = caught.sent();
    link.show();
    await sent;
    link.parentElement!.remove();
    await link.updateComplete;
  }

  it('goes to the hosted page by a form, with the return address', async () => {
    arrive('lang=de&state=error&provider=aurora_ring&link_session_id=old&error_type=user_cancelled');
    const link = mountRedirect({
      linkToken: null,
      tokenProvider: async () => 'lt_1',
      provider: 'quartz_scale',
    });
    const heard = listenTo(link);
    const sent = caught.sent();
    (await button(link, 'Connect a device or app')).click();
    link.show();
    await sent;

    expect(caught.forms).to.deep.equal([
      {
        action: new URL('/link/', here).href,
        target: '_self',
        fields: {
          link_token: 'lt_1',
          display: 'page',
          provider: 'quartz_scale',
          locale: 'el',
          return_url: `${here}&lang=de`,
        },
      },
    ]);
    expect(heard).to.deep.equal([]);
  });

  it('says what is wrong if there is no token, and tries again', async () => {
    let asked = 0;
    const link = mountRedirect({
      linkToken: null,
      tokenProvider: () => (asked++ ? Promise.resolve('lt_1') : Promise.reject(new Error('down'))),
    });
    const heard = listenTo(link);
    link.show();
    await heading(link, 'There’s a problem with this service');
    const sent = caught.sent();
    role(link, 'button', 'Try again')!.click();
    await sent;

    expect(heard).to.deep.equal(['error service_error']);
    link.close();
    await link.updateComplete;
    expect(heard).to.deep.equal(['error service_error', 'step closed', 'exit cancelled']);
  });

  it('shows that it is busy until the browser leaves the page', async () => {
    let isAsked = (): void => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    let answer: (token: string) => void = () => {};
    const tokenProvider = () => {
      isAsked();
      return new Promise<string>((resolve) => (answer = resolve));
    };
    const link = mountRedirect({ linkToken: null, tokenProvider });
    link.show();
    await asked;
    await nextFrame();
    expect(link.renderRoot.querySelector('[role=progressbar]')).to.not.equal(null);
    const sent = caught.sent();
    answer('lt_1');
    await sent;
    await nextFrame();

    expect(link.renderRoot.querySelector('[role=progressbar]')).to.not.equal(null);
    expect(role(link, 'button', 'Close')).to.not.equal(null);
  });

  it('sends the form again at another press if the browser was stopped, but not at a double click', async () => {
    const link = mountRedirect();
    const trigger = await button(link, 'Connect a device or app');
    const sent = caught.sent();
    trigger.click();
    await sent;

    trigger.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 2 }));
    await nextFrame();
    expect(caught.forms).to.have.length(1);
    const again = caught.sent();
    trigger.click();
    await again;

    expect(caught.forms).to.have.length(2);
    expect(caught.forms[1]).to.deep.equal(caught.forms[0]);
  });

  it('sends the form again at show(), as at a press, but not while it is about to send it', async () => {
    const link = mountRedirect();
    await button(link, 'Connect a device or app');
    const sent = caught.sent();
    link.show();
    await sent;

    const again = caught.sent();
    link.show();
    await again;

    expect(caught.forms).to.have.length(2);
    expect(caught.forms[1]).to.deep.equal(caught.forms[0]);
  });

  it('sends the form again if the page closes and shows the widget at once', async () => {
    const link = mountRedirect();
    const sent = caught.sent();
    link.show();
    await sent;
    const heard = listenTo(link);

    const again = caught.sent();
    link.close();
    link.show();
    await again;

    expect(heard).to.deep.equal(['step closed', 'exit cancelled']);
    expect(link.open).to.equal(true);
  });

  it('closes when the person goes back to the page as it was', async () => {
    const link = mountRedirect();
    const sent = caught.sent();
    link.show();
    await sent;
    const exit = next(link, 'svc-exit');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    expect((await exit).detail).to.include({ outcome: 'cancelled' });
    expect(link.open).to.equal(false);
  });

  it('reports on return what the service says, once, with the code that came along', async () => {
    service.answers['/v2/link/state'] = {
      body: { ...session, state: 'pending_confirmation', provider: 'quartz_scale' },
    };
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}&confirm_code=c1`);
    const link = mountRedirect();
    const heard = listenTo(link);
    const success = next(link, 'svc-success');
    const exit = next(link, 'svc-exit');

    expect((await success).detail).to.deep.include({
      state: 'success',
      provider: 'quartz_scale',
      connected: true,
      provider_id: null,
      redirect_url: null,
      error_type: null,
      link_session_id: id,
      confirm_code: 'c1',
    });
    expect((await exit).detail).to.deep.include({ outcome: 'success', step: 'done' });
    expect(heard).to.deep.equal(['success', 'exit success']);
    expect(link.open).to.equal(false);
    expect(location.search).to.contain('confirm_code=c1');

    const reloaded = mountRedirect();
    const none = listenTo(reloaded);
    reloaded.show();
    await caught.sent();
    expect(none).to.deep.equal([]);
  });

  it('reports a result that the page has removed from its address, and continues with another token', async () => {
    service.answers['/v2/link/state'] = { body: { ...session, state: 'success', provider: 'quartz_scale' } };
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}`);
    const link = mountRedirect();
    const heard = listenTo(link);
    history.replaceState(history.state, '', here);
    await next(link, 'svc-exit');

    expect(heard).to.deep.equal(['success', 'exit success']);
    link.tokenProvider = async () => 'lt_2';
    const sent = caught.sent();
    link.show();
    await sent;
    expect(caught.forms[0]!.fields['link_token']).to.equal('lt_2');
  });

  it('returns to the element that left, if there are two without an id', async () => {
    const first = mountRedirect();
    const second = mountRedirect();
    const sent = caught.sent();
    second.show();
    await sent;
    for (const link of [first, second]) link.parentElement!.remove();
    await second.updateComplete;

    const other = { ...session, link_session_id: '00000000-0000-4000-8000-0000000000bb' };
    service.answers['/v2/link/state'] = { body: other };
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}`);
    const back = [mountRedirect(), mountRedirect()];
    const heard = back.map(listenTo);
    await next(back[1]!, 'svc-exit');

    expect(heard).to.deep.equal([[], ['success', 'exit success']]);
  });

  it('reports nothing of the previous run once another one has begun', async () => {
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let answer: (response: Response) => void = () => {};
    const { fetch } = globalThis;
    globalThis.fetch = (url, init) => {
      if (!String(url).endsWith('/v2/link/state')) return fetch(url, init);
      asked();
      return new Promise((resolve) => (answer = resolve));
    };
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}`);
    const link = mountRedirect();
    const heard = listenTo(link);
    await isAsked;
    const sent = caught.sent();
    link.show();
    await sent;

    const said = heard.length;
    answer(new Response(JSON.stringify({ ...session, state: 'success', provider: 'quartz_scale' })));
    globalThis.fetch = fetch;
    for (let frames = 0; frames < 3; frames++) await nextFrame();

    expect(heard.slice(said)).to.deep.equal([]);
  });

  it('believes the service, not the address', async () => {
    service.answers['/v2/link/state'] = { body: session, headers: { 'x-request-id': 'r-state' } };
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}`);
    const link = mountRedirect();
    const heard = listenTo(link);

    const { at, ...detail } = (await next(link, 'svc-exit')).detail;
    expect(Date.parse(at)).to.be.closeTo(Date.now(), 10_000);
    expect(detail).to.deep.equal({
      outcome: 'cancelled',
      step: 'closed',
      result: null,
      link_session_id: id,
      request_id: 'r-state',
      results: [],
    });
    expect(heard).to.deep.equal(['exit cancelled']);
  });

  it('reports an error, and a person who cancelled', async () => {
    service.answers['/v2/link/state'] = {
      body: { ...session, state: 'error', error_type: 'provider_api_error' },
    };
    arrive(`state=error&link_session_id=${id}&error_type=provider_api_error`);
    const link = mountRedirect();
    const heard = listenTo(link);
    await next(link, 'svc-exit');
    expect(heard).to.deep.equal(['error provider_api_error', 'exit error']);

    sessionStorage.clear();
    history.replaceState(history.state, '', here);
    service.answers['/v2/link/state'] = { body: session };
    arrive(`state=error&link_session_id=${id}&error_type=user_cancelled`);
    const other = mountRedirect();
    const cancelled = await next(other, 'svc-exit');
    expect(cancelled.detail).to.deep.include({ outcome: 'cancelled' });
    expect(cancelled.detail.result).to.deep.include({ error_type: 'user_cancelled', link_session_id: id });
  });

  it('trusts the address for another token only in the tab that left', async () => {
    const other = { ...session, link_session_id: '00000000-0000-4000-8000-0000000000bb' };
    service.answers['/v2/link/state'] = { body: other };
    const original = console.warn;
    const warned = new Promise<void>((resolve) => {
      console.warn = (text: string) => text.includes(id) && resolve();
    });
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}`);
    const stranger = mountRedirect();
    const heard = listenTo(stranger);
    await warned;
    console.warn = original;
    expect(heard).to.deep.equal([]);
    stranger.parentElement!.remove();

    history.replaceState(history.state, '', here);
    await leave();
    arrive(`state=success&provider=quartz_scale&link_session_id=${id}`);
    const link = mountRedirect();
    const told = listenTo(link);
    await next(link, 'svc-exit');

    expect(told).to.deep.equal(['success', 'exit success']);
  });

  it('fetches nothing before it is opened, if nobody comes back', async () => {
    const link = mountRedirect();
    await link.updateComplete;
    expect(service.calls).to.deep.equal([]);
    still(link);
    await expect(link).to.be.accessible();
  });
});
