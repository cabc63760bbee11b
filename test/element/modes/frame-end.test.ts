import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../../src/index.js';
import { listenTo, publicResult } from '../hosted-page.js';
import { appears, cleanUp, fakeService, heading, next, role } from '../harness.js';
import { known, pageIn, answer, mountFrame } from './frame-scene.js';

describe('mode="frame"', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => {
    service = fakeService({ '/v2/link/start': answer() });
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('ends with the reason of a problem that has no solution, and goes to its redirect URL', async () => {
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

  it('ends without the result of a connection that was ended there', async () => {
    const link = mountFrame();
    link.show();
    const page = await pageIn(link);
    await page.takes();
    page.step('select-provider', 'loading');
    const [told, ended] = [next(link, 'svc-success'), next(link, 'svc-disconnect')];
    page.event('svc-success', publicResult({ provider: 'quartz_scale' }));
    page.event('svc-disconnect', { provider: 'quartz_scale', request_id: 'req_9' });
    await told;
    expect((await ended).detail).to.deep.include({ provider: 'quartz_scale', request_id: 'req_9' });
    const exit = next(link, 'svc-exit');
    link.close();
    expect((await exit).detail).to.deep.include({ outcome: 'cancelled', result: null, results: [] });
  });

  describe('a frame that is closed while it connects', () => {
    /** Leaves from a step; returns the events of the end, once they are sent. */
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
      it(`has connected if the service says so, from ${step}`, async () => {
        service.answers['/v2/link/state'] = { body: connected };
        const { heard, detail } = await leaves(step);
        expect(detail).to.deep.include({ outcome: 'success', step });
        expect(detail.result).to.deep.include({ connected: true, provider_id: 'p1' });
        expect(heard).to.deep.equal(['step closed', 'close', 'success', 'exit success']);
      });

    it('drops the closed frame, and asks for another token for the next run', async () => {
      service.answers['/v2/link/state'] = { body: connected };
      const { link } = await leaves('connecting', { tokenProvider: async () => 'lt_2' });
      link.show();
      expect((await (await pageIn(link)).takes())['token']).to.equal('lt_2');
    });

    for (const [name, state] of [
      ['says anything else', { body: { ...known, state: 'error', error_type: 'provider_api_error' } }],
      ['does not answer', { status: 503, body: { detail: 'down' } }],
    ] as const)
      it(`has cancelled if the service ${name}`, async () => {
        service.answers['/v2/link/state'] = state;
        const { heard, detail } = await leaves('connecting');
        expect(detail).to.deep.include({
          outcome: 'cancelled',
          step: 'connecting',
          result: null,
          results: [],
        });
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

    for (const [state, outcome] of [
      ['success', 'success'],
      ['started', 'cancelled'],
    ] as const)
      it(`asks for the outcome of a try that was left for the form: ${state}`, async () => {
        service.answers['/v2/link/state'] = { body: { ...connected, state } };
        const link = mountFrame();
        link.show();
        const page = await pageIn(link);
        await page.takes();
        page.step('connecting', 'sign-in', 'quartz_scale');
        page.step('sign-in', 'connecting', 'quartz_scale');
        await appears(link, () => link.matches(':state(sign-in)'));
        const exit = next(link, 'svc-exit');
        link.close();
        expect((await exit).detail).to.deep.include({ outcome, step: 'sign-in' });
      });

    it('sends no request if nothing was tried', async () => {
      const { detail } = await leaves('sign-in');
      expect(detail.outcome).to.equal('cancelled');
      expect(service.calls.map(({ path }) => path)).to.deep.equal(['/v2/link/start']);
      expect(service.places.at(-1)).to.equal('sign-in');
    });

    it('says the same if it is removed from the page', async () => {
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

  describe('a frame that is closed while the link continues on a phone', () => {
    const ended = '/v2/link/handoff/end';
    const onPhone = async () => {
      const link = mountFrame();
      link.show();
      const page = await pageIn(link);
      await page.takes();
      page.step('handoff', 'sign-in', 'quartz_scale');
      await appears(link, () => link.matches(':state(handoff)'));
      return link;
    };
    const asked = () => service.calls.map(({ path }) => path).filter((path) => path !== '/v2/link/start');

    for (const [outcome, state] of [
      ['success', 'success'],
      ['cancelled', 'started'],
    ] as const)
      it(`ends the link on the phone, which had reached ${outcome}`, async () => {
        const link = await onPhone();
        service.answers[ended] = { body: { ...known, state, provider: 'quartz_scale', provider_id: 'p1' } };
        const heard = listenTo(link);
        const exit = next(link, 'svc-exit');
        link.close();
        const { detail } = await exit;
        expect(detail).to.deep.include({ outcome, step: 'handoff', request_id: 'req_1' });
        const news = outcome === 'success' ? ['success'] : [];
        expect(heard).to.deep.equal(['step closed', 'close', ...news, `exit ${outcome}`]);
        expect(asked()).to.deep.equal([ended]);
        expect(service.places).to.deep.equal(outcome === 'success' ? [] : ['handoff']);
      });

    it('waits three seconds for that, and lets the request arrive', async () => {
      const link = await onPhone();
      service.answers[ended] = 'never';
      const original = AbortSignal.timeout;
      AbortSignal.timeout = (after) => original.call(AbortSignal, after === 3000 ? 0 : after);
      const aborted: boolean[] = [];
      const { fetch } = globalThis;
      globalThis.fetch = (input, init) => {
        init?.signal?.addEventListener('abort', () => aborted.push(true));
        return fetch(input, init);
      };
      const exit = next(link, 'svc-exit');
      link.close();
      expect((await exit).detail.outcome).to.equal('cancelled');
      AbortSignal.timeout = original;
      globalThis.fetch = fetch;
      expect([asked(), aborted]).to.deep.equal([[ended], []]);
    });
  });

  it('reports the redirect URL after the end, and closes after that', async () => {
    const link = mountFrame();
    const heard = listenTo(link);
    link.show();
    const page = await pageIn(link);
    await page.takes();
    const closed = next(link, 'svc-close');
    page.step('closed', 'sign-in');
    page.event('svc-exit', { outcome: 'cancelled', step: 'sign-in', result: null, results: [] });
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

  it('ends by close() and by its removal, only once', async () => {
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

  it('gives the focus back to its trigger when the person leaves inside the frame', async () => {
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

    // As in a browser that does not focus a pressed button.
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
