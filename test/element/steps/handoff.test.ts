import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  appears,
  button,
  focused,
  heading,
  labelled,
  next,
  part,
  role,
  session,
  statusNode,
  text,
} from '../harness.js';
import { atSignIn, leave, service } from './scene.js';

const path = '/v2/link/handoff';
const handoff_url = `https://service.test/link/#handoff=${'c'.repeat(43)}`;
const made = (seconds = 300) => ({
  body: { handoff_id: 'h1', handoff_url, expires_at: new Date(Date.now() + seconds * 1000).toISOString() },
});
const known = (state: string, more: object = {}) => ({
  body: { ...session, can_hand_off: true, handoff: { id: 'h1', state, ...more } },
});
const answers = {
  '/v2/link/start': {
    body: {
      session: { ...session, can_hand_off: true },
      providers: [
        { name: 'Quartz Scale', slug: 'quartz_scale', auth_type: 'password' },
        { name: 'Aurora Ring', slug: 'aurora_ring', auth_type: 'oauth' },
      ],
    },
  },
  '/v2/link/state': known('offered'),
  '/handoff/end': { body: session },
  [path]: () => made(),
};
const offer = 'Continue on your phone';
/** Stops the step's rising, during which the text is too faint to be read. */
const still = (link: HTMLElement): void => link.style.setProperty('--svc-link-motion', '0s');
const look = (): boolean => window.dispatchEvent(new Event('focus'));

describe('continue on your phone', () => {
  const real = Object.getOwnPropertyDescriptor(Screen.prototype, 'width')!;
  const { matchMedia } = window;
  /** Pretends to be a desktop, or another device. */
  function on({ width = 1280, pointer = 'fine' } = {}): void {
    Object.defineProperty(screen, 'width', { configurable: true, value: width });
    window.matchMedia = (query) =>
      query.startsWith('(pointer')
        ? ({ matches: query.includes(pointer) } as MediaQueryList)
        : matchMedia(query);
  }
  beforeEach(() => on());
  afterEach(leave);
  after(() => {
    Object.defineProperty(Screen.prototype, 'width', real);
    Reflect.deleteProperty(screen, 'width');
    window.matchMedia = matchMedia;
  });

  async function shown(more: object = {}, provider?: string) {
    const link = await atSignIn({ ...answers, ...more }, provider);
    still(link);
    (await button(link, offer)).click();
    return link;
  }

  it('is offered beside a form and before a window, on a desktop, if the service allows it', async () => {
    for (const provider of ['quartz_scale', 'aurora_ring']) {
      await button(await atSignIn(answers, provider), offer);
      leave();
    }
    for (const device of [{ width: 390 }, { pointer: 'coarse' }]) {
      on(device);
      const link = await atSignIn(answers);
      await button(link, /^Connect/);
      expect(role(link, 'button', offer), JSON.stringify(device)).to.equal(null);
      leave();
    }
    on();
    const link = await atSignIn();
    await button(link, /^Connect/);
    expect(role(link, 'button', offer)).to.equal(null);
  });

  it('shows a code, its address and how long it lasts, by keys alone', async () => {
    const link = await atSignIn(answers);
    still(link);
    (await button(link, offer)).focus();
    await sendKeys({ press: 'Enter' });
    const code = await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    expect(code.querySelector('path')!.getBBox().width).to.be.greaterThan(20);
    expect(code.getAttribute('aria-label')).to.equal('QR code that opens this link on your phone');
    expect(focused(link)).to.equal(part(link, 'title'));
    expect(labelled(link, 'Or open this address on your phone')!.value).to.equal(handoff_url);
    expect(text(link.renderRoot.querySelector('[role=timer]'))).to.match(
      /^This code works for (5:00|4:5\d)$/,
    );
    expect(service.calls.find((call) => call.path === path)!.body).to.deep.equal({
      provider: 'quartz_scale',
    });
    await expect(link).to.be.accessible();
    await sendKeys({ press: 'Tab' });
    expect(focused(link)).to.equal(labelled(link, 'Or open this address on your phone'));
  });

  it('continues to count if the page moves the element to another place', async () => {
    const link = await shown();
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    const lasts = () => text(link.renderRoot.querySelector('[role=timer]'));
    const before = lasts();

    document.body.append(link);

    await appears(link, () => lasts() !== before);
  });

  it('draws the code black on white, with its light edge, without a style attribute', async () => {
    const link = await shown();
    const code = await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    const { backgroundColor, fill } = getComputedStyle(code);
    expect([backgroundColor, fill]).to.deep.equal(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    expect(code.getAttribute('viewBox')).to.match(/^-4 -4 /);
    expect(link.renderRoot.querySelectorAll('[style]')).to.have.length(0);
  });

  it('shows its code even if the device’s clock is wrong', async () => {
    const link = await shown({ [path]: () => made(-600) });
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    expect(text(link.renderRoot.querySelector('[role=timer]')!)).to.equal('This code works for 5:00');
  });

  it('follows the phone to its end', async () => {
    const link = await shown();
    await heading(link, offer);
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    for (const [state, title] of [
      ['opened', 'Opened on your phone'],
      ['accepted', 'Finish on your phone'],
    ] as const) {
      service.answers['/v2/link/state'] = known(state);
      look();
      await heading(link, title);
      await expect(link).to.be.accessible();
    }
    service.answers['/v2/link/state'] = {
      body: {
        ...session,
        state: 'error',
        error_type: 'provider_api_error',
        attempt: 1,
        handoff: { id: 'h1', state: 'accepted' },
      },
    };
    look();
    await appears(link, () => /We can’t reach Quartz Scale/.test(text(part(link, 'notice') ?? link)));
    service.answers['/v2/link/state'] = {
      body: { ...session, state: 'success', provider: 'quartz_scale', connected: true, attempt: 2 },
    };
    // The element of the last test may have taken its own code back meanwhile.
    const before = service.calls.length;
    const success = next(link, 'svc-success');
    look();
    expect((await success).detail).to.deep.include({ provider: 'quartz_scale', connected: true });
    await heading(link, 'Quartz Scale is connected');
    const after = service.calls.slice(before);
    expect(after.some((call) => call.path.endsWith('/handoff/end'))).to.equal(false);
  });

  it('ends the link on the phone if the person continues here', async () => {
    const link = await shown();
    const ended = service.asked('/handoff/end');
    (await button(link, 'Continue here instead')).click();
    await ended;
    await button(link, /^Connect/);
  });

  it('ends the link on the phone once if the person closes the widget, and reports the service’s answer', async () => {
    const link = await shown();
    let answer = (): void => {};
    const ended = service.asked('/handoff/end');
    service.answers['/handoff/end'] = () =>
      new Promise((resolve) => {
        answer = () =>
          resolve({ body: { ...session, state: 'success', provider: 'quartz_scale', connected: true } });
      });
    const exit = next(link, 'svc-exit');
    link.close();
    await ended;
    const looked = service.calls.filter(({ path }) => path.endsWith('/v2/link/state')).length;
    answer();
    expect((await exit).detail).to.deep.include({ outcome: 'success', step: 'handoff' });
    expect(service.calls.filter(({ path }) => path.endsWith('/v2/link/state'))).to.have.length(looked);
    expect(service.calls.filter(({ path }) => path.endsWith('/handoff/end'))).to.have.length(1);
  });

  it('shows the code that was requested last, whichever answer is late', async () => {
    const addressOf = (id: string) => `https://service.test/link/#handoff=${id.repeat(43)}`;
    const answered: Record<string, () => void> = {};
    const order: string[] = [];
    let asks = 0;
    const link = await atSignIn({
      ...answers,
      '/handoff/end': () => (order.push('end'), { body: session }),
      [path]: () => {
        const id = asks++ === 0 ? 'a' : 'b';
        order.push(id);
        const { body } = made();
        return new Promise((resolve) => {
          answered[id] = () => resolve({ body: { ...body, handoff_id: id, handoff_url: addressOf(id) } });
        });
      },
    });
    still(link);
    const first = service.asked(path);
    (await button(link, offer)).click();
    await first;
    (await button(link, 'Continue here instead')).click();
    (await button(link, offer)).click();
    await heading(link, offer);
    const second = service.asked(path);
    answered['a']!();
    await second;
    expect(labelled(link, 'Or open this address on your phone')).to.equal(null);
    answered['b']!();
    const field = await appears(link, () => labelled(link, 'Or open this address on your phone'));
    expect(field.value).to.equal(addressOf('b'));
    expect(order).to.deep.equal(['a', 'end', 'b']);
  });

  it('selects the address if it may not be copied, and says so', async () => {
    const { clipboard } = navigator;
    const real = clipboard.writeText;
    let may = false;
    clipboard.writeText = async () => {
      if (!may) throw new DOMException('', 'NotAllowedError');
    };
    const link = await shown();
    const field = await appears(link, () => labelled(link, 'Or open this address on your phone'));
    (await button(link, 'Copy the address')).click();
    const hint = await appears(link, () => part(link, 'hint'));
    expect(text(hint)).to.match(/doesn’t allow copying here/);
    await appears(link, () => focused(link) === field);
    expect([field.selectionStart, field.selectionEnd]).to.deep.equal([0, handoff_url.length]);
    expect(field.getAttribute('aria-describedby')).to.equal(hint.id);
    await expect(link).to.be.accessible();
    may = true;
    (await button(link, 'Copy the address')).click();
    await button(link, 'Copied');
    expect(part(link, 'hint')).to.equal(null);
    clipboard.writeText = real;
  });

  it('asks for the number that the phone shows', async () => {
    const link = await shown({
      '/handoff/number': { status: 400, body: { detail: { error_type: 'handoff_number_wrong' } } },
    });
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    service.answers['/v2/link/state'] = known('opened', { needs_number: true });
    look();
    const field = await appears(link, () => labelled(link, 'Number on your phone'));
    expect(focused(link)).to.equal(field);
    await sendKeys({ type: '١٢٣ 456' });
    await sendKeys({ press: 'Enter' });
    await appears(link, () => part(link, 'field-error'));
    expect(service.calls.find((call) => call.path.endsWith('/number'))!.body).to.deep.equal({
      number: '123456',
    });
    await expect(link).to.be.accessible();
    service.answers['/handoff/number'] = known('accepted');
    service.answers['/v2/link/state'] = known('accepted');
    part(link, 'submit')!.click();
    await heading(link, 'Finish on your phone');
  });

  it('says that a number is being checked, and then what is wrong with it, wherever it was sent', async () => {
    let answer = (): void => {};
    const link = await shown({
      '/handoff/number': () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 400, body: { detail: { error_type: 'handoff_number_wrong' } } });
        }),
    });
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    service.answers['/v2/link/state'] = known('opened', { needs_number: true });
    look();
    const field = await appears(link, () => labelled(link, 'Number on your phone'));
    await sendKeys({ type: '--' });
    await sendKeys({ press: 'Enter' });
    await appears(link, () => text(statusNode(link)) === 'Fill in this field');
    expect(text(part(link, 'field-error'))).to.equal('Fill in this field');
    const first = service.asked('/handoff/number');
    await sendKeys({ type: '123456' });
    await sendKeys({ press: 'Enter' });
    await first;
    const submit = await button(link, 'Checking the number');
    expect(submit.ariaDisabled).to.equal('true');
    await appears(link, () => text(statusNode(link)) === 'Checking the number');
    await expect(link).to.be.accessible();
    submit.click();
    answer();
    // The focus is there already, so a screen reader would not say it.
    await appears(link, () => text(statusNode(link)) === 'That isn’t the number on your phone');
    expect(focused(link)).to.equal(field);
    expect(service.calls.filter((call) => call.path.endsWith('/number'))).to.have.length(1);

    submit.focus();
    const second = service.asked('/handoff/number');
    submit.click();
    await second;
    await appears(link, () => !part(link, 'field-error'));
    answer();
    await appears(link, () => part(link, 'field-error'));
    expect(focused(link)).to.equal(field);
  });

  it('says that a code was not made, and keeps the focus if the person tries again', async () => {
    const link = await shown({ [path]: { status: 500, body: {} } });
    const title = await heading(link, 'We couldn’t make a code');
    expect(focused(link)).to.equal(title);
    await appears(link, () => text(statusNode(link)) === 'We couldn’t make a code');
    service.answers[path] = made();
    (await button(link, 'Try again')).focus();
    await sendKeys({ press: 'Enter' });
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    expect(focused(link)).to.equal(part(link, 'title'));
  });

  it('says that a code that was given up has ended, and not why', async () => {
    const link = await shown();
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    service.answers['/v2/link/state'] = known('ended');
    look();
    const title = await heading(link, 'This code doesn’t work any more');
    expect(text(link.renderRoot.querySelector('.lead'))).to.equal('Make a new one, or continue here.');
    expect(focused(link)).to.equal(title);
    await expect(link).to.be.accessible();
    service.answers[path] = { body: { ...made().body, handoff_id: 'h2' } };
    (await button(link, 'New code')).click();
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
  });

  it('does not call a number wrong if its answer did not come', async () => {
    const link = await shown({ '/handoff/number': { status: 503, body: {} } });
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    service.answers['/v2/link/state'] = known('opened', { needs_number: true });
    look();
    const field = await appears(link, () => labelled(link, 'Number on your phone'));
    field.value = '123456';
    part(link, 'submit')!.click();
    const error = await appears(link, () => part(link, 'field-error'));
    expect(text(error)).to.equal('There’s a problem with this service Try again in a few minutes.');
    expect(field.getAttribute('aria-invalid')).to.equal('false');
    expect(field.value).to.equal('123456');
    await expect(link).to.be.accessible();
    // Somebody was quicker: the service's next answer is shown, and not a mistake of this person.
    service.answers['/handoff/number'] = {
      status: 409,
      body: { detail: { error_type: 'handoff_not_waiting' } },
    };
    const told = service.asked('/handoff/number');
    part(link, 'submit')!.click();
    await told;
    await button(link, 'Continue');
    expect(part(link, 'field-error')).to.equal(null);
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      if (String(input).endsWith('/number')) throw new TypeError('network');
      return fetch(input, init);
    };
    part(link, 'submit')!.click();
    const cut = await appears(link, () => part(link, 'field-error'));
    globalThis.fetch = fetch;
    expect(text(cut)).to.match(/^We couldn’t reach this service/);
  });

  it('makes a new code after one that has run out, was not made, or was declined', async () => {
    const link = await shown({ [path]: { status: 500, body: {} } });
    await heading(link, 'We couldn’t make a code');
    service.answers[path] = made(1);
    (await button(link, 'Try again')).click();
    await heading(link, 'This code has run out');
    service.answers[path] = made();
    (await button(link, 'New code')).click();
    await appears(link, () => link.renderRoot.querySelector('svg[role=img]'));
    service.answers['/v2/link/state'] = known('declined');
    look();
    await heading(link, 'You stopped on your phone');
    await expect(link).to.be.accessible();
  });
});
