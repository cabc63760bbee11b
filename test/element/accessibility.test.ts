import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  heading,
  labelled,
  mount,
  part,
  providers,
  result,
  role,
  session,
  signIn,
  statusNode,
} from './harness.js';

const password = '/v2/link/provider/password/quartz_scale';
const asksForCode = result('pending_provider_mfa', { provider_mfa: { method: 'sms', hint: '•• 42' } });
type Answers = NonNullable<Parameters<typeof fakeService>[0]>;

/** With one connection that works and one that is broken. */
const managed: Answers = {
  '/v2/link/start': {
    body: {
      session: { ...session, manage: true },
      providers: providers.map((each) => (each.name === 'Atlas Cuff' ? { ...each, broken: true } : each)),
    },
  },
};

/** How to come to each screen. */
const screens: Record<
  string,
  { answers?: Answers; set?: Partial<SvcLink>; go: (link: SvcLink) => Promise<unknown> }
> = {
  loading: {
    answers: { '/v2/link/start': 'never' },
    go: (link) => appears(link, () => part(link, 'progress')),
  },
  'select-provider': { go: (link) => appears(link, () => part(link, 'provider')) },
  'select-provider without a match': {
    go: async (link) => {
      const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
      search.value = 'zzz';
      search.dispatchEvent(new InputEvent('input'));
      await appears(link, () => part(link, 'empty'));
    },
  },
  'select-provider with connections to end': {
    answers: managed,
    go: (link) => appears(link, () => part(link, 'provider-action')),
  },
  disconnect: {
    answers: managed,
    go: async (link) => {
      (await button(link, 'Disconnect Élan Band')).click();
      await heading(link, 'Disconnect Élan Band now?');
    },
  },
  'sign-in': { set: { provider: 'xenon_pump' }, go: (link) => appears(link, () => labelled(link, 'Region')) },
  'sign-in after wrong credentials': {
    answers: { [password]: result('error', { error_type: 'provider_credential_error' }) },
    set: { provider: 'quartz_scale' },
    go: async (link) => {
      await signIn(link);
      await appears(link, () => part(link, 'field-error'));
    },
  },
  authorize: {
    set: { provider: 'aurora_ring' },
    go: (link) => button(link, 'Continue to Aurora Ring'),
  },
  connecting: {
    answers: { [password]: 'never' },
    set: { provider: 'quartz_scale' },
    go: async (link) => {
      await signIn(link);
      await heading(link, 'Connecting Quartz Scale');
    },
  },
  'challenge after a wrong code': {
    answers: {
      [`${password}/complete_mfa`]: result('error', { error_type: 'incorrect_mfa_code' }),
      [password]: asksForCode,
    },
    set: { provider: 'quartz_scale' },
    go: async (link) => {
      await signIn(link);
      (await appears(link, () => labelled(link, 'Code'))).value = '1';
      part(link, 'submit')!.click();
      await appears(link, () => part(link, 'field-error'));
    },
  },
  done: {
    answers: { [password]: result('success') },
    set: { provider: 'quartz_scale' },
    go: async (link) => {
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');
    },
  },
  problem: {
    answers: { [password]: { status: 429, body: {}, headers: { 'retry-after': '30' } } },
    set: { provider: 'quartz_scale' },
    go: async (link) => {
      await signIn(link);
      await heading(link, 'Too many tries');
    },
  },
};

describe('accessibility', () => {
  let service: ReturnType<typeof fakeService>;
  afterEach(() => {
    cleanUp();
    service.restore();
    document.documentElement.removeAttribute('dir');
    document.documentElement.style.removeProperty('color-scheme');
  });

  for (const [name, { answers, set, go }] of Object.entries(screens))
    for (const scheme of ['light', 'dark'])
      for (const dir of ['ltr', 'rtl'])
        it(`has no violation in ${name}, ${scheme}, ${dir}`, async () => {
          service = fakeService(answers);
          document.documentElement.dir = dir;
          document.documentElement.style.colorScheme = scheme;
          const link = mount(set);
          await go(link);
          // Colours are measured when nothing moves.
          await Promise.all(link.shadowRoot!.getAnimations().map((animation) => animation.cancel()));

          await expect(link).to.be.accessible();
        });

  it('is a named region whose heading has the level that the page wants', async () => {
    service = fakeService();
    const link = mount({ label: 'Your devices', headingLevel: 3 });

    const title = await heading(link, 'Choose a device or app');

    expect(title.getAttribute('aria-level')).to.equal('3');
    expect(part(link, 'panel')!.getAttribute('aria-label')).to.equal('Your devices');
  });

  it('never takes the focus before the person does something', async () => {
    service = fakeService();
    const before = document.activeElement;
    const link = mount({ provider: 'quartz_scale' });

    await heading(link, 'Connect Quartz Scale');

    expect(document.activeElement).to.equal(before);
  });

  it('leaves the focus where it is on the surrounding page', async () => {
    service = fakeService({ [password]: 'never' });
    const link = mount({ provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Connecting Quartz Scale');
    const elsewhere = document.createElement('button');
    link.parentElement!.append(elsewhere);
    elsewhere.focus();

    role(link, 'button', 'Cancel')!.click();
    await appears(link, () => labelled(link, 'Email'));

    expect(document.activeElement).to.equal(elsewhere);
  });

  it('removes its announcement of a step when the next step comes', async () => {
    service = fakeService();
    const link = mount();
    const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
    search.value = 'quartz';
    search.dispatchEvent(new InputEvent('input'));
    const status = await appears(link, () => statusNode(link));
    await appears(link, () => status.textContent === '1 result');

    role(link, 'button', /^Quartz Scale/)!.click();
    await heading(link, 'Connect Quartz Scale');

    expect(status.textContent).to.equal('');
  });

  it('puts its status node back when the page empties the element', async () => {
    service = fakeService();
    const link = mount();
    const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
    search.value = 'quartz';
    search.dispatchEvent(new InputEvent('input'));
    await appears(link, () => statusNode(link)?.textContent);

    link.replaceChildren();
    search.value = 'ring';
    search.dispatchEvent(new InputEvent('input'));

    await appears(link, () => statusNode(link)?.textContent === '1 result');
  });

  it('says which field is empty, even if the focus is already in it', async () => {
    service = fakeService({ [password]: asksForCode });
    const link = mount({ provider: 'quartz_scale' });
    const user = await appears(link, () => labelled(link, 'Email'));
    const status = await appears(link, () => statusNode(link));
    const submits = async (name: string, says: string) => {
      const field = labelled(link, name)!;
      field.focus();
      expect(status.textContent).to.equal('');
      await sendKeys({ press: 'Enter' });
      await appears(link, () => status.textContent === says);
      expect((link.renderRoot as ShadowRoot).activeElement).to.equal(field);
    };

    // A person who is led to a field hears its error there.
    user.focus();
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await appears(link, () => part(link, 'field-error'));
    expect((link.renderRoot as ShadowRoot).activeElement).to.equal(user);
    user.value = 'me@example.com';
    await submits('Password', 'Enter your Quartz Scale password');
    await signIn(link);
    await heading(link, 'Enter your code');
    await submits('Code', 'Enter the code from Quartz Scale');
  });

  it('announces in a node that the page does not mistake for its own', async () => {
    service = fakeService();
    const link = mount();
    await heading(link, 'Choose a device or app');
    const own = document.createElement('p');
    own.setAttribute('role', 'status');
    link.after(own);

    const status = await appears(link, () => statusNode(link));

    // Compares to true or false: the report about two different elements would never end.
    expect(link.parentElement!.querySelector('[role=status]') === own).to.equal(true);
    expect(status.getAttribute('aria-live')).to.equal('polite');
    expect(status.getAttribute('aria-atomic')).to.equal('true');
  });
});
