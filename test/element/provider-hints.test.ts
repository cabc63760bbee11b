// What the service knows about how people sign in with a provider, as the screens show it.
import { expect } from '@open-wc/testing';
import type { ProviderHints } from '../../src/contract/index.js';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  cleanUp,
  fakeService,
  heading,
  labelled,
  mount,
  part,
  parts,
  providers,
  result,
  session,
  signIn,
  text,
} from './harness.js';

const forgot_url = 'https://quartz.example/forgot';
const help_url = 'https://quartz.example/help';
const password = '/v2/link/provider/password/quartz_scale';

let service: ReturnType<typeof fakeService>;
afterEach(() => {
  cleanUp();
  service.restore();
});

function open(hints: ProviderHints | null, properties: Partial<SvcLink> = {}, answers = {}): SvcLink {
  const [first, ...others] = providers;
  const body = { session, providers: [{ ...first, hints }, ...others] };
  service = fakeService({ '/v2/link/start': () => ({ body }), ...answers });
  return mount({ provider: 'quartz_scale', ...properties });
}
/** The addresses of the links, without the team's terms. */
const links = (link: SvcLink) =>
  parts(link, 'secondary-action')
    .filter((element) => element instanceof HTMLAnchorElement)
    .map((element) => element.href)
    .filter((href) => href !== session.terms_url && href !== session.privacy_url);

describe('the kind of user name', () => {
  for (const [username, label, inputmode] of [
    ['email', 'Email', 'email'],
    ['phone', 'Phone number', 'tel'],
    ['name', 'User name', 'text'],
    ['member_number', 'Member number', 'text'],
    ['palm_print', 'Email', 'email'],
    [null, 'Email', 'email'],
  ] as const)
    it(`names and prepares the field: ${username}`, async () => {
      const link = open({ username });
      const field = await appears(link, () => labelled(link, label));

      expect(field.inputMode).to.equal(inputmode);
      expect(field.autocomplete).to.equal('username');
      await expect(link).to.be.accessible();
    });

  it('is not called an email if it is none', async () => {
    const link = open(
      { username: 'member_number' },
      {},
      { [password]: () => result('error', { error_type: 'provider_credential_error' }) },
    );
    const field = await appears(link, () => labelled(link, 'Member number'));
    part(link, 'submit')!.click();
    await appears(link, () => text(part(link, 'field-error')).includes('Fill in this field'));
    field.value = '4711';
    field.dispatchEvent(new Event('change'));
    labelled(link, 'Password')!.value = 'wrong';
    part(link, 'submit')!.click();
    const refusal = await appears(link, () => link.renderRoot.querySelector('#refusal'));

    expect(text(refusal)).to.contain('What you entered doesn’t match any Quartz Scale account.');
    expect(text(part(link, 'body'))).not.to.match(/email/i);
  });

  it('is what the page says, if the page says something', async () => {
    const link = open(
      { username: 'phone', forgot_url, help_url },
      {
        help: {
          quartz_scale: { usernameLabel: 'Card number', forgotUrl: 'https://page.example/new' },
        },
      },
    );
    await appears(link, () => labelled(link, 'Card number'));

    expect(links(link)).to.deep.equal(['https://page.example/new', help_url]);
  });
});

describe('the links of a provider', () => {
  it('are below the form, and beside the code', async () => {
    const link = open(
      { forgot_url, help_url },
      {},
      { [password]: () => result('pending_provider_mfa', { provider_mfa: { method: 'sms' } }) },
    );
    await appears(link, () => labelled(link, 'Email'));
    expect(links(link)).to.deep.equal([forgot_url, help_url]);
    expect(text(part(link, 'form'))).to.contain('Get help from Quartz Scale');
    await signIn(link);
    await appears(link, () => labelled(link, 'Code'));

    expect(links(link)).to.deep.equal([help_url]);
  });

  it('are offered if the password has to be set again', async () => {
    const link = open(
      { forgot_url, help_url },
      {},
      { [password]: () => result('error', { error_type: 'provider_password_expired' }) },
    );
    await signIn(link);
    await heading(link, /password/i);

    expect((part(link, 'action') as HTMLAnchorElement).href).to.equal(forgot_url);
    expect(links(link)).to.include(help_url);
  });

  it('are left out if they could run something', async () => {
    const link = open({ forgot_url: 'javascript:alert(1)', help_url: 'data:text/html,x' });
    await appears(link, () => labelled(link, 'Email'));

    expect(links(link)).to.deep.equal([]);
  });
});

describe('the codes of a provider', () => {
  const challenge = (method: string) => ({
    [password]: () => result('pending_provider_mfa', { provider_mfa: { method } }),
  });
  for (const [hints, method, words, inputmode] of [
    [{ code_length: 6, code_kind: 'digits' }, 'owl', '6 digits', 'numeric'],
    [{ code_length: 1, code_kind: 'digits' }, 'sms', '1 digit', 'numeric'],
    [{ code_length: 8, code_kind: 'letters_and_digits' }, 'sms', '8 characters', ''],
    [{ code_kind: 'letters_and_digits' }, 'sms', '', ''],
    [{}, 'sms', '', 'numeric'],
    [null, 'owl', '', ''],
  ] as const)
    it(`are described: ${JSON.stringify(hints)} by ${method}`, async () => {
      const link = open(hints, {}, challenge(method));
      await signIn(link);
      const field = await appears(link, () => labelled(link, 'Code'));

      expect(text(part(link, 'hint'))).to.equal(words);
      expect(field.inputMode).to.equal(inputmode);
      if (words) expect(field.getAttribute('aria-describedby')).to.contain(part(link, 'hint')!.id);
      // Providers change their codes: a hint must not stop a person.
      expect(field.maxLength).to.equal(-1);
      await expect(link).to.be.accessible();
    });
});

it('names regions by their own words, and countries as the language does', async () => {
  const [first, ...others] = providers;
  const regions = ['eu', 'la', 'ap', 'de', 'jp', 'eu2'];
  const body = { session, providers: [{ ...first, regions }, ...others] };
  service = fakeService({ '/v2/link/start': () => ({ body }) });
  const link = mount({ provider: 'quartz_scale' });
  const select = await appears(link, () => link.renderRoot.querySelector('select'));

  expect([...select.options].slice(1).map(({ label }) => label)).to.deep.equal([
    'Europe',
    'Latin America',
    'Asia Pacific',
    'Germany',
    'Japan',
    'EU2',
  ]);
});
