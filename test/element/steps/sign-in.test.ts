import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
  focused,
  heading,
  labelled,
  mount,
  next,
  part,
  parts,
  result,
  role,
  signIn,
  text,
} from '../harness.js';
import { asksForCode, atSignIn, leave, password, serve, service } from './scene.js';

describe('sign-in', () => {
  afterEach(leave);

  it('says what will be shared with whom, and under which terms', async () => {
    const link = await atSignIn();

    const consent = await appears(link, () => part(link, 'consent'));
    expect(text(consent)).to.contain('Well Days will be able to see your:');
    expect([...consent.querySelectorAll('li')].map(text)).to.deep.equal([
      'sleep',
      'heart rate',
      'body temperature',
    ]);
    expect(role(link, 'link', /^Terms/)!.getAttribute('href')).to.equal('https://example.com/terms');
    expect(role(link, 'link', /^Privacy/)!.getAttribute('rel')).to.equal('noopener noreferrer');
  });

  it('is one form of native inputs and a native submit button', async () => {
    const link = await atSignIn();

    const user = await appears(link, () => labelled(link, 'Email'));
    const secret = labelled(link, 'Password')!;
    const submit = part(link, 'submit') as HTMLButtonElement;
    expect(user.autocomplete).to.equal('username');
    expect(user.getRootNode()).to.equal(link.shadowRoot);
    expect([user.form, secret.form, submit.form]).to.deep.equal([user.form, user.form, user.form]);
    expect([submit.type, secret.maxLength]).to.deep.equal(['submit', -1]);
    expect(text(submit)).to.equal('Connect Quartz Scale');
  });

  it('offers saved passwords only from the first focus on', async () => {
    const link = await atSignIn();
    const secret = await appears(link, () => labelled(link, 'Password'));
    const before = secret.autocomplete;

    secret.focus();

    expect([before, secret.autocomplete]).to.deep.equal(['new-password', 'current-password']);
  });

  it('shows the password on request and hides it again when it is sent', async () => {
    const link = await atSignIn({ [password]: 'never' });
    const secret = await appears(link, () => labelled(link, 'Password'));
    const reveal = role(link, 'button', 'Show password')!;

    reveal.click();
    const shown = [secret.type, reveal.getAttribute('aria-pressed')];
    await signIn(link);

    expect(shown).to.deep.equal(['text', 'true']);
    expect([secret.type, reveal.getAttribute('aria-pressed')]).to.deep.equal(['password', 'false']);
  });

  it('sends one request for Enter and two clicks', async () => {
    const link = await atSignIn({ [password]: 'never' });
    const user = await appears(link, () => labelled(link, 'Email'));
    user.focus();
    await sendKeys({ type: 'me@example.com' });
    labelled(link, 'Password')!.focus();
    await sendKeys({ type: 'good pass' });
    const submit = part(link, 'submit')!;

    await sendKeys({ press: 'Enter' });
    submit.click();
    submit.click();

    await heading(link, 'Connecting Quartz Scale');
    const sent = service.calls.filter(({ path }) => path === password);
    expect(sent.map(({ body }) => body)).to.deep.equal([
      {
        ...{ username: 'me@example.com', password: 'good pass', region: null },
        consent: {
          resources: ['sleep', 'heartrate', 'body_temperature'],
          text_version: '1',
          language: 'en',
        },
      },
    ]);
    expect(sent[0]!.token).to.equal('lt_1');
  });

  it('names the missing field and moves the focus there', async () => {
    const link = await atSignIn();
    const user = await appears(link, () => labelled(link, 'Email'));

    part(link, 'submit')!.click();
    await link.updateComplete;

    expect(focused(link)).to.equal(user);
    expect(user.getAttribute('aria-invalid')).to.equal('true');
    const described = link.shadowRoot!.getElementById(user.getAttribute('aria-describedby')!);
    expect(text(described)).to.equal('Enter your Quartz Scale email');
    expect(service.calls.some(({ path }) => path === password)).to.equal(false);
  });

  it('keeps the name, empties and focuses the password, and marks both after wrong credentials', async () => {
    const link = await atSignIn({
      [password]: result('error', { error_type: 'provider_credential_error', error: 'debug text' }),
    });
    const error = next(link, 'svc-error');

    await signIn(link, 'me@example.com', 'wrong');

    const refusal = await appears(link, () => part(link, 'field-error'));
    expect(text(refusal)).to.equal(
      'Check your Quartz Scale sign-in details The email or password doesn’t match any Quartz Scale account. Try again, or reset your Quartz Scale password.',
    );
    const user = labelled(link, 'Email')!;
    const secret = labelled(link, 'Password')!;
    expect([user.value, secret.value]).to.deep.equal(['me@example.com', '']);
    expect([user.ariaInvalid, secret.ariaInvalid]).to.deep.equal(['true', 'true']);
    for (const field of [user, secret])
      expect(field.getAttribute('aria-describedby')!.split(' ')).to.include(refusal.id);
    expect(focused(link)).to.equal(secret);
    expect(text(link.shadowRoot!.querySelector('section'))).not.to.contain('debug text');
    expect((await error).detail).to.include({ code: 'provider_credential_error', retryable: true });
  });

  it('asks for the region if the provider has regions, and again if it was the wrong one', async () => {
    const link = await atSignIn(
      { '/password/xenon_pump': result('error', { error_type: 'unsupported_region' }) },
      'xenon_pump',
    );
    const region = (await appears(link, () => labelled(link, 'Region'))) as unknown as HTMLSelectElement;
    expect([...region.options].map(text)).to.deep.equal(['Choose a region', 'United States', 'Europe']);
    region.value = 'eu';
    region.dispatchEvent(new Event('change'));

    await signIn(link);

    const refused = await appears(link, () => {
      const again = labelled(link, 'Region');
      return again?.ariaInvalid === 'true' ? again : null;
    });
    expect(service.calls.at(-1)!.body).to.include({ region: 'eu' });
    expect(refused.value).to.equal('eu');
    expect(focused(link)).to.equal(refused);
    expect(text(part(link, 'field-error'))).to.contain('Xenon Pump isn’t available in that region');
  });

  it('asks again for a region that only the page offers, if it is refused', async () => {
    serve({ [password]: result('error', { error_type: 'unsupported_region' }) });
    const link = mount({
      provider: 'quartz_scale',
      help: { quartz_scale: { regions: { nord: 'North' } } },
    });
    const region = (await appears(link, () => labelled(link, 'Region'))) as unknown as HTMLSelectElement;
    region.value = 'nord';
    region.dispatchEvent(new Event('change'));

    await signIn(link);

    await appears(link, () => labelled(link, 'Region')?.ariaInvalid === 'true');
    expect(focused(link)).to.equal(labelled(link, 'Region'));
  });

  it('keeps a half-typed user name when the page sets another token', async () => {
    const link = await atSignIn({});
    const field = await appears(link, () => labelled(link, 'Email'));
    field.focus();
    await sendKeys({ type: 'me@exa' });

    link.linkToken = 'lt_2';

    await appears(link, () => !labelled(link, 'Email'));
    expect((await appears(link, () => labelled(link, 'Email'))).value).to.equal('me@exa');
  });

  it('keeps a user name that a program filled in without an event, while the person looks at the list', async () => {
    serve({});
    const link = mount();
    (await appears(link, () => role(link, 'button', /^Quartz Scale/)))!.click();
    (await appears(link, () => labelled(link, 'Email'))).value = 'me@example.com';

    role(link, 'button', 'Back')!.click();
    (await appears(link, () => role(link, 'button', /^Quartz Scale/)))!.click();

    expect((await appears(link, () => labelled(link, 'Email'))).value).to.equal('me@example.com');
  });

  it('does not use a filled-in user name for another provider', async () => {
    serve({});
    const link = mount();
    (await appears(link, () => role(link, 'button', /^Quartz Scale/)))!.click();
    (await appears(link, () => labelled(link, 'Email'))).value = 'me@example.com';
    role(link, 'button', 'Back')!.click();

    (await appears(link, () => role(link, 'button', /^Vertex/)))!.click();

    expect((await appears(link, () => labelled(link, 'Email'))).value).to.equal('');
  });

  it('keeps what is typed out of the recordings of session replay tools', async () => {
    const hooks = [
      '[data-sentry-mask]',
      '[data-sentry-block]',
      '[data-dd-privacy=mask]',
      '.fs-mask',
      '.ph-no-capture',
      '[data-private]',
      '[data-clarity-mask=true]',
      '[data-hj-suppress]',
    ];
    const unmasked = (field: Element | null) => hooks.filter((hook) => !field!.closest(hook));
    const link = await atSignIn({ [password]: asksForCode() });
    const name = await appears(link, () => labelled(link, 'Email'));

    expect([unmasked(name), unmasked(labelled(link, 'Password'))]).to.deep.equal([[], []]);
    await signIn(link);
    expect(unmasked(await appears(link, () => labelled(link, 'Code')))).to.deep.equal([]);
  });

  it('says that a region is refused if there is none to choose', async () => {
    const link = await atSignIn({ [password]: result('error', { error_type: 'unsupported_region' }) });
    await signIn(link);

    await heading(link, 'Quartz Scale isn’t available in your region');

    const actions = [...parts(link, 'action'), ...parts(link, 'secondary-action')].map(text);
    expect(actions).to.deep.equal(['Go back to Well Days', 'Start again']);
    expect(focused(link)).to.equal(part(link, 'title'));
  });

  it('leads to another provider if a region is refused and none can be chosen', async () => {
    serve({ [password]: result('error', { error_type: 'unsupported_region' }) });
    const link = mount();
    (await appears(link, () => role(link, 'button', /^Quartz Scale/)))!.click();
    await signIn(link);
    await heading(link, 'Quartz Scale isn’t available in your region');

    expect(parts(link, 'secondary-action').map(text)).to.deep.equal(['Start again']);
    role(link, 'button', 'Choose something else')!.click();

    await heading(link, 'Choose a device or app');
  });

  it('empties the password when the browser leaves the page', async () => {
    const link = await atSignIn();
    const secret = await appears(link, () => labelled(link, 'Password'));
    labelled(link, 'Email')!.value = 'me@example.com';
    secret.value = 'good-one';

    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));

    expect([labelled(link, 'Email')!.value, secret.value]).to.deep.equal(['me@example.com', '']);
  });
});
