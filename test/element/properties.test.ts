import { expect } from '@open-wc/testing';
import { SvcLink } from '../../src/index.js';
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
  parts,
  providers,
  result,
  role,
  session,
  signIn,
  text,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';

describe('properties and attributes', () => {
  let service: ReturnType<typeof fakeService>;
  const starts = () => service.calls.filter(({ path }) => path === '/v2/link/start');
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('start one request with the token in its body, whether set before or after it is in the page', async () => {
    service = fakeService();
    const early = mount();
    const late = mount({ baseUrl: null, linkToken: null });
    late.linkToken = 'lt_2';
    late.baseUrl = `${base}/`;

    await Promise.all([early, late].map((link) => appears(link, () => part(link, 'provider'))));

    expect(starts().map(({ body }) => body['link_token'])).to.have.members(['lt_1', 'lt_2']);
    expect(starts()[0]!.body).to.deep.include({ origin: location.origin, version: SvcLink.version });
    expect(starts()[0]!.token).to.equal(null);
  });

  it('are read from attributes', async () => {
    service = fakeService();
    const link = mount(
      {},
      {
        'heading-level': '4',
        'redirect-on': 'success  error',
        providers: 'aurora_ring quartz_scale',
        'without-search': '',
        'with-another': '',
        'support-url': 'https://help.example/',
        'hosted-url': 'https://hosted.example/link/',
        label: 'Devices',
        locale: 'en-GB',
      },
    );

    await appears(link, () => part(link, 'provider'));

    expect(link).to.deep.include({
      headingLevel: 4,
      redirectOn: ['success', 'error'],
      providers: ['aurora_ring', 'quartz_scale'],
      withoutSearch: true,
      withAnother: true,
      supportUrl: 'https://help.example/',
      hostedUrl: 'https://hosted.example/link/',
      label: 'Devices',
      locale: 'en-GB',
    });
    expect(parts(link, 'provider-name').map(text)).to.deep.equal(['Aurora Ring', 'Quartz Scale']);
  });

  it('reflect nothing but mode and open', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale', label: 'x', headingLevel: 3, redirectOn: ['none'] });
    await heading(link, 'Connect Quartz Scale');

    link.open = true;
    await link.updateComplete;

    expect(link.getAttributeNames()).to.deep.equal(['open']);
  });

  it('without-search and fewer than eight providers leave out the search', async () => {
    service = fakeService();
    const link = mount({ withoutSearch: true });
    const short = mount({ providers: ['quartz_scale', 'aurora_ring'] });

    await Promise.all([link, short].map((each) => appears(each, () => part(each, 'provider'))));

    expect([link, short].map((each) => role(each, 'searchbox', 'Search'))).to.deep.equal([null, null]);
  });

  it('messages override any text, with its placeholders', async () => {
    service = fakeService();
    const link = mount({
      messages: {
        'step.select-provider.title': 'Pick one for {a}',
        'step.select-provider.text': 'First screen.',
      },
    });

    await heading(link, 'Pick one for Well Days');
    link.messages = { 'step.select-provider.title': 'Now this' };
    await heading(link, 'Now this');
  });

  it('help sets a provider’s own instructions, labels, regions and forgot-password link', async () => {
    service = fakeService();
    const link = mount({
      provider: 'xenon_pump',
      help: {
        xenon_pump: {
          instructions: 'Use the login of your pump.',
          usernameLabel: 'User ID',
          passwordLabel: 'PIN',
          forgotUrl: 'https://xenon.example/forgot',
          regions: { eu: 'Elsewhere' },
        },
      },
    });

    await appears(link, () => labelled(link, 'User ID'));

    expect(text(part(link, 'body'))).to.contain('Use the login of your pump.');
    expect(labelled(link, 'PIN')).to.exist;
    expect(text(labelled(link, 'Region')!))
      .to.contain('Elsewhere')
      .and.not.contain('Europe');
    expect(role(link, 'link', /^Forgot your password\?/)!.getAttribute('href')).to.equal(
      'https://xenon.example/forgot',
    );
  });

  it('support-url is offered if the person can do nothing', async () => {
    service = fakeService({
      '/v2/link/start': { status: 401, body: { detail: { error_type: 'invalid_token' } } },
    });
    const link = mount({ supportUrl: 'https://help.example/' });

    await heading(link, 'This link doesn’t work');

    expect(role(link, 'link', /^Get help/)!.getAttribute('href')).to.equal('https://help.example/');
  });

  it('tokenProvider gives the first token', async () => {
    service = fakeService();
    const link = mount({ linkToken: null, tokenProvider: () => Promise.resolve('lt_given') });

    await appears(link, () => part(link, 'provider'));

    expect(starts().map(({ body }) => body['link_token'])).to.deep.equal(['lt_given']);
    expect(link.linkToken).to.equal(null);
  });

  it('tokenProvider gives another token when one ends, and the user name is still there', async () => {
    let tries = 0;
    service = fakeService({
      [password]: () =>
        ++tries === 1 ? result('error', { error_type: 'token_expired' }) : result('success'),
    });
    const link = mount({ provider: 'quartz_scale', tokenProvider: () => Promise.resolve('lt_new') });
    await signIn(link, 'me@example.com');
    await appears(link, () => starts().length === 2);

    const user = await appears(link, () => labelled(link, 'Email'));
    expect(user.value).to.equal('me@example.com');
    await signIn(link, 'me@example.com');
    await heading(link, 'Quartz Scale is connected');

    expect(service.calls.at(-1)!.token).to.equal('lt_new');
  });

  it('another link-token during a run continues with the provider and the user name', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale' });
    const user = await appears(link, () => labelled(link, 'Email'));
    user.value = 'me@example.com';
    user.dispatchEvent(new Event('change'));
    const exits: Event[] = [];
    link.addEventListener('svc-exit', (event) => exits.push(event));

    link.linkToken = 'lt_2';
    await appears(link, () => starts().length === 2);

    expect((await appears(link, () => labelled(link, 'Email'))).value).to.equal('me@example.com');
    expect(starts().map(({ body }) => body['link_token'])).to.deep.equal(['lt_1', 'lt_2']);
    expect(exits).to.deep.equal([]);
  });

  it('redirect-on decides whether the page follows the redirect URL', async () => {
    const redirecting = { ...session, redirect_url: 'https://app.example/done?a=1#b' };
    service = fakeService({
      '/v2/link/start': { body: { session: redirecting, providers } },
      [password]: result('success', { redirect_url: redirecting.redirect_url }),
    });
    const link = mount({ provider: 'quartz_scale' });
    const redirect = next(link, 'svc-redirect');
    // Listened for at once: when a promise resolves, the page has gone.
    link.addEventListener('svc-redirect', (event) => event.preventDefault());
    await signIn(link);

    expect((await redirect).detail.url).to.equal(
      'https://app.example/done?a=1&state=success&provider=quartz_scale&link_session_id=00000000-0000-4000-8000-0000000000aa#b',
    );
    await heading(link, 'Quartz Scale is connected');
    const silent = mount({ provider: 'quartz_scale', redirectOn: ['none'] });
    silent.addEventListener('svc-redirect', () => expect.fail('followed'));
    await signIn(silent);
    await heading(silent, 'Quartz Scale is connected');
  });

  it('the custom states name the step and whether the widget is busy', async () => {
    service = fakeService({ [password]: result('success') });
    const waiting = mount({ linkToken: null });
    const link = mount({ provider: 'quartz_scale' });
    await waiting.updateComplete;
    const is = (each: SvcLink, ...names: string[]) => names.map((name) => each.matches(`:state(${name})`));
    expect(is(waiting, 'loading', 'busy')).to.deep.equal([true, true]);

    await appears(link, () => labelled(link, 'Email'));
    expect(is(link, 'sign-in', 'busy', 'loading')).to.deep.equal([true, false, false]);
    await signIn(link);
    await heading(link, 'Quartz Scale is connected');

    await link.updateComplete;
    expect(is(link, 'done', 'sign-in')).to.deep.equal([true, false]);
  });

  it('two elements on a page do not affect each other', async () => {
    service = fakeService();
    const one = mount({ provider: 'quartz_scale' });
    const two = mount({ linkToken: 'lt_2' });

    await heading(one, 'Connect Quartz Scale');
    await heading(two, 'Choose a device or app');
    (await button(two, /Vertex Trainer/)).click();
    await heading(two, 'Connect Vertex Trainer');

    expect(role(one, 'heading', 'Connect Quartz Scale')).to.exist;
  });

  it('events contain plain data and never a credential', async () => {
    service = fakeService({
      [`${password}/complete_mfa`]: result('success'),
      [password]: result('pending_provider_mfa', { provider_mfa: { method: 'sms', hint: null } }),
    });
    const link = mount();
    const seen: [string, unknown][] = [];
    for (const name of ['svc-ready', 'svc-step', 'svc-success', 'svc-error', 'svc-exit'] as const)
      link.parentElement!.addEventListener(name, (event) => {
        const { detail, composed } = event as CustomEvent<unknown>;
        expect(composed).to.equal(true);
        expect(structuredClone(detail)).to.deep.equal(detail);
        seen.push([name, detail]);
      });
    (await button(link, /Quartz Scale/)).click();
    await signIn(link, 'me@example.com', 'good-secret');
    (await appears(link, () => labelled(link, 'Code'))).value = '424242';
    part(link, 'submit')!.click();
    await heading(link, 'Quartz Scale is connected');

    expect(seen.map(([name]) => name).filter((name) => name !== 'svc-step')).to.deep.equal([
      'svc-ready',
      'svc-success',
      'svc-exit',
    ]);
    expect(
      seen.filter(([name]) => name === 'svc-step').map(([, detail]) => (detail as { step: string }).step),
    ).to.deep.equal(['loading', 'select-provider', 'sign-in', 'connecting', 'challenge', 'done']);
    const all = JSON.stringify(seen);
    for (const secret of ['good-secret', '424242', 'lt_1', 'me@example.com'])
      expect(all).not.to.contain(secret);
    const { at, ...success } = seen.find(([name]) => name === 'svc-success')![1] as { at: string };
    expect(new Date(at).toISOString()).to.equal(at);
    expect(success).to.deep.equal({
      state: 'success',
      provider: 'quartz_scale',
      connected: true,
      provider_id: null,
      redirect_url: null,
      error_type: null,
      link_session_id: session.link_session_id,
      consent: null,
      request_id: 'req_1',
    });
  });
});
