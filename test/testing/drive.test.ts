import { expect } from '@open-wc/testing';
import { drive } from '../../src/testing/index.js';
import { cleanUp, fakeService, mount, providers, result, session } from '../element/harness.js';

describe('a driver for an embedder’s tests', () => {
  let service: ReturnType<typeof fakeService>;

  beforeEach(() => {
    service = fakeService();
  });
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  it('goes a person’s way from the picker to the end', async () => {
    let tries = 0;
    service.answers['/password/quartz_scale'] = () =>
      tries++ === 0
        ? result('error', { error_type: 'provider_credential_error' })
        : result('pending_provider_mfa', { provider_mfa: { method: 'sms', hint: '•• 42' } });
    service.answers['/complete_mfa'] = result('success', { provider_id: 'p1' });
    const link = mount();
    const driver = drive(link);

    await driver.waitFor('select-provider');
    expect(driver.heading).to.equal('Choose a device or app');
    await driver.choose('Quartz Scale');
    await driver.waitFor('sign-in');
    await driver.fill({ username: 'me@example.com', password: 'wrong' });
    const error = driver.next('svc-error');
    await driver.submit();
    expect((await error).code).to.equal('provider_credential_error');
    await driver.waitFor('sign-in');
    expect(driver.fieldError).to.match(/^Check your Quartz Scale sign-in details/);

    await driver.fill({ password: 'good' });
    await driver.submit();
    await driver.waitFor('challenge');
    expect(driver.text).to.include('•• 42');
    await driver.fill({ code: '123456' });
    const success = driver.next('svc-success');
    await driver.submit();
    expect((await success).provider_id).to.equal('p1');
    await driver.waitFor('done');
    expect(service.calls.at(-1)?.body).to.deep.equal({ mfa_code: '123456' });
  });

  it('may be made before the element is in the page, and says if the element is in no page', async () => {
    const link = document.createElement('svc-link');
    const early = drive(link, { timeout: 10 });
    const reason = await early.choose('Quartz Scale').catch(({ message }: Error) => message);
    expect(reason).to.equal(
      'svc-link: no picker within 10 ms. Step "closed" shows: nothing. The element is not in the page',
    );
    const driver = drive(link);
    const ready = driver.waitFor('select-provider');
    mount().replaceWith(Object.assign(link, { baseUrl: location.origin, linkToken: 'lt_1' }));
    await ready;
    await driver.choose('Quartz Scale');
    await driver.waitFor('sign-in');
    expect(driver.heading).to.equal('Connect Quartz Scale');
  });

  it('chooses a region, and presses a button by its words', async () => {
    const driver = drive(mount());
    await driver.choose('Xenon Pump');
    await driver.fill({ region: 'eu', username: 'me@example.com' });
    await driver.press('back', 'Back');
    await driver.waitFor('select-provider');
    await driver.press('close');
    await driver.waitFor('closed');
  });

  it('reads what a person is told, and not what is only visual', async () => {
    service.answers['/v2/link/start'] = 'never';
    const driver = drive(mount());
    await driver.waitFor('loading');
    expect(driver.text).to.equal('Getting things ready');
  });

  it('says what was shown if it waits in vain', async () => {
    const link = mount();
    await drive(link).waitFor('select-provider');
    const driver = drive(link, { timeout: 200 });
    const vain = await driver.choose('No Such Thing').catch((error: unknown) => String(error));
    expect(vain).to.include('no provider "No Such Thing" within 200 ms');
    expect(vain).to.include('Step "select-provider" shows: ');
    const late = await driver.next('svc-success').catch((error: unknown) => String(error));
    expect(late).to.include('no svc-success within 200 ms');
  });

  it('recognizes each step by the shown content, in an environment without custom states', async () => {
    const { CustomStateSet: states } = globalThis;
    const { matchMedia } = window;
    const body = { session: { ...session, can_hand_off: true }, providers };
    const expires_at = new Date(Date.now() + 300_000).toISOString();
    service.answers['/v2/link/start'] = { body };
    service.answers['/v2/link/handoff'] = {
      body: { handoff_id: 'h1', handoff_url: 'https://service.test/link/#handoff=c', expires_at },
    };
    service.answers['/handoff/end'] = { body: session };
    Reflect.deleteProperty(globalThis, 'CustomStateSet');
    // A desktop computer, because only there the widget offers to continue on a phone.
    Object.defineProperty(screen, 'width', { configurable: true, value: 1280 });
    window.matchMedia = (query) =>
      query.startsWith('(pointer') ? ({ matches: true } as MediaQueryList) : matchMedia.call(window, query);
    try {
      const driver = drive(mount());
      await driver.choose('Aurora Ring');
      await driver.waitFor('authorize');
      await driver.press('secondary-action', 'Continue on your phone');
      await driver.waitFor('handoff');
      await driver.press('close');
      await driver.waitFor('closed');
    } finally {
      globalThis.CustomStateSet = states;
      Reflect.deleteProperty(screen, 'width');
      window.matchMedia = matchMedia;
    }
  });
});
