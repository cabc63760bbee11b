import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../src/index.js';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  focused,
  heading,
  labelled,
  mount,
  next,
  part,
  parts,
  result,
  role,
  session,
  signIn,
  statusNode,
  text,
} from './harness.js';
import { fakeWindows } from './hosted-page.js';

const password = '/v2/link/provider/password/quartz_scale';
const code = `${password}/complete_mfa`;
const asksForCode = (more: object = {}) =>
  result('pending_provider_mfa', { provider_mfa: { method: 'sms', hint: '•• 42', ...more } });

describe('the steps', () => {
  let service: ReturnType<typeof fakeService>;
  const open = async (answers: Parameters<typeof fakeService>[0], properties: Partial<SvcLink> = {}) => {
    service = fakeService(answers);
    const link = mount(properties);
    await appears(link, () => part(link, 'title'));
    return link;
  };
  const atSignIn = (answers: Parameters<typeof fakeService>[0] = {}, provider = 'quartz_scale') =>
    open(answers, { provider });

  afterEach(() => {
    cleanUp();
    service.restore();
  });

  describe('select-provider', () => {
    it('shows every provider as a button with its name', async () => {
      const link = await open({});

      await heading(link, 'Choose a device or app');
      expect(parts(link, 'provider-name').map(text)).to.include.members(['Quartz Scale', 'Aurora Ring']);
      expect(role(link, 'button', /Quartz Scale.*sleep, heart rate, body temperature/)).to.exist;
    });

    it('says that a provider is connected, and that one of a kind it does not know is not available', async () => {
      const link = await open({});

      const connected = await button(link, /Élan Band/);
      const future = await button(link, /Future Watch/);
      expect(text(connected)).to.contain('Connected');
      expect(text(future)).to.contain('Not available here');
      future.click();
      expect(part(link, 'provider-list')).to.exist;
    });

    it('finds by name, whatever the case and the accents, and announces how many', async () => {
      const link = await open({});
      const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
      search.focus();

      await sendKeys({ type: 'ELAN' });

      await appears(link, () => parts(link, 'provider').length === 1);
      expect(text(part(link, 'provider-name'))).to.equal('Élan Band');
      await appears(link, () => text(statusNode(link)) === '1 result');
      expect(focused(link)).to.equal(search);
    });

    it('says so when nothing is found', async () => {
      const link = await open({});
      const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
      search.focus();

      await sendKeys({ type: 'zzz' });

      const empty = await appears(link, () => part(link, 'empty'));
      expect(text(empty)).to.contain('Nothing matches “zzz”');
    });

    it('goes from the search to the rows and back with the arrow keys, and chooses with Enter', async () => {
      const link = await open({});
      const search = await appears(link, () => role(link, 'searchbox', 'Search'));
      search.focus();

      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'ArrowDown' });
      expect(text(focused(link))).to.contain('Aurora Ring');
      await sendKeys({ press: 'ArrowUp' });
      await sendKeys({ press: 'Enter' });

      await heading(link, 'Connect Quartz Scale');
    });

    it('keeps the query and the place in the list after a look at a provider', async () => {
      const link = await open({});
      const search = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
      search.focus();
      await sendKeys({ type: 'quartz' });
      (await button(link, /Quartz Scale/)).click();
      await heading(link, 'Connect Quartz Scale');

      role(link, 'button', 'Back')!.click();

      const again = await appears(link, () => role(link, 'searchbox', 'Search') as HTMLInputElement);
      expect(again.value).to.equal('quartz');
      expect(focused(link)).to.equal(part(link, 'title'));
    });
  });

  describe('sign-in', () => {
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

    it('sends once what Enter and two clicks ask for', async () => {
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
        { username: 'me@example.com', password: 'good pass', region: null },
      ]);
      expect(sent[0]!.token).to.equal('lt_1');
    });

    it('names what is missing and goes there', async () => {
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

    it('asks for the region where the provider has regions, and again where it is the wrong one', async () => {
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

    it('asks again for a region that only the page offers, where it is refused', async () => {
      service = fakeService({ [password]: result('error', { error_type: 'unsupported_region' }) });
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

    it('keeps a user name that is half typed when the page sets another token', async () => {
      const link = await atSignIn({});
      const field = await appears(link, () => labelled(link, 'Email'));
      field.focus();
      await sendKeys({ type: 'me@exa' });

      link.linkToken = 'lt_2';

      await appears(link, () => !labelled(link, 'Email'));
      expect((await appears(link, () => labelled(link, 'Email'))).value).to.equal('me@exa');
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

    it('says that a region is refused where there is none to choose', async () => {
      const link = await atSignIn({ [password]: result('error', { error_type: 'unsupported_region' }) });
      await signIn(link);

      await heading(link, 'Quartz Scale isn’t available in your region');

      const actions = [...parts(link, 'action'), ...parts(link, 'secondary-action')].map(text);
      expect(actions).to.deep.equal(['Go back to Well Days', 'Start again']);
      expect(focused(link)).to.equal(part(link, 'title'));
    });

    it('leads to another provider where a region is refused and none can be chosen', async () => {
      service = fakeService({ [password]: result('error', { error_type: 'unsupported_region' }) });
      const link = mount();
      (await appears(link, () => role(link, 'button', /^Quartz Scale/)))!.click();
      await signIn(link);
      await heading(link, 'Quartz Scale isn’t available in your region');

      expect(parts(link, 'secondary-action').map(text)).to.deep.equal(['Start again']);
      role(link, 'button', 'Choose something else')!.click();

      await heading(link, 'Choose a device or app');
    });

    it('empties the password when the page is left', async () => {
      const link = await atSignIn();
      const secret = await appears(link, () => labelled(link, 'Password'));
      labelled(link, 'Email')!.value = 'me@example.com';
      secret.value = 'good-one';

      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));

      expect([labelled(link, 'Email')!.value, secret.value]).to.deep.equal(['me@example.com', '']);
    });
  });

  describe('authorize', () => {
    const originalOpen = window.open;
    afterEach(() => {
      window.open = originalOpen;
    });

    it('opens the hosted page inside the click', async () => {
      const link = await atSignIn({}, 'aurora_ring');
      const opened: string[] = [];
      window.open = (url) => {
        opened.push(String(url));
        return { closed: false, postMessage() {}, focus() {}, close() {} } as unknown as Window;
      };

      (await button(link, 'Continue to Aurora Ring')).click();

      expect(opened).to.deep.equal(['https://service.test/link/']);
      await heading(link, 'Finish in the Aurora Ring window');
      expect(role(link, 'button', 'Open the window again')).to.exist;
      expect(focused(link)).to.equal(part(link, 'title'));
      role(link, 'button', 'Cancel')!.click();
      await button(link, 'Continue to Aurora Ring');
      expect(focused(link)).to.equal(part(link, 'title'));
    });

    it('passes on the code that the window brings for the host to confirm', async () => {
      const windows = await fakeWindows();
      const link = await atSignIn({}, 'aurora_ring');
      link.hostedUrl = '/link/';
      const confirmed = next(link, 'svc-success');
      (await button(link, 'Continue to Aurora Ring')).click();
      const page = windows.page();
      await page.takes();
      service.answers['/v2/link/state'] = {
        body: { ...session, state: 'pending_confirmation', provider: 'aurora_ring', attempt: 1 },
      };
      page.say('leaving');
      page.say('result', { confirm_code: 'c1' });

      expect((await confirmed).detail).to.deep.include({ state: 'success', confirm_code: 'c1' });
      windows.restore();
    });

    it('is not said to be connected while the host has to confirm', async () => {
      const link = await atSignIn({
        [password]: result('success', { connected: false, confirm_code: 'c1' }),
      });
      await signIn(link);
      await heading(link, 'You signed in to Quartz Scale');
      expect(text(part(link, 'done'))).to.contain('The connection is made once Well Days confirms it.');
    });

    it('offers the way in this window where the browser blocks another', async () => {
      const link = await atSignIn({}, 'aurora_ring');
      window.open = () => null;

      (await button(link, 'Continue to Aurora Ring')).click();

      await heading(link, 'The window didn’t open');
      expect(focused(link)).to.equal(part(link, 'title'));
      expect(text(part(link, 'body'))).to.contain(
        'Your browser stopped the Aurora Ring window from opening.',
      );
    });
  });

  describe('connecting', () => {
    it('can be cancelled, with the name kept', async () => {
      const link = await atSignIn({ [password]: 'never' });
      await signIn(link);
      await heading(link, 'Connecting Quartz Scale');
      expect(link.matches(':state(busy)')).to.equal(true);

      role(link, 'button', 'Cancel')!.click();

      const user = await appears(link, () => labelled(link, 'Email'));
      expect(user.value).to.equal('me@example.com');
    });
  });

  describe('challenge', () => {
    it('asks for one code, with its method and hint, in one plain field', async () => {
      const link = await atSignIn({ [password]: asksForCode() });

      await signIn(link);

      await heading(link, 'Enter your code');
      expect(focused(link)).to.equal(part(link, 'title'));
      expect(text(part(link, 'body'))).to.contain('Quartz Scale sent a text message with a code to •• 42.');
      const field = labelled(link, 'Code')!;
      // As written: Firefox does not know this token of the property.
      const autocomplete = field.getAttribute('autocomplete');
      expect([field.type, autocomplete, field.inputMode, field.maxLength]).to.deep.equal([
        'text',
        'one-time-code',
        'numeric',
        -1,
      ]);
    });

    it('works for a method that nobody knows', async () => {
      const link = await atSignIn({ [password]: asksForCode({ method: 'carrier-pigeon', hint: null }) });

      await signIn(link);

      await heading(link, 'Enter your code');
      expect(text(part(link, 'body'))).to.contain('Quartz Scale needs the code from the carrier pigeon.');
      expect(labelled(link, 'Code')!.inputMode).to.equal('');
    });

    for (const [method, keys] of [
      [null, ''],
      ['email', ''],
      ['totp', 'numeric'],
    ] as const)
      it(`asks for ${keys || 'any'} keys where the method is ${method}: a code by e-mail may have letters`, async () => {
        const link = await atSignIn({ [password]: asksForCode({ method, hint: null }) });

        await signIn(link);

        expect((await appears(link, () => labelled(link, 'Code'))).inputMode).to.equal(keys);
      });

    it('sends the code without its spaces, stays after a wrong one, and goes on after the right one', async () => {
      let tries = 0;
      const link = await atSignIn({
        [code]: () =>
          ++tries === 1 ? result('error', { error_type: 'incorrect_mfa_code' }) : result('success'),
        [password]: asksForCode(),
      });
      await signIn(link);
      const field = await appears(link, () => labelled(link, 'Code'));
      field.focus();

      await sendKeys({ type: '123 456' });
      await sendKeys({ press: 'Enter' });
      const wrong = await appears(link, () => part(link, 'field-error'));

      expect(text(wrong)).to.contain('That code didn’t work');
      const again = labelled(link, 'Code')!;
      expect([again.value, again.ariaInvalid]).to.deep.equal(['', 'true']);
      expect(focused(link)).to.equal(again);
      await sendKeys({ type: '654-321' });
      await sendKeys({ press: 'Enter' });
      await heading(link, 'Quartz Scale is connected');
      expect(
        service.calls.filter(({ path }) => path === code).map(({ body }) => body['mfa_code']),
      ).to.deep.equal(['123456', '654321']);
    });

    it('announces a further code as a new one', async () => {
      let round = 0;
      const link = await atSignIn({
        [code]: () => (++round === 1 ? asksForCode({ method: 'email' }) : result('success')),
        [password]: asksForCode(),
      });
      await signIn(link);
      (await appears(link, () => labelled(link, 'Code'))).value = '123456';
      part(link, 'submit')!.click();

      const title = await heading(link, 'One more code');

      expect(labelled(link, 'Code')!.value).to.equal('');
      // The heading says it, and says it once.
      expect(focused(link)).to.equal(title);
      expect(text(statusNode(link))).to.equal('');
    });

    it('leaves the code in the field when a whole message is pasted', async () => {
      const link = await atSignIn({ [password]: asksForCode() });
      await signIn(link);
      const field = await appears(link, () => labelled(link, 'Code'));
      const clipboard = new DataTransfer();
      clipboard.setData('text', 'Your code is 123 456. It works for 10 minutes.');

      const paste = new ClipboardEvent('paste', {
        clipboardData: clipboard,
        cancelable: true,
        bubbles: true,
      });
      // Firefox and WebKit drop the data of an event that a script made.
      if (!paste.clipboardData?.getData('text'))
        Object.defineProperty(paste, 'clipboardData', { value: clipboard });
      field.dispatchEvent(paste);

      expect(field.value).to.equal('123456');
    });
  });

  describe('done', () => {
    it('says so and offers another connection where the page wants it', async () => {
      const link = await open(
        { [password]: result('success') },
        { provider: 'quartz_scale', withAnother: true, tokenProvider: () => Promise.resolve('lt_2') },
      );

      await signIn(link);

      await heading(link, 'Quartz Scale is connected');
      expect(text(part(link, 'done'))).to.contain('Well Days can now see the data you agreed to share.');
      expect(link.matches(':state(done)')).to.equal(true);
      expect(role(link, 'button', 'Connect another')).to.exist;
      expect(parts(link, 'action').map(text)).to.deep.equal(['Done']);
    });

    it('ends with its one action, and says so once', async () => {
      const link = await atSignIn({ [password]: result('success') });
      const exits: string[] = [];
      link.addEventListener('svc-exit', ({ detail }) => exits.push(detail.outcome));
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');

      role(link, 'button', 'Done')!.click();

      await appears(link, () => link.matches(':state(closed)'));
      expect(exits).to.deep.equal(['success']);
    });
  });

  describe('problem', () => {
    const failsWith = (error_type: string) => atSignIn({ [password]: result('error', { error_type }) });

    it('gives title, text, one action and the reference', async () => {
      const link = await atSignIn({ [password]: { status: 502, body: {} } });
      await signIn(link);

      await heading(link, 'There’s a problem with this service');

      expect(parts(link, 'action').map(text)).to.deep.equal(['Try again']);
      expect(text(part(link, 'reference'))).to.equal('Reference req_1');
      expect(focused(link)).to.equal(part(link, 'title'));
      expect(link.matches(':state(problem)')).to.equal(true);
    });

    it('has words for a code it does not know, and never shows the code', async () => {
      const link = await failsWith('eclipse_of_the_moon');
      await signIn(link);

      await heading(link, 'We couldn’t connect Quartz Scale');

      expect(text(part(link, 'body'))).not.to.contain('eclipse');
    });

    it('leads back to the form with everything but the password', async () => {
      const link = await failsWith('provider_api_error');
      await signIn(link);
      await heading(link, 'We can’t reach Quartz Scale right now');

      role(link, 'button', 'Try again')!.click();

      const user = await appears(link, () => labelled(link, 'Email'));
      expect([user.value, labelled(link, 'Password')!.value]).to.deep.equal(['me@example.com', '']);
    });

    it('links to the provider where a password has expired and the page says where', async () => {
      service = fakeService({ [password]: result('error', { error_type: 'provider_password_expired' }) });
      const link = mount({
        provider: 'quartz_scale',
        help: { quartz_scale: { forgotUrl: 'https://quartz.example/forgot' } },
      });
      await signIn(link);
      await heading(link, 'Your Quartz Scale password has expired');

      const away = role(link, 'link', /^Go to Quartz Scale/)!;
      expect([away.getAttribute('href'), away.getAttribute('target')]).to.deep.equal([
        'https://quartz.example/forgot',
        '_blank',
      ]);
      role(link, 'button', 'I’ve set a new password')!.click();
      await appears(link, () => labelled(link, 'Email'));
    });

    it('leaves for good where nothing can be done', async () => {
      service = fakeService({
        '/v2/link/start': {
          status: 401,
          body: { detail: { error_type: 'invalid_token', error_message: 'x' } },
        },
      });
      const link = mount();
      await heading(link, 'This link doesn’t work');
      const exit = next(link, 'svc-exit');

      role(link, 'button', 'Go back to the app')!.click();

      expect((await exit).detail).to.include({ outcome: 'error', step: 'problem' });
    });

    it('waits as long as the service asks for', async () => {
      const link = await atSignIn({
        [password]: { status: 429, body: { detail: 'slow down' }, headers: { 'retry-after': '90' } },
      });
      await signIn(link);

      await heading(link, 'Too many tries');

      expect(text(part(link, 'problem'))).to.contain('Wait 2 minutes, then try again.');
      const retry = role(link, 'button', 'Try again')!;
      expect(retry.getAttribute('aria-disabled')).to.equal('true');
      retry.click();
      expect(service.calls.filter(({ path }) => path === password)).to.have.length(1);
    });
  });
});
