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
  text,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const endsIn = (seconds: number) => ({
  body: {
    session: { ...session, expires_at: new Date(Date.now() + seconds * 1000).toISOString() },
    providers,
  },
});

describe('what concerns every step', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('says that the link is about to end, and asks for more time without losing what was typed', async () => {
    const tokens: string[] = [];
    service = fakeService({ '/v2/link/start': () => endsIn(tokens.length < 2 ? 61 : 3600) });
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
    expect(text(notice)).to.contain('This link stops working in 1 minute.');
    expect((await told).detail.seconds).to.be.within(55, 61);
    const user = await appears(link, () => labelled(link, 'Email'));
    user.value = 'me@example.com';

    role(link, 'button', 'Stay')!.click();
    await appears(link, () => !part(link, 'notice'));

    expect(tokens).to.deep.equal(['lt_1', 'lt_2']);
    expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(tokens);
    expect(labelled(link, 'Email')!.value).to.equal('me@example.com');
  });

  it('offers no more time where the page can give none', async () => {
    service = fakeService({ '/v2/link/start': endsIn(61) });
    const link = mount();

    await appears(link, () => part(link, 'notice'));

    expect(role(link, 'button', 'Stay')).to.equal(null);
  });

  it('says that there is no network, once aloud, and no more when it is back', async () => {
    service = fakeService();
    const link = mount({ provider: 'quartz_scale' });
    await appears(link, () => labelled(link, 'Email'));

    dispatchEvent(new Event('offline'));
    await appears(link, () => part(link, 'notice'));

    expect(text(part(link, 'notice'))).to.equal("You're offline. What you entered is still here.");
    const status = await appears(link, () => link.querySelector('[role=status]'));
    await appears(link, () => status.textContent === "You're offline. What you entered is still here.");

    dispatchEvent(new Event('online'));
    await appears(link, () => !part(link, 'notice'));
  });

  it('sends for a new code after a pause, which is the same challenge', async () => {
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

  it('leaves room for what the page puts into its slots', async () => {
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
