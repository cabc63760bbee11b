import { expect } from '@open-wc/testing';
import {
  appears,
  base,
  button,
  cleanUp,
  fakeService,
  heading,
  labelled,
  mount,
  next,
  part,
  result,
  signIn,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';

describe('the end of a run', () => {
  let service: ReturnType<typeof fakeService>;
  const starts = () => service.calls.filter(({ path }) => path === '/v2/link/start');
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('is followed by a new token if the last one made a connection', async () => {
    service = fakeService({ [password]: result('success') });
    const link = mount({ provider: 'quartz_scale', tokenProvider: async () => 'lt_2' });
    await signIn(link);
    await heading(link, 'Quartz Scale is connected');

    link.restart();
    await appears(link, () => labelled(link, 'Email'));

    expect(starts().map(({ body }) => body['link_token'])).to.deep.equal(['lt_1', 'lt_2']);
  });

  it('is told as it was, whatever a listener did to what it was given before', async () => {
    const consent = { resources: ['sleep'], text_version: '1', language: 'en', at: '2026-11-28T12:00:00Z' };
    service = fakeService({ [password]: result('success', { consent }) });
    const link = mount({ provider: 'quartz_scale', redirectOn: ['none'] });
    const before = next(link, 'svc-success').then(({ detail }) => {
      // A page without types may do so by mistake.
      (detail.consent!.resources as string[]).length = 0;
      Object.assign(detail, { provider: 'mine' });
    });
    const exit = next(link, 'svc-exit');
    await signIn(link);
    await before;

    const { results, result: last } = (await exit).detail;

    expect(results).to.have.lengthOf(1);
    expect(last).to.deep.include({ provider: 'quartz_scale', consent });
    expect(results[0]).to.deep.include({ provider: 'quartz_scale', consent });
  });

  it('comes with close(), which empties the panel until restart()', async () => {
    service = fakeService();
    const link = mount();
    await appears(link, () => part(link, 'provider'));
    const exits: unknown[] = [];
    link.addEventListener('svc-exit', ({ detail }) => exits.push(detail));

    link.close();
    link.close();
    await appears(link, () => part(link, 'panel') === null);

    expect(exits).to.have.length(1);
    expect(exits[0]).to.deep.include({
      outcome: 'cancelled',
      step: 'select-provider',
      result: null,
      results: [],
    });
    link.restart();
    await appears(link, () => part(link, 'provider'));
    expect(starts()).to.have.length(2);
  });

  it('lets no run begin if close() comes before the token', async () => {
    service = fakeService();
    const link = mount({ linkToken: null });
    await appears(link, () => part(link, 'panel'));
    const heard: string[] = [];
    for (const name of ['svc-step', 'svc-exit'] as const) link.addEventListener(name, () => heard.push(name));

    link.close();
    await appears(link, () => part(link, 'panel') === null);
    expect(link.matches(':state(closed)')).to.equal(true);
    link.linkToken = 'lt_1';
    await link.updateComplete;
    expect(starts()).to.have.length(0);
    expect(heard).to.deep.equal([]);

    link.restart();
    await appears(link, () => part(link, 'provider'));
    expect(starts()).to.have.length(1);
  });

  it('gives no warning if close() comes before there is a token or an address', async () => {
    service = fakeService();
    const link = mount({ baseUrl: null });
    link.close();
    await link.updateComplete;
    link.baseUrl = 'nowhere';
    await link.updateComplete;
    expect([part(link, 'panel'), part(link, 'problem')]).to.deep.equal([null, null]);

    link.restart();
    await heading(link, 'Connecting isn’t set up yet');
    link.baseUrl = base;
    await appears(link, () => part(link, 'provider'));
  });

  it('comes with the close button', async () => {
    service = fakeService();
    const link = mount();
    const exit = next(link, 'svc-exit');

    (await button(link, 'Close')).click();

    expect((await exit).detail.outcome).to.equal('cancelled');
  });

  it('comes with the removal from the page, but not when the element only moves', async () => {
    service = fakeService();
    const link = mount();
    await appears(link, () => part(link, 'provider'));
    const exits: string[] = [];
    link.addEventListener('svc-exit', ({ detail }) => exits.push(detail.outcome));
    const home = link.parentElement!;

    home.remove();
    document.body.append(home);
    await Promise.resolve();
    await Promise.resolve();
    const moved = [...exits];
    const exit = next(link, 'svc-exit');
    home.remove();
    await exit;

    expect([moved, exits]).to.deep.equal([[], ['cancelled']]);
    document.body.append(home);
    await appears(link, () => starts().length === 2 && part(link, 'provider'));
  });
});
