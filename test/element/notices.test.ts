import { expect } from '@open-wc/testing';
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
  role,
  session,
  signIn,
  statusNode,
  text,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const endsIn = (seconds: number) => ({
  body: {
    session: { ...session, expires_at: new Date(Date.now() + seconds * 1000).toISOString() },
    providers,
  },
});

describe('the notices of every step', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('says that the link is about to expire, and asks for more time without losing what was typed', async () => {
    const tokens: string[] = [];
    service = fakeService({ '/v2/link/start': () => endsIn(tokens.length < 2 ? 90 : 3600) });
    const link = mount({
      linkToken: null,
      provider: 'quartz_scale',
      tokenProvider: () => {
        tokens.push(`lt_${tokens.length + 1}`);
        return Promise.resolve(tokens.at(-1)!);
      },
    });
    const told = next(link, 'svc-expiring');
    const notice = await appears(link, () => part(link, 'notice'));
    expect(text(notice)).to.contain('You have less than 2 minutes left to finish.');
    expect((await told).detail.seconds).to.be.within(60, 90);
    const user = await appears(link, () => labelled(link, 'Email'));
    user.value = 'me@example.com';

    role(link, 'button', 'Get more time')!.click();
    await appears(link, () => !part(link, 'notice'));

    expect(tokens).to.deep.equal(['lt_1', 'lt_2']);
    expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(tokens);
    expect(labelled(link, 'Email')!.value).to.equal('me@example.com');
  });

  it('removes the warning, also for screen readers, once there is more time', async () => {
    let starts = 0;
    service = fakeService({ '/v2/link/start': () => endsIn(starts++ === 0 ? 90 : 3600) });
    const link = mount({ provider: 'quartz_scale', tokenProvider: () => Promise.resolve('lt_2') });
    await appears(link, () => statusNode(link)?.textContent.includes('less than 2 minutes'));

    (await button(link, 'Get more time')).click();

    await appears(link, () => !part(link, 'notice') && statusNode(link)?.textContent === '');
  });

  it('warns again, also for screen readers, when a minute is left', async () => {
    service = fakeService({ '/v2/link/start': () => endsIn(66) });
    const link = mount({ provider: 'quartz_scale' });
    const status = await appears(link, () => statusNode(link));
    const heard: string[] = [];
    const hears = new MutationObserver(() => status.textContent && heard.push(status.textContent));
    hears.observe(status, { childList: true });

    const minute = 'You have less than a minute left to finish.';
    await appears(link, () => text(part(link, 'notice')) === minute);
    await appears(link, () => heard.includes(minute));

    expect(heard).to.deep.equal(['You have less than 2 minutes left to finish.', minute]);
    hears.disconnect();
  });

  it('says, also to screen readers, that there is no more time, and leaves the focus on the button that asked for it', async () => {
    service = fakeService({ '/v2/link/start': endsIn(90) });
    let comes = false;
    const link = mount({
      provider: 'quartz_scale',
      // If the token has the latest end that it can have, the page's server refuses, or the same token comes back.
      tokenProvider: () => (comes ? Promise.resolve('lt_1') : Promise.reject(new Error('no more'))),
    });
    const notice = await appears(link, () => part(link, 'notice'));
    const status = statusNode(link)!;
    const warning = 'You have less than 2 minutes left to finish.';
    await appears(link, () => status.textContent === warning);
    expect(text(notice)).not.to.contain('more time.');
    const stay = role(link, 'button', 'Get more time')!;

    for (comes of [false, true, false]) {
      stay.focus();
      stay.click();
      await appears(link, () => stay.ariaDisabled === 'true');
      await appears(link, () => stay.ariaDisabled !== 'true');
      await appears(link, () => status.textContent === 'We couldn’t get more time.');
      expect(text(part(link, 'notice'))).to.match(/2 minutes left to finish\.\s*We couldn’t get more time\./);
      expect((link.renderRoot as ShadowRoot).activeElement).to.equal(stay);
    }
  });

  it('says when the link has expired, and then asks for another one', async () => {
    const reasons: string[] = [];
    service = fakeService({ '/v2/link/start': () => endsIn(reasons.length < 2 ? 1 : 3600) });
    const link = mount({
      linkToken: null,
      provider: 'quartz_scale',
      tokenProvider: ({ reason }: { reason: string }) => Promise.resolve(`lt_${reasons.push(reason)}`),
    });
    const user = await appears(link, () => labelled(link, 'Email'));
    user.value = 'me@example.com';

    await appears(link, () => text(part(link, 'notice'))?.startsWith('This link has expired'));
    const status = await appears(link, () => statusNode(link));
    await appears(link, () => status.textContent === 'This link has expired');
    role(link, 'button', 'Get more time')!.click();
    await appears(link, () => !part(link, 'notice'));

    expect(reasons).to.deep.equal(['start', 'expired']);
    expect(labelled(link, 'Email')!.value).to.equal('me@example.com');
  });

  it('does not say that the link has expired while its answer is on the way', async () => {
    service = fakeService({ '/v2/link/start': () => endsIn(6), [password]: 'never' });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Connecting Quartz Scale');
    await appears(link, () => text(part(link, 'notice'))?.startsWith('You have less than'));
    const status = statusNode(link)!;
    const heard: string[] = [];
    const hears = new MutationObserver(() => heard.push(status.textContent));
    hears.observe(status, { childList: true });

    await appears(link, () => !part(link, 'notice'));
    // A text that waits to be said empties the node at once, so any text in it is the last one that was said.
    await appears(link, () => status.textContent !== '');

    hears.disconnect();
    expect([...heard, status.textContent].join()).not.to.contain('expired');
  });

  it('offers more time if the service itself gives it, until the link has expired', async () => {
    service = fakeService({
      '/v2/link/start': () => {
        const { body } = endsIn(6);
        return { body: { ...body, session: { ...body.session, can_extend: true } } };
      },
    });
    const link = mount();

    await appears(link, () => role(link, 'button', 'Get more time'));
    await appears(link, () => text(part(link, 'notice')) === 'This link has expired');

    expect(role(link, 'button', 'Get more time')).to.equal(null);
  });

  it('offers no more time if the page can give none', async () => {
    service = fakeService({ '/v2/link/start': endsIn(61) });
    const link = mount();

    await appears(link, () => part(link, 'notice'));

    expect(role(link, 'button', 'Get more time')).to.equal(null);
  });

  it('says that there is no network, once to screen readers, and stops when it is back', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale' });
    await appears(link, () => labelled(link, 'Email'));

    dispatchEvent(new Event('offline'));
    await appears(link, () => part(link, 'notice'));

    expect(text(part(link, 'notice'))).to.equal('You’re offline. What you entered is still here.');
    const status = await appears(link, () => statusNode(link));
    await appears(link, () => status.textContent === 'You’re offline. What you entered is still here.');

    dispatchEvent(new Event('online'));
    await appears(link, () => !part(link, 'notice'));
    // A person who reads the page line by line would find it there.
    expect(status.textContent).to.equal('');
  });

  it('says nothing about the network if nothing is shown or nothing is left to do', async () => {
    service = fakeService({ [password]: result('success') });
    const closed = mount({ mode: 'dialog' });
    closed.show();
    await appears(closed, () => parts(closed, 'provider')[0] && statusNode(closed));
    closed.close();
    await appears(closed, () => !part(closed, 'panel'));
    const done = mount({ provider: 'quartz_scale' });
    await signIn(done);
    // The focus is in the other element, so the status says this.
    await appears(done, () => statusNode(done)?.textContent === 'Quartz Scale is connected');
    const open = mount({ provider: 'quartz_scale' });
    await appears(open, () => labelled(open, 'Email') && statusNode(open));
    const heard: string[] = [];
    const hears = new MutationObserver(([change]) => heard.push(change!.target.textContent ?? ''));
    for (const link of [closed, done]) hears.observe(statusNode(link)!, { childList: true });

    dispatchEvent(new Event('offline'));
    // The last element speaks, so the others have been silent.
    await appears(open, () => statusNode(open)!.textContent !== '');

    hears.disconnect();
    expect(heard.filter(Boolean)).to.deep.equal([]);
    expect(statusNode(closed)!.textContent).to.equal('');
    expect(statusNode(done)!.textContent).to.equal('Quartz Scale is connected');
    dispatchEvent(new Event('online'));
  });

  it('says that there is no network as soon as there is something to finish', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    service = fakeService();
    const link = mount();
    await appears(link, () => parts(link, 'provider')[0] && statusNode(link));
    service.answers['/v2/link/start'] = () => held.then(() => ({ body: { session, providers } }));
    const asked = service.asked('/v2/link/start');
    link.restart();
    await asked;

    dispatchEvent(new Event('offline'));
    answer();

    await appears(link, () => statusNode(link)!.textContent === 'You’re offline');
    dispatchEvent(new Event('online'));
  });

  it('knows that the network is back, even if it came back before anything listened for it', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    service = fakeService({ '/v2/link/start': () => held.then(() => ({ body: { session, providers } })) });
    const asked = service.asked('/v2/link/start');
    const isOnline = (value: boolean) =>
      Object.defineProperty(navigator, 'onLine', { value, configurable: true });
    isOnline(false);
    const link = mount({ provider: 'quartz_scale' });
    await asked;
    isOnline(true);

    answer();
    await appears(link, () => labelled(link, 'Email'));
    Reflect.deleteProperty(navigator, 'onLine');

    expect(text(part(link, 'notice'))).to.equal('');
  });

  it('says nothing about the entries once they were sent, even if the network fails then', async () => {
    service = fakeService({ '/v2/link/provider/password/quartz_scale': 'never' });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Connecting Quartz Scale');

    dispatchEvent(new Event('offline'));
    expect(text(await appears(link, () => part(link, 'notice')))).to.equal('You’re offline');
    const status = await appears(link, () => statusNode(link));
    await appears(link, () => status.textContent === 'You’re offline');
    dispatchEvent(new Event('online'));
  });

  it('does not promise that the entries are kept if a form was sent and the network fails', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale' });
    await appears(link, () => labelled(link, 'Email'));
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('no network'));

    await signIn(link);

    await heading(link, 'We couldn’t reach this service');
    expect(text(part(link, 'problem'))).to.contain('Check your internet connection, then try again.');
    expect(text(part(link, 'problem'))).not.to.contain('still here');
    globalThis.fetch = fetch;
    (await button(link, 'Try again')).click();
    const field = await appears(link, () => labelled(link, 'Password'));
    expect([labelled(link, 'Email')!.value, field.value]).to.deep.equal(['me@example.com', '']);
    const notice = part(link, 'notice')!;
    expect(text(notice)).to.equal('That didn’t go through. Enter your password again.');
    expect(field.getAttribute('aria-describedby')!.split(' ')).to.include(notice.id);
  });

  it('requests a new code after a pause, in the same challenge', async () => {
    const clock = globalThis.setTimeout;
    const pauses: (() => void)[] = [];
    const fake = (run: () => void, milliseconds?: number) =>
      milliseconds === 30_000 ? pauses.push(run) : clock(run, milliseconds);
    globalThis.setTimeout = fake as unknown as typeof setTimeout;
    service = fakeService({
      [password]: result('pending_provider_mfa', { provider_mfa: { method: 'sms', hint: '•• 42' } }),
    });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Enter your code');
    const again = await button(link, 'Send a new code');
    again.click();
    const sent = () => service.calls.filter(({ path }) => path === password);
    expect(sent()).to.have.length(1);

    pauses[0]!();
    globalThis.setTimeout = clock;
    await appears(link, () => role(link, 'button', 'Send a new code')?.ariaDisabled !== 'true');
    role(link, 'button', 'Send a new code')!.click();
    await appears(link, () => sent().length === 2 && role(link, 'button', 'Send a new code'));

    expect(sent()[1]!.body).to.deep.equal(sent()[0]!.body);
    expect(role(link, 'heading', 'Enter your code')).to.exist;
  });

  it('shows what the page puts into its slots', async () => {
    service = fakeService({ [password]: result('success') });
    const link = mount();
    link.innerHTML = '<p slot="header">Mine</p><p slot="footer">Below</p><p slot="done">Thanks</p>';
    const slotted = (name: string) =>
      link.renderRoot
        .querySelector<HTMLSlotElement>(`slot[name=${name}]`)
        ?.assignedElements()
        .map((element) => element.textContent);
    await appears(link, () => parts(link, 'provider')[0]);
    expect([slotted('header'), slotted('footer')]).to.deep.equal([['Mine'], ['Below']]);

    role(link, 'button', /^Quartz Scale/)!.click();
    await signIn(link);
    await heading(link, 'Quartz Scale is connected');

    expect(slotted('done')).to.deep.equal(['Thanks']);
  });
});
