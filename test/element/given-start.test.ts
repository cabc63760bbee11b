// A token that came with its start: what people see, and when the service gets which request.
import { expect } from '@open-wc/testing';
import type { LinkProvider } from '../../src/contract/index.js';
import { askToken } from '../../src/element/ask-token.js';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
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
  session,
  signIn,
  still,
} from './harness.js';

const given = (list: readonly LinkProvider[] = providers) => ({
  session: { ...session, state: 'created' },
  providers: list,
});
const withStart = (start: unknown = given(), more: Partial<SvcLink> = {}, attributes = {}) =>
  mount({ linkToken: null, tokenProvider: async () => ({ link_token: 'lt_1', start }), ...more }, attributes);

describe('a token that came with its start', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });
  const paths = () => service.calls.map(({ path }) => path);
  const rows = (link: SvcLink) => parts(link, 'provider-name').map(({ textContent }) => textContent);

  /** A service that answers no start before the test says so. */
  function slowStart() {
    service = fakeService();
    const answered = globalThis.fetch;
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    globalThis.fetch = async (input, init) => {
      const response = await answered(input, init);
      if (String(input).endsWith('/v2/link/start')) await held;
      return response;
    };
    return () => answer();
  }

  it('shows the picker before the service has answered anything', async () => {
    const answer = slowStart();
    const link = withStart();
    const { detail } = await next(link, 'svc-ready');
    expect(detail).to.deep.include({ step: 'select-provider', providers: providers.length });
    await appears(link, () => part(link, 'provider-list'));
    expect(rows(link)).to.have.lengthOf(providers.length);
    expect(paths()).to.deep.equal(['/v2/link/start']);
    answer();
  });

  it('is accessible in both schemes and directions', async () => {
    const answer = slowStart();
    for (const [dir, scheme] of [
      ['ltr', 'light'],
      ['rtl', 'dark'],
    ] as const) {
      const link = withStart(given(), {}, { lang: dir === 'rtl' ? 'ar' : 'en' });
      Object.assign(link.parentElement!.style, { direction: dir, colorScheme: scheme });
      await appears(link, () => part(link, 'provider-list'));
      still(link);
      await expect(link).to.be.accessible();
    }
    answer();
  });

  it('sends no password before the service has confirmed the start', async () => {
    const answer = slowStart();
    service.answers['/password/quartz_scale'] = result('success');
    const link = withStart();
    (await button(link, /Quartz Scale/)).click();
    await signIn(link);
    await appears(link, () => part(link, 'progress'));
    expect(paths()).to.deep.equal(['/v2/link/start']);
    const sent = service.asked('/password/quartz_scale');
    answer();
    await sent;
    expect(service.calls.at(-1)!.body).to.deep.include({ username: 'me@example.com', password: 'good-one' });
    await appears(link, () => part(link, 'done'));
  });

  it('shows what the service refuses, and drops what the person typed', async () => {
    const answer = slowStart();
    service.answers['/v2/link/start'] = {
      status: 403,
      body: { detail: { error_type: 'origin_not_allowed', error_message: 'no' } },
    };
    const link = withStart();
    (await button(link, /Quartz Scale/)).click();
    const password = await appears(link, () => labelled(link, 'Password'));
    password.value = 'good-one';
    const error = next(link, 'svc-error');
    answer();
    expect((await error).detail).to.deep.include({ code: 'origin_not_allowed', step: 'loading' });
    await appears(link, () => part(link, 'problem'));
    expect(link.renderRoot.querySelector('input')).to.equal(null);
  });

  it('puts nothing of one provider into the form of the next, if the service no longer has the first one', async () => {
    const answer = slowStart();
    const [first, , second] = providers;
    service.answers['/v2/link/start'] = { body: { session, providers: [second] } };
    const link = withStart(given([{ ...first!, regions: ['us', 'eu'] }, second!]), { provider: first!.slug });
    const user = await appears(link, () => labelled(link, 'Email'));
    const secret = labelled(link, 'Password')!;
    const region = part(link, 'region-select') as HTMLSelectElement;
    // As some programs fill in a form: without a word.
    Object.assign(user, { value: 'me@example.com' });
    Object.assign(secret, { value: 'good-one' });
    region.value = 'eu';
    part(link, 'reveal')!.click();
    link.provider = second!.slug;
    await link.updateComplete;
    answer();
    await heading(link, 'Connect Xenon Pump');
    const filled = (name: string) => labelled(link, name)!.value;
    expect(['Email', 'Password'].map(filled)).to.deep.equal(['', '']);
    expect((part(link, 'region-select') as HTMLSelectElement).value).to.equal('');
    // Nor is the next password shown because the first one was.
    expect((labelled(link, 'Password') as HTMLInputElement).type).to.equal('password');
    expect(part(link, 'reveal')!.getAttribute('aria-pressed')).to.equal('false');
  });

  it('shows the service’s list if it differs', async () => {
    const answer = slowStart();
    const link = withStart(given(providers.slice(0, 2)));
    await appears(link, () => rows(link).length === 2);
    answer();
    await appears(link, () => rows(link).length === providers.length);
  });

  it('is used once: to begin again sends a request', async () => {
    service = fakeService();
    const link = withStart();
    await appears(link, () => part(link, 'provider-list'));
    service.answers['/v2/link/start'] = 'never';
    const asked = service.asked('/v2/link/start');
    link.restart();
    await asked;
    await appears(link, () => part(link, 'progress'));
  });

  for (const [name, start] of [
    ['is nothing', null],
    ['is a text', 'start'],
    ['has no session', { providers }],
    ['has providers without names', { session, providers: [{ slug: 'quartz_scale' }] }],
  ] as const) {
    it(`is ignored if it ${name}`, async () => {
      const answer = slowStart();
      const link = withStart(start);
      await service.asked('/v2/link/start');
      await appears(link, () => part(link, 'progress'));
      answer();
      await heading(link, 'Choose a device or app');
      expect(rows(link)).to.have.lengthOf(providers.length);
    });
  }

  it('may contain more than this version knows', async () => {
    service = fakeService();
    const start = { session: { ...session, state: 'created', planet: 'Mars' }, providers, moons: 2 };
    const { start: read } = await askToken(
      async () => ({ link_token: 'lt_1', start }),
      () => {},
      'start',
      new AbortController().signal,
    );
    expect(read).to.deep.include({ moons: 2 });
  });
});
