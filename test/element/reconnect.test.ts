import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  button,
  focused,
  heading,
  labelled,
  mount,
  part,
  providers,
  result,
  role,
  session,
  signIn,
  text,
} from './harness.js';
import { fakeWindows } from './hosted-page.js';
import { leave, open, password, serve, service } from './steps/scene.js';

const reconnect = { username: 'me@example.com', region: null, broken: true };
const started = (slug: string, more: object = {}) => ({
  '/v2/link/start': {
    body: {
      session: { ...session, provider: slug, reconnect: { ...reconnect, ...more } },
      providers: providers.filter((each) => each.slug === slug),
    },
  },
});
const atForm = (answers: object = {}, properties: Partial<SvcLink> = {}): Promise<SvcLink> =>
  open({ ...started('quartz_scale'), ...answers }, properties);
const mismatch = result('error', { error_type: 'account_mismatch' });

describe('a link that renews a connection', () => {
  afterEach(leave);

  it('says its purpose and its reason', async () => {
    const link = await atForm();
    await heading(link, 'Sign in to Quartz Scale again');
    expect(text(link.renderRoot.querySelector('.lead')!)).to.equal(
      'Well Days no longer gets your Quartz Scale data. Sign in with the same account to get it going again.',
    );
    expect(text(part(link, 'submit')!)).to.equal('Sign in');
    expect(part(link, 'back')).to.equal(null);
    await expect(link).to.be.accessible();
  });

  it('has other words for a connection that works', async () => {
    const link = await open(started('quartz_scale', { broken: false }));
    await heading(link, 'Sign in to Quartz Scale again');
    expect(text(link.renderRoot.querySelector('.lead')!)).to.contain('It’s time to renew');
  });

  it('has the user name filled in, and waits for the password', async () => {
    const link = await atForm();
    const user = await appears(link, () => labelled(link, 'Email'));
    expect(user.value).to.equal('me@example.com');
    const secret = labelled(link, 'Password')!;
    expect(secret.hasAttribute('data-focus')).to.equal(true);
    // The first render in a page does not take the focus.
    expect(focused(link)).to.equal(null);
    link.focus();
    expect(focused(link)).to.equal(secret);
    // A person who hears only the field is told what it is for.
    const described = secret.getAttribute('aria-describedby')!.split(' ');
    const words = described
      .map((id) => link.shadowRoot!.getElementById(id))
      .flatMap((found) => (found ? text(found) : []));
    expect(words.join(' ')).to.match(/^Sign in to Quartz Scale again Well Days no longer gets/);
  });

  it('moves the focus to the password if the person opens it, and works by keys alone', async () => {
    serve({
      ...started('quartz_scale'),
      [password]: ({ body }) =>
        body['username'] === 'me@example.com'
          ? result('success', { provider_id: 'a' })
          : { status: 500, body: {} },
    });
    const link = mount({ mode: 'dialog' });
    link.show();
    await heading(link, 'Sign in to Quartz Scale again');
    await appears(link, () => focused(link) === labelled(link, 'Password'));
    await sendKeys({ type: 'good-one' });
    await sendKeys({ press: 'Enter' });
    await heading(link, 'Quartz Scale is connected again');
  });

  it('waits at the user name if it is not known', async () => {
    const link = await open(started('quartz_scale', { username: null }));
    await heading(link, 'Sign in to Quartz Scale again');
    expect(labelled(link, 'Email')!.value).to.equal('');
    expect(link.renderRoot.querySelector('[data-focus]')).to.equal(null);
  });

  it('says that the person used another account, and leads back to the known one', async () => {
    const link = await atForm({ [password]: mismatch });
    await heading(link, 'Sign in to Quartz Scale again');
    const user = labelled(link, 'Email')!;
    user.value = 'other@example.com';
    user.dispatchEvent(new Event('change'));
    labelled(link, 'Password')!.value = 'good-one';
    part(link, 'submit')!.click();
    await heading(link, 'That’s a different Quartz Scale account');
    expect(role(link, 'button', 'Go back to Well Days')).not.to.equal(null);
    await expect(link).to.be.accessible();
    role(link, 'button', 'Use the account you connected before')!.click();
    const again = await appears(link, () => labelled(link, 'Email'));
    expect(again.value).to.equal('me@example.com');
    await appears(link, () => focused(link) === labelled(link, 'Password'));
  });

  it('says at OAuth, too, why and what to do there', async () => {
    const link = await open(started('aurora_ring', { username: null }));
    await heading(link, 'Sign in to Aurora Ring again');
    // Says why, and then what the button does.
    expect(text(link.renderRoot.querySelector('.lead')!)).to.equal(
      'Well Days no longer gets your Aurora Ring data. Sign in with the same account to get it going again. ' +
        'A new window will open. Sign in to Aurora Ring there and choose what to share.',
    );
    expect(role(link, 'button', 'Continue to Aurora Ring')).not.to.equal(null);
    await expect(link).to.be.accessible();
  });

  it('has its words in every language', async () => {
    const link = await atForm({}, { locale: 'ar' });
    await heading(link, /تسجيل الدخول إلى .*Quartz Scale.* من جديد/);
    await expect(link).to.be.accessible();
  });

  it('puts no space between two sentences of Chinese', async () => {
    const link = await open(started('aurora_ring'), { locale: 'zh' });
    const lead = () => text(link.renderRoot.querySelector('.lead'));
    await appears(link, () => lead().includes('Aurora Ring'));
    expect(lead()).to.match(/。将打开/);
  });

  it('lets the page choose its words', async () => {
    const link = await atForm({}, { messages: { 'reconnect.sign-in.title': 'Welcome back to {p}' } });
    await heading(link, 'Welcome back to Quartz Scale');
  });

  for (const [code, title, words] of [
    ['user_cancelled', 'You didn’t finish connecting Quartz Scale', 'Nothing has changed.'],
    ['unsupported_region', 'Quartz Scale isn’t available in your region', 'Nothing has changed.'],
    [
      'required_scopes_not_granted',
      'Well Days needs more access from Quartz Scale',
      'When Quartz Scale asks, allow everything on the list.',
    ],
  ] as const)
    it(`says nothing after ${code} about a connection that does not exist`, async () => {
      const link = await atForm({ [password]: result('error', { error_type: code }) });
      await signIn(link);
      await heading(link, title);
      await appears(link, () => text(link.renderRoot.querySelector('.lead')) === words);
    });

  it('says only what is lost by leaving', async () => {
    serve(started('quartz_scale', { broken: false }));
    const link = mount({ mode: 'dialog' });
    link.show();
    const secret = await appears(link, () => labelled(link, 'Password'));
    secret.focus();
    await sendKeys({ type: 'secret' });
    await sendKeys({ press: 'Escape' });
    const question = await appears(link, () => link.renderRoot.querySelector('#leave-text'));
    expect(text(question)).to.equal('What you entered won’t be saved.');
  });

  it('says that nothing has changed yet if the person leaves while a window is open', async () => {
    serve(started('aurora_ring', { username: null }));
    const windows = await fakeWindows();
    const link = mount({ mode: 'dialog' });
    link.show();
    (await button(link, 'Continue to Aurora Ring')).click();
    await heading(link, 'Finish in the Aurora Ring window');
    await sendKeys({ press: 'Escape' });
    const question = await appears(link, () => link.renderRoot.querySelector('#leave-text'));
    expect(text(question)).to.equal('Nothing has changed yet.');
    windows.restore();
  });

  it('keeps the usual words for what people agree to', async () => {
    const link = await atForm({ [password]: result('success', { provider_id: 'a' }) });
    await signIn(link);
    await heading(link, 'Quartz Scale is connected again');
    const { body } = service.calls.find((call) => call.path === password)!;
    expect(body['consent']).to.include({ text_version: '1' });
  });
});

describe('a connected provider, chosen from the list', () => {
  afterEach(leave);

  it('says that nothing has changed after a failed try', async () => {
    const elan = { ...providers.find(({ connected }) => connected)!, slug: 'elan_band' };
    const link = await open({
      '/v2/link/start': { body: { session, providers: [...providers.slice(0, 2), elan] } },
      '/password/elan_band': result('error', { error_type: 'user_cancelled' }),
    });
    (await button(link, /^Élan Band/)).click();
    await signIn(link);
    await heading(link, 'You didn’t finish connecting Élan Band');
    await appears(link, () => text(link.renderRoot.querySelector('.lead')) === 'Nothing has changed.');
  });
});
