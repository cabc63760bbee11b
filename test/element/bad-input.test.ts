import { expect } from '@open-wc/testing';
import type { LinkProvider } from '../../src/contract/index.js';
import type { MessageOverrides, SvcLink } from '../../src/index.js';
import {
  appears,
  cleanUp,
  fakeService,
  heading,
  mount,
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
const one = (more: Partial<LinkProvider>): LinkProvider => ({ ...providers[0]!, ...more });
const starting = (list: readonly LinkProvider[], more: object = {}) => ({
  '/v2/link/start': { body: { session: { ...session, ...more }, providers: list } },
});

describe('bad input', () => {
  let service: ReturnType<typeof fakeService>;
  const original = console.warn;
  let warnings: string[];
  let warned: () => void;
  let heard: () => void;
  /** Everything there is to say comes before the warning that this causes. */
  async function warnsOfNothing(link: SvcLink): Promise<void> {
    link.messages = { 'common.shut': 'Leave' } as MessageOverrides;
    await warnsOnce(link, /no text has: common\.shut/);
  }

  /** Resolves when the developer gets a warning. */
  let told: Promise<void>;
  beforeEach(() => {
    warnings = [];
    told = new Promise((resolve) => (warned = resolve));
    heard = () => {};
    console.warn = (...words: unknown[]) => {
      const line = words.join(' ');
      if (!line.startsWith('<svc-link>')) return;
      warnings.push(line);
      warned();
      heard();
    };
  });
  afterEach(() => {
    console.warn = original;
    cleanUp();
    service.restore();
  });

  /** One warning, and it says what to do; a further update does not repeat it. */
  async function warnsOnce(link: SvcLink, words: RegExp): Promise<void> {
    await told;
    link.requestUpdate();
    await link.updateComplete;
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(words);
  }

  /** Resolves when the developer has got this many warnings. */
  const toldTimes = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (warnings.length === count) resolve();
      };
      heard();
    });

  const unusable: [string, Partial<SvcLink>, RegExp][] = [
    ['a missing base-url', { baseUrl: null }, /base-url is missing/],
    ['an empty base-url', { baseUrl: ' ' }, /base-url is missing/],
    [
      'a malformed base-url',
      { baseUrl: 'link.example.com' },
      /base-url is not an address: "link\.example\.com"/,
    ],
    ['a base-url with a script', { baseUrl: 'javascript:alert(1)' }, /base-url is not an address/],
    ['an empty link-token', { linkToken: '' }, /link-token is empty/],
    ['a link-token that no header can carry', { linkToken: 'lt_\n1 ü' }, /link-token holds characters/],
  ];
  for (const [name, properties, words] of unusable)
    it(`${name} shows a problem, sends no request and warns once`, async () => {
      service = fakeService();
      const link = mount(properties);

      await heading(link, 'Connecting isn’t set up yet');

      expect(service.calls).to.deep.equal([]);
      await warnsOnce(link, words);
    });

  it('begins once the page has corrected the wrong value', async () => {
    service = fakeService();
    const link = mount({ baseUrl: null });
    await heading(link, 'Connecting isn’t set up yet');

    link.baseUrl = 'https://service.test';

    await heading(link, 'Choose a device or app');
  });

  it('waits without a message for a page that fetches its token', async () => {
    service = fakeService();
    const link = mount({ linkToken: null });
    await appears(link, () => part(link, 'progress'));

    link.linkToken = 'lt_1';

    await heading(link, 'Choose a device or app');
    await warnsOfNothing(link);
  });

  it('an unusable link-token during a run changes nothing and warns once', async () => {
    service = fakeService();
    const link = mount();
    await heading(link, 'Choose a device or app');

    link.linkToken = '';

    await warnsOnce(link, /link-token is empty/);
    expect(role(link, 'heading', 'Choose a device or app')).to.exist;
  });

  it('a token that the service does not know shows a problem and warns once', async () => {
    service = fakeService({
      '/v2/link/start': { status: 401, body: { detail: { error_type: 'invalid_token' } } },
    });
    const link = mount({ linkToken: 'garbage' });

    await heading(link, 'This link doesn’t work');

    await warnsOnce(link, /does not know this link token/);
  });

  it('a page that the token does not allow shows a problem and names the origin', async () => {
    service = fakeService({
      '/v2/link/start': { status: 403, body: { detail: { error_type: 'origin_not_allowed' } } },
    });
    const link = mount();

    await heading(link, 'This link can’t be opened from this site');

    await warnsOnce(link, new RegExp(location.origin));
  });

  it('a mode that does not exist is shown in place and warns once', async () => {
    service = fakeService();
    const link = mount({}, { mode: 'carousel' });

    await heading(link, 'Choose a device or app');

    await warnsOnce(link, /mode="carousel" is unknown/);
  });

  it('a tokenProvider that fails shows a problem and warns once', async () => {
    service = fakeService();
    const link = mount({ linkToken: null, tokenProvider: () => Promise.reject(new Error('down')) });

    await heading(link, 'There’s a problem with this service');

    await warnsOnce(link, /tokenProvider gave no token/);
    expect(warnings[0]).not.to.contain('down');
  });

  it('zero providers show that there is nothing to connect', async () => {
    service = fakeService(starting([]));
    const link = mount();

    await heading(link, 'There is nothing to connect here yet');

    expect(text(part(link, 'empty'))).to.equal('Go back to Well Days and try again later.');
    await warnsOnce(link, /offers no provider/);
  });

  it('a single provider needs no picker, and no way back to it', async () => {
    service = fakeService(starting([providers[0]!]));
    const link = mount();

    await heading(link, 'Connect Quartz Scale');

    expect(role(link, 'button', 'Back')).to.equal(null);
    await warnsOfNothing(link);
  });

  it('redirect-on with an unknown word counts as not set', async () => {
    const redirecting = { ...session, redirect_url: 'https://app.example/done' };
    service = fakeService({
      '/v2/link/start': { body: { session: redirecting, providers } },
      [password]: result('success', { redirect_url: redirecting.redirect_url }),
    });
    const link = mount({ provider: 'quartz_scale', redirectOn: ['cancelled'] });
    const redirect = new Promise<CustomEvent<{ url: string }>>((heard) => {
      link.addEventListener('svc-redirect', heard, { once: true });
    });
    link.addEventListener('svc-redirect', (event) => event.preventDefault());
    await signIn(link);

    expect((await redirect).detail.url).to.contain('https://app.example/done?state=success');
    await warnsOnce(link, /redirect-on does not know "cancelled"/);
  });

  it('a provider that the token does not offer leads to the picker', async () => {
    service = fakeService();
    const link = mount({ provider: 'nowhere' });

    await heading(link, 'Choose a device or app');

    await warnsOnce(link, /"nowhere" is not among/);
  });

  it('a provider without a logo shows its letter', async () => {
    service = fakeService(starting([one({ logo: null }), providers[1]!]));
    const link = mount();
    const logo = await appears(link, () => parts(link, 'provider-logo')[0]);

    expect([text(logo), logo.querySelector('img')]).to.deep.equal(['Q', null]);
    await warnsOnce(link, /without a usable logo.*quartz_scale/);
  });

  it('a letter replaces a logo that does not load', async () => {
    service = fakeService(starting([one({ logo: 'data:image/png,broken' }), providers[1]!]));
    const link = mount();

    const logo = await appears(link, () => {
      const first = parts(link, 'provider-logo')[0];
      return first && !first.querySelector('img') ? first : null;
    });

    expect(text(logo)).to.equal('Q');
  });

  it('a logo with a script in its address is never requested', async () => {
    service = fakeService(starting([one({ logo: ' java\nscript:alert(1)' }), providers[1]!]));
    const link = mount();

    await appears(link, () => part(link, 'provider'));

    expect(parts(link, 'provider-logo')[0]!.querySelector('img')).to.equal(null);
    await warnsOnce(link, /without a usable logo/);
  });

  it('a provider with an empty name is called by its slug', async () => {
    service = fakeService(starting([one({ name: '  ' }), providers[1]!]));
    const link = mount();
    const name = await appears(link, () => part(link, 'provider-name'));

    expect(text(name)).to.equal('Quartz Scale');
    await warnsOnce(link, /without a name.*quartz_scale/);
  });

  it('a redirect URL with a script is not followed', async () => {
    const redirect_url = 'javascript:document.title="followed"';
    service = fakeService({
      ...starting(providers, { redirect_url }),
      [password]: result('success', { redirect_url }),
    });
    const link = mount({ provider: 'quartz_scale' });
    link.addEventListener('svc-redirect', () => expect.fail('followed'));
    await signIn(link);

    await heading(link, 'Quartz Scale is connected');

    await warnsOnce(link, /redirect_url is not followed/);
    expect(document.title).not.to.equal('followed');
  });

  it('markup in the service’s texts is shown as text', async () => {
    const markup = '<img src=x onerror="document.title=1"><b>x</b>';
    service = fakeService({
      ...starting([one({ name: `A${markup}`, resources: [markup] })], { app_name: 'Well Days' }),
      [password]: result('pending_provider_mfa', { provider_mfa: { method: markup, hint: markup } }),
    });
    const link = mount();
    await heading(link, `Connect A${markup}`);
    await signIn(link);

    await heading(link, 'Enter your code');

    expect(text(part(link, 'body'))).to.contain(markup);
    expect(link.renderRoot.querySelector('b, img[src=x]')).to.equal(null);
    await toldTimes(2);
    expect(warnings.join()).to.match(/markup in the texts of a provider is shown as text: quartz_scale/);
    expect(warnings.join()).to.match(/markup in what a provider answered/);
  });

  it('markup in all other values of the service is shown as text or left out', async () => {
    const markup = '<img src=x onerror="document.title=1"><b>x</b>';
    service = fakeService({
      ...starting([one({ regions: [markup] })], {
        terms_url: 'javascript:document.title=1',
        privacy_url: `data:text/html,${markup}`,
        brand: { name: markup, logo: 'javascript:document.title=1' },
      }),
      [password]: { ...result('error', { error_type: markup, error: markup }), headers: {} },
    });
    const link = mount();
    await heading(link, 'Connect Quartz Scale');
    expect(parts(link, 'consent')[0]!.querySelector('a')).to.equal(null);
    const region = link.renderRoot.querySelector('select')!;
    expect(text(region)).to.contain(markup.toUpperCase());
    region.value = markup;
    await signIn(link);

    await heading(link, 'We couldn’t connect Quartz Scale');

    expect(text(part(link, 'body'))).not.to.contain('<img');
    expect(link.renderRoot.querySelector('b, img[src=x]')).to.equal(null);
    expect(document.title).not.to.equal('1');
    await toldTimes(4);
    for (const words of [
      /texts of a provider/,
      /brand's name holds/,
      /logo is left out/,
      /provider answered/,
    ])
      expect(warnings.filter((line) => words.test(line))).to.have.length(1);
  });

  it('a name without spaces breaks if it does not fit', async () => {
    service = fakeService({
      ...starting([one({ name: 'W'.repeat(90) })], { app_name: 'M'.repeat(90) }),
      [password]: result('error', { error_type: 'provider_credential_error' }),
    });
    const link = mount();
    link.style.width = '288px';
    await signIn(link);
    await appears(link, () => part(link, 'notice'));

    const panel = part(link, 'panel')!.getBoundingClientRect();
    for (const name of ['title', 'consent', 'notice', 'username-input', 'submit', 'close'])
      expect(part(link, name)!.getBoundingClientRect().right, name).to.be.at.most(panel.right);
  });

  it('a page that gives no token for a while is warned about what is missing', async () => {
    const clock = globalThis.setTimeout;
    let give: (() => void) | undefined;
    const fake = (run: () => void, milliseconds?: number) =>
      milliseconds === 15_000 ? ((give = run), 0) : clock(run, milliseconds);
    globalThis.setTimeout = fake as unknown as typeof setTimeout;
    service = fakeService();
    const link = mount({ linkToken: null });
    await link.updateComplete;
    globalThis.setTimeout = clock;

    give!();

    await heading(link, 'Connecting isn’t set up yet');
    await warnsOnce(link, /nothing to begin with/);
    expect(service.calls).to.deep.equal([]);
  });

  const settings: [string, Partial<SvcLink>, RegExp][] = [
    ['heading-level', { headingLevel: 9 }, /heading-level is not a number from 1 to 6/],
    ['redirect-on', { redirectOn: ['sometimes'] }, /redirect-on does not know "sometimes"/],
    ['providers', { providers: [1, 2] as unknown as string[] }, /providers is not a list of words/],
    ['hosted-url', { hostedUrl: 'nowhere' }, /hosted-url is not an address: "nowhere"/],
  ];
  for (const [name, properties, words] of settings)
    it(`an unusable ${name} counts as not set and warns once`, async () => {
      service = fakeService();
      const link = mount(properties);

      const title = await heading(link, 'Choose a device or app');

      expect(title.getAttribute('aria-level')).to.equal('2');
      expect(parts(link, 'provider').length).to.equal(providers.length);
      await warnsOnce(link, words);
    });
});
