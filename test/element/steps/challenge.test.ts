import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../../src/index.js';
import {
  appears,
  button,
  focused,
  heading,
  labelled,
  part,
  result,
  role,
  signIn,
  statusNode,
  text,
} from '../harness.js';
import { asksForCode, atSignIn, code, leave, password, service } from './scene.js';

describe('challenge', () => {
  afterEach(leave);

  it('asks for one code, with its method and hint, in one plain field', async () => {
    const link = await atSignIn({ [password]: asksForCode() });

    await signIn(link);

    await heading(link, 'Enter your code');
    expect(focused(link)).to.equal(part(link, 'title'));
    expect(text(part(link, 'body'))).to.contain('Quartz Scale sent a text message with a code to •• 42.');
    const field = labelled(link, 'Code')!;
    // Read as the attribute: Firefox does not know this token in the property.
    const autocomplete = field.getAttribute('autocomplete');
    expect([field.type, autocomplete, field.inputMode, field.maxLength]).to.deep.equal([
      'text',
      'one-time-code',
      'numeric',
      -1,
    ]);
  });

  it('works for an unknown method', async () => {
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
    it(`asks for ${keys || 'any'} keys if the method is ${method}: a code by e-mail may have letters`, async () => {
      const link = await atSignIn({ [password]: asksForCode({ method, hint: null }) });

      await signIn(link);

      expect((await appears(link, () => labelled(link, 'Code'))).inputMode).to.equal(keys);
    });

  for (const method of ['app', 'totp', 'authenticator'])
    it(`does not offer to send a new code if the method is ${method}, which makes its own`, async () => {
      const link = await atSignIn({ [password]: asksForCode({ method, hint: null }) });

      await signIn(link);

      await button(link, 'Start again');
      expect(role(link, 'button', 'Send a new code')).to.equal(null);
      expect(text(part(link, 'body'))).not.to.contain('new code');
    });

  it('leads to the form if the code does not work any more, and does not blame the password', async () => {
    const link = await atSignIn({
      [code]: result('error', { error_type: 'provider_credential_error' }),
      [password]: asksForCode(),
    });
    await signIn(link);
    (await appears(link, () => labelled(link, 'Code'))).value = '123456';
    part(link, 'submit')!.click();

    const field = await appears(link, () => labelled(link, 'Password'));

    const notice = part(link, 'notice')!;
    expect(text(notice)).to.equal('That code no longer works. Sign in again to continue.');
    expect(part(link, 'field-error')).to.equal(null);
    expect([field.ariaInvalid, labelled(link, 'Email')!.ariaInvalid]).to.deep.equal(['false', 'false']);
    expect(labelled(link, 'Email')!.value).to.equal('me@example.com');
    await appears(link, () => focused(link) === field);
    expect(field.getAttribute('aria-describedby')!.split(' ')).to.include(notice.id);
  });

  it('sends the code without its spaces, stays after a wrong code, and continues after the right one', async () => {
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
    await appears(link, () => text(statusNode(link)) === 'That code didn’t work');
    // As by a key that is held.
    await sendKeys({ press: 'Enter' });
    await link.updateComplete;
    expect(text(part(link, 'field-error'))).to.contain('That code didn’t work');
    await sendKeys({ type: '654-321' });
    await sendKeys({ press: 'Enter' });
    await heading(link, 'Quartz Scale is connected');
    expect(
      service.calls.filter(({ path }) => path === code).map(({ body }) => body['mfa_code']),
    ).to.deep.equal(['123456', '654321']);
  });

  it('asks for the missing code if only dashes or spaces were typed', async () => {
    const link = await atSignIn({ [code]: result('success'), [password]: asksForCode() });
    await signIn(link);
    const field = await appears(link, () => labelled(link, 'Code'));
    field.focus();

    for (const typed of ['-- \u2013', '\u00a0 ']) {
      field.value = typed;
      await sendKeys({ press: 'Enter' });
      await appears(link, () => text(part(link, 'field-error')) === 'Enter the code from Quartz Scale');
      await appears(link, () => text(statusNode(link)) === 'Enter the code from Quartz Scale');
      expect([field.ariaInvalid, focused(link)]).to.deep.equal(['true', field]);
    }
    await expect(link).to.be.accessible();
    part(link, 'submit')!.focus();
    part(link, 'submit')!.click();
    expect(focused(link)).to.equal(field);
    expect(service.calls.filter(({ path }) => path === code)).to.deep.equal([]);

    field.value = '- 12';
    part(link, 'submit')!.click();
    await heading(link, 'Quartz Scale is connected');
  });

  it('announces a further code as a new one', async () => {
    let round = 0;
    const link: SvcLink = await atSignIn({
      [code]: async () => {
        if (++round > 1) return result('success');
        // Before it has been said, there is nothing to take back.
        await appears(link, () => text(statusNode(link)) === 'Checking the code');
        return asksForCode({ method: 'email' });
      },
      [password]: asksForCode(),
    });
    await signIn(link);
    (await appears(link, () => labelled(link, 'Code'))).value = '123456';
    part(link, 'submit')!.click();

    const title = await heading(link, 'One more code');

    expect(labelled(link, 'Code')!.value).to.equal('');
    // The heading says it, and only once.
    expect(focused(link)).to.equal(title);
    expect(text(statusNode(link))).to.equal('');
  });

  it('announces a new code, and does not send the code that was typed before it', async () => {
    const clock = globalThis.setTimeout;
    const pauses: (() => void)[] = [];
    const fake = (run: () => void, after?: number) =>
      after === 30_000 ? pauses.push(run) : clock(run, after);
    globalThis.setTimeout = fake as unknown as typeof setTimeout;
    const link = await atSignIn({ [code]: result('success'), [password]: asksForCode() });
    await signIn(link);
    const again = await button(link, 'Send a new code');
    pauses[0]!();
    await appears(link, () => again.ariaDisabled !== 'true');
    let send = (): void => {};
    const sent = new Promise<void>((resolve) => (send = resolve));
    service.answers[password] = () => sent.then(() => asksForCode());
    const says = (words: string) => appears(link, () => text(statusNode(link)).includes(words));

    again.click();
    await says('Sending a new code…');
    labelled(link, 'Code')!.value = '123456';
    expect(part(link, 'submit')!.ariaDisabled).to.equal('true');
    part(link, 'submit')!.click();
    send();
    await says('sent you a new code.');
    globalThis.setTimeout = clock;

    expect(text(part(link, 'body'))).to.contain('Quartz Scale sent you a new code.');
    expect(service.calls.some(({ path }) => path === code)).to.equal(false);
    expect(part(link, 'submit')!.ariaDisabled).to.equal(null);
    part(link, 'submit')!.click();
    await heading(link, 'Quartz Scale is connected');
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
