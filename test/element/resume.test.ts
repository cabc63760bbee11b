import { expect } from '@open-wc/testing';
import { catchForms, fakeWindows } from './hosted-page.js';
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
  providers,
  result,
  role,
  session,
  signIn,
} from './harness.js';
import { noted } from './noted.js';

const password = '/v2/link/provider/password/quartz_scale';
const mfa = { method: 'email', hint: 'm•@example.com' };
const key = 'svc-link:';

describe('after a reload', () => {
  let service: ReturnType<typeof fakeService>;
  /** Signs in as far as the code, as the page did before it was loaded again. */
  const before = async () => {
    service = fakeService({ [password]: result('pending_provider_mfa', { provider_mfa: mfa }) });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Enter your code');
    const note = await noted('challenge');
    // A page that loads again loses its elements, but keeps the note.
    const exit = next(link, 'svc-exit');
    link.remove();
    await exit;
    sessionStorage.setItem(key, note);
    service.answers['/v2/link/start'] = {
      body: {
        session: { ...session, state: 'pending_provider_mfa', provider: 'quartz_scale', provider_mfa: mfa },
        providers,
      },
    };
    return note;
  };
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('the same token returns to the code step, in which no new code can be sent', async () => {
    await before();
    const link = mount();

    await heading(link, 'Enter your code');

    expect(part(link, 'body')!.textContent).to.contain('m•@example.com');
    expect(role(link, 'button', 'Send a new code')).to.equal(null);
    expect(role(link, 'button', 'Start again')).to.exist;
  });

  it('the same token returns to the code step if the page gives it only when asked', async () => {
    await before();
    let asked = 0;
    const link = mount({
      linkToken: null,
      tokenProvider: () => {
        asked += 1;
        return Promise.resolve('lt_1');
      },
    });

    await heading(link, 'Enter your code');

    expect(asked).to.equal(1);
  });

  it('another token returns to the sign-in of the same provider', async () => {
    await before();
    service.answers['/v2/link/start'] = { body: { session, providers } };
    const link = mount({ linkToken: 'lt_2' });

    await heading(link, 'Connect Quartz Scale');

    expect(labelled(link, 'Email')!.value).to.equal('');
  });

  it('finds a note that contains no token and nothing typed', async () => {
    const note = await before();

    expect(JSON.parse(note)).to.have.all.keys('token', 'provider', 'step', 'left', 'told');
    for (const secret of ['lt_1', 'me@example.com', 'good-one']) expect(note).not.to.contain(secret);
  });

  it('ignores a note that somebody else wrote', async () => {
    service = fakeService();
    sessionStorage.setItem(key, '{"step": ["x"], "token": 1');
    const link = mount();

    await heading(link, 'Choose a device or app');
  });

  it('two elements without an id return each to its own provider', async () => {
    service = fakeService();
    const both = () => [mount({ linkToken: 'lt_1' }), mount({ linkToken: 'lt_2' })] as const;
    const [one, other] = both();
    (await button(one, /^Quartz Scale/)).click();
    await heading(one, 'Connect Quartz Scale');
    const first = await noted('quartz_scale');
    (await button(other, /^Xenon Pump/)).click();
    await heading(other, 'Connect Xenon Pump');
    const second = await noted('xenon_pump', `${key} 2`);
    for (const link of [one, other]) {
      const exit = next(link, 'svc-exit');
      link.remove();
      await exit;
    }
    sessionStorage.setItem(key, first);
    sessionStorage.setItem(`${key} 2`, second);

    const [oneAgain, otherAgain] = both();

    await heading(oneAgain, 'Connect Quartz Scale');
    await heading(otherAgain, 'Connect Xenon Pump');
  });

  it('forgets when the run ends', async () => {
    service = fakeService({ [password]: result('success') });
    const link = mount({ provider: 'quartz_scale' });
    await appears(link, () => labelled(link, 'Email'));
    await noted('sign-in');
    await signIn(link);

    await heading(link, 'Quartz Scale is connected');

    expect(sessionStorage.getItem(key)).to.equal(null);
  });

  it('asks for the outcome of a try when the page comes back from the cache', async () => {
    service = fakeService({ [password]: 'never' });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Connecting Quartz Scale');
    const ended = { ...session, state: 'success', provider: 'quartz_scale' };
    service.answers['/v2/link/start'] = { body: { session: ended, providers } };

    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    await heading(link, 'Quartz Scale is connected');
  });

  it('begins the sign-in at the provider again for a person who went back from there, and for nobody else', async () => {
    service = fakeService();
    const windows = await fakeWindows('blocked');
    const { restore } = catchForms();
    const first = mount({ provider: 'aurora_ring' });
    (await button(first, 'Continue to Aurora Ring')).click();
    await heading(first, 'The window didn’t open');
    (await button(first, 'Continue to Aurora Ring')).click();
    const note = await noted('"left":true');
    restore();
    windows.restore();
    const out = { ...session, state: 'started', provider: 'aurora_ring' };
    service.answers['/v2/link/start'] = { body: { session: out, providers } };
    service.answers['/v2/link/state'] = { body: out };

    for (const [way, title] of [
      ['navigate', 'Finish in the Aurora Ring window'],
      ['back_forward', 'Connect Aurora Ring to Well Days'],
    ] as const) {
      cleanUp();
      // The earlier run forgets its note when its element has left.
      await Promise.resolve();
      sessionStorage.setItem(key, note);
      performance.getEntriesByType = () => [{ type: way } as unknown as PerformanceEntry];
      const link = mount();

      await heading(link, title);

      Reflect.deleteProperty(performance, 'getEntriesByType');
    }
  });
});
