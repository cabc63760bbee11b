// A widget that a program opens: one promise, one outcome, nothing left in the page.
import { expect } from '@open-wc/testing';
import { SvcLink, type OpenOptions } from '../../src/index.js';
import {
  appears,
  base,
  button,
  cleanUp,
  fakeService,
  heading,
  next,
  part,
  providers,
  result,
  session,
  signIn,
  still,
} from './harness.js';

const options: OpenOptions = { baseUrl: base, tokenProvider: async () => 'lt_1' };

/** The element in the page, once it is there. */
const opened = () =>
  new Promise<SvcLink>((resolve) => {
    const look = (): void => {
      const link = document.querySelector('svc-link');
      if (!link) return;
      observer.disconnect();
      resolve(link);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true });
    look();
  });

describe('SvcLink.open()', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => (service = fakeService()));
  afterEach(() => {
    document.querySelector('svc-link')?.remove();
    cleanUp();
    service.restore();
  });

  const isOpen = async (more: Partial<OpenOptions> = {}) => {
    const outcome = SvcLink.open({ ...options, ...more });
    const link = await opened();
    await appears(link, () => part(link, 'provider-list'));
    return { outcome, link };
  };

  it('opens an accessible dialog, without its own button in the page', async () => {
    const { link } = await isOpen({ label: 'Your devices' });
    const dialog = link.renderRoot.querySelector('dialog')!;
    expect(dialog.open).to.equal(true);
    expect(dialog.getAttribute('aria-label')).to.equal('Your devices');
    expect(link.renderRoot.querySelector('slot[name=trigger] button')!.getClientRects()).to.have.lengthOf(0);
    still(link);
    await expect(link).to.be.accessible();
  });

  it('resolves with the result once the person has left, and removes the element', async () => {
    service.answers['/password/quartz_scale'] = result('success', { provider_id: 'account-1' });
    const heard: string[] = [];
    const { outcome, link } = await isOpen({
      on: { 'svc-success': ({ type }) => heard.push(type), 'svc-exit': ({ type }) => heard.push(type) },
    });
    (await button(link, /Quartz Scale/)).click();
    await signIn(link);
    await appears(link, () => part(link, 'done'));
    expect(heard).to.deep.equal(['svc-success', 'svc-exit']);
    expect(link.isConnected).to.equal(true);
    link.close();
    const ended = await outcome;
    expect(ended.outcome).to.equal('success');
    expect(ended.results).to.have.lengthOf(1);
    expect(ended.results[0]).to.deep.include({ provider: 'quartz_scale', provider_id: 'account-1' });
    expect(document.querySelector('svc-link')).to.equal(null);
  });

  it('resolves with the results as they were, whatever a listener did to what it was given', async () => {
    service.answers['/password/quartz_scale'] = result('success');
    const { outcome, link } = await isOpen({
      // A page without types may do so by mistake.
      on: { 'svc-exit': ({ detail }) => (detail.results as unknown[]).splice(0) },
    });
    (await button(link, /Quartz Scale/)).click();
    await signIn(link);
    await appears(link, () => part(link, 'done'));
    link.close();
    const { results } = await outcome;
    expect(results.map(({ provider }) => provider)).to.deep.equal(['quartz_scale']);
  });

  it('says cancelled if the person closes it, and gives the focus back', async () => {
    const before = document.createElement('button');
    document.body.append(before);
    before.focus();
    const { outcome, link } = await isOpen();
    (await button(link, 'Close')).click();
    expect(await outcome).to.deep.equal({ outcome: 'cancelled', results: [] });
    expect(document.activeElement).to.equal(before);
    before.remove();
  });

  it('says error if the person leaves a problem that nobody can solve', async () => {
    service.answers['/v2/link/start'] = { status: 401, body: { detail: { error_type: 'invalid_token' } } };
    const outcome = SvcLink.open({ baseUrl: base, linkToken: 'lt_1' });
    const link = await opened();
    await appears(link, () => part(link, 'problem'));
    link.close();
    expect(await outcome).to.deep.equal({ outcome: 'error', results: [] });
  });

  it('asks once more about a try that was left, and reports its success', async () => {
    service.answers['/password/quartz_scale'] = 'never';
    service.answers['/v2/link/state'] = {
      body: { state: 'success', link_session_id: 's', provider: 'quartz_scale', connected: true },
    };
    const { outcome, link } = await isOpen();
    (await button(link, /Quartz Scale/)).click();
    await signIn(link);
    await appears(link, () => part(link, 'progress'));
    link.close();
    const ended = await outcome;
    expect(ended.outcome).to.equal('success');
    expect(ended.results.map(({ provider }) => provider)).to.deep.equal(['quartz_scale']);
  });

  describe('with a signal', () => {
    it('is cancelled by the signal, whatever it shows', async () => {
      const leave = new AbortController();
      const { outcome } = await isOpen({ signal: leave.signal });
      leave.abort();
      expect(await outcome).to.deep.equal({ outcome: 'cancelled', results: [] });
      expect(document.querySelector('svc-link')).to.equal(null);
    });

    it('is cancelled by the signal before it is shown, and if it was aborted before', async () => {
      const leave = new AbortController();
      const never = SvcLink.open({
        ...options,
        tokenProvider: () => new Promise(() => {}),
        signal: leave.signal,
      });
      await opened();
      leave.abort();
      expect((await never).outcome).to.equal('cancelled');
      expect((await SvcLink.open({ ...options, signal: leave.signal })).outcome).to.equal('cancelled');
      expect(document.querySelector('svc-link')).to.equal(null);
    });

    it('keeps what had come before', async () => {
      service.answers['/password/quartz_scale'] = result('success');
      const leave = new AbortController();
      const { outcome, link } = await isOpen({ signal: leave.signal });
      (await button(link, /Quartz Scale/)).click();
      await signIn(link);
      await appears(link, () => part(link, 'done'));
      leave.abort();
      expect((await outcome).outcome).to.equal('success');
    });
  });

  it('ends if the page removes the element', async () => {
    const { outcome, link } = await isOpen();
    link.remove();
    expect((await outcome).outcome).to.equal('cancelled');
  });

  it('resolves once for all connections', async () => {
    service.answers['/password/quartz_scale'] = result('success');
    let tokens = 0;
    const tokenProvider = async () => `lt_${(tokens += 1)}`;
    const { outcome, link } = await isOpen({ tokenProvider, withAnother: true });
    (await button(link, /Quartz Scale/)).click();
    await signIn(link);
    const again = next(link, 'svc-ready');
    (await button(link, 'Connect another')).click();
    await again;
    await heading(link, 'Choose a device or app');
    link.close();
    const ended = await outcome;
    expect([ended.outcome, ended.results.length]).to.deep.equal(['success', 1]);
  });

  it('waits for the outcome of another try that was left, and does not use the outcome of the try before', async () => {
    service.answers['/password/quartz_scale'] = result('success');
    let tokens = 0;
    const tokenProvider = async () => `lt_${(tokens += 1)}`;
    const { outcome, link } = await isOpen({ tokenProvider, withAnother: true });
    (await button(link, /Quartz Scale/)).click();
    await signIn(link);
    const again = next(link, 'svc-ready');
    (await button(link, 'Connect another')).click();
    await again;
    service.answers['/password/atlas_cuff'] = 'never';
    service.answers['/v2/link/state'] = {
      body: { state: 'success', link_session_id: 's2', provider: 'atlas_cuff', connected: true },
    };
    (await button(link, /Atlas Cuff/)).click();
    await signIn(link);
    await appears(link, () => part(link, 'progress'));
    link.close();
    expect((await outcome).results.map(({ provider }) => provider)).to.deep.equal([
      'quartz_scale',
      'atlas_cuff',
    ]);
  });

  it('resolves with the connections of one token, without those that were ended again', async () => {
    const several = { ...session, multiple: true, manage: true, connections: [] };
    service.answers['/v2/link/start'] = { body: { session: several, providers } };
    for (const slug of ['quartz_scale', 'atlas_cuff'])
      service.answers[`/password/${slug}`] = result('success', { provider: slug, attempt: 1 });
    service.answers['/v2/link/connection/quartz_scale'] = { body: { success: true } };
    const { outcome, link } = await isOpen();
    for (const name of [/^Quartz Scale/, /^Atlas Cuff/]) {
      (await button(link, name)).click();
      await signIn(link);
      (await button(link, 'Connect another')).click();
    }
    (await button(link, 'Disconnect Quartz Scale')).click();
    await heading(link, 'Disconnect Quartz Scale now?');
    const ended = next(link, 'svc-disconnect');
    (await button(link, 'Disconnect Quartz Scale')).click();
    await ended;
    link.close();
    const { outcome: how, results } = await outcome;
    expect([how, results.map(({ provider }) => provider)]).to.deep.equal(['success', ['atlas_cuff']]);
  });

  const misuses: readonly (readonly [string, unknown, RegExp])[] = [
    ['nothing', undefined, /takes an object/],
    ['no address', { linkToken: 'lt_1' }, /base-url is missing/],
    ['no address of the service', { baseUrl: 'link', linkToken: 'lt_1' }, /not an address: "link"/],
    ['no token and nobody to ask', { baseUrl: base }, /nothing to begin with/],
    ['a token in place of who gives it', { baseUrl: base, tokenProvider: 'lt_1' }, /not a function/],
    ['an API key', { baseUrl: base, linkToken: 'sk_sandbox_local' }, /API key/],
    ['an attribute', { ...options, 'base-url': base }, /"base-url": it is "baseUrl"/],
    ['a property in small letters', { ...options, baseurl: base }, /"baseurl": it is "baseUrl"/],
    ['a property that there is not', { ...options, colour: 'red' }, /no property "colour"\. It takes/],
    ['open', { ...options, open: true }, /no property "open"/],
    ['a mode with a place', { ...options, mode: 'frame' }, /<svc-link mode="frame">/],
    ['no signal', { ...options, signal: new AbortController() }, /not an AbortSignal/],
    ['no listeners', { ...options, on: { 'svc-exit': 'x' } }, /object of functions/],
  ];
  for (const [name, given, says] of misuses) {
    it(`rejects ${name}, and says what to do`, async () => {
      const error = await SvcLink.open(given as OpenOptions).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(TypeError);
      expect((error as TypeError).message)
        .to.match(/^SvcLink\.open\(\): /)
        .and.match(says);
      expect((error as TypeError).message)
        .not.to.include('lt_1')
        .and.not.to.include('sk_sandbox');
      expect(document.querySelector('svc-link')).to.equal(null);
      expect(service.calls).to.deep.equal([]);
    });
  }
});
