// Choosing what to share before signing in, and keeping what was agreed to.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../../src/index.js';
import {
  appears,
  focused,
  heading,
  part,
  providers,
  result,
  role,
  session,
  signIn,
  still,
  text,
} from '../harness.js';
import { leave, open, password, service } from './scene.js';

const at = '2026-05-04T09:30:00.000Z';
const optional = ['heartrate', 'body_temperature'];
const start = (more: object = { optional_resources: optional }) => ({
  '/v2/link/start': {
    body: { session, providers: providers.map((provider) => ({ ...provider, ...more })) },
  },
});
const given = (): Record<string, unknown> =>
  service.calls.find(({ path }) => path === password)?.body['consent'] as Record<string, unknown>;
const atConsent = (more?: object, set: Partial<SvcLink> = {}) =>
  open(
    {
      ...start(more),
      [password]: ({ body }) => result('success', { consent: { ...(body['consent'] as object), at } }),
    },
    { provider: 'quartz_scale', ...set },
  );
const choose = (link: SvcLink) =>
  appears(link, () => role(link, 'button', 'Choose what to share') as HTMLButtonElement);
const boxes = (link: SvcLink) => [...link.shadowRoot!.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
const shown = (link: SvcLink) => [...part(link, 'consent')!.querySelectorAll('li')].map(text);
const withBoxes = async (link: SvcLink) => {
  (await choose(link)).click();
  await appears(link, () => boxes(link).length > 0);
};

describe('choosing what to share', () => {
  afterEach(leave);

  it('works by keys alone, behind one button, and sends what stays ticked', async () => {
    const link = await atConsent();
    const button = await choose(link);
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    expect(shown(link)).to.deep.equal(['sleep', 'heart rate', 'body temperature']);

    button.focus();
    await sendKeys({ press: 'Enter' });
    await appears(link, () => boxes(link).length > 0);
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    await link.updateComplete;
    expect(focused(link) === boxes(link)[0]).to.equal(true);
    expect(shown(link)).to.deep.equal(['sleepNeeded', 'heart rate', 'body temperature']);
    await sendKeys({ press: 'Tab' });
    expect(focused(link) === boxes(link)[1]).to.equal(true);
    await sendKeys({ press: ' ' });
    expect(boxes(link).map(({ checked }) => checked)).to.deep.equal([true, false]);
    await sendKeys({ press: 'Tab' });
    expect(focused(link) === button).to.equal(true);
    await sendKeys({ press: ' ' });
    await appears(link, () => boxes(link).length === 0);
    expect(shown(link)).to.deep.equal(['sleep', 'heart rate']);

    await signIn(link);
    await heading(link, 'Quartz Scale is connected');
    expect(given()).to.deep.equal({ resources: ['sleep', 'heartrate'], text_version: '1', language: 'en' });
  });

  for (const scheme of ['light', 'dark'])
    for (const dir of ['ltr', 'rtl'])
      it(`has no violation, ${scheme}, ${dir}`, async () => {
        document.documentElement.dir = dir;
        document.documentElement.style.colorScheme = scheme;
        const link = await atConsent();
        await withBoxes(link);
        await Promise.all(link.shadowRoot!.getAnimations().map((animation) => animation.cancel()));
        await expect(link).to.be.accessible();
        document.documentElement.removeAttribute('dir');
        document.documentElement.style.removeProperty('color-scheme');
      });

  it('keeps the last box ticked, and says why', async () => {
    const link = await atConsent({ resources: optional, optional_resources: optional });
    await withBoxes(link);
    boxes(link)[0]!.click();
    await appears(link, () => !boxes(link)[0]!.checked);
    boxes(link)[1]!.click();
    const error = await appears(link, () => link.shadowRoot!.querySelector('#shared-error'));
    expect(text(error)).to.equal('Leave at least one selected.');
    expect(boxes(link).map(({ checked }) => checked)).to.deep.equal([false, true]);
    await signIn(link);
    await heading(link, 'Quartz Scale is connected');
    expect(given()['resources']).to.deep.equal(['body_temperature']);
  });

  it('begins with what is shared already', async () => {
    const link = await atConsent({ optional_resources: optional, shared_resources: ['heartrate'] });
    await choose(link);
    expect(shown(link)).to.deep.equal(['sleep', 'heart rate']);
  });

  it('is not offered if nothing can be left out', async () => {
    const link = await atConsent({ optional_resources: [] });
    await appears(link, () => part(link, 'consent'));
    expect(role(link, 'button', 'Choose what to share')).not.to.exist;
  });

  it('is kept over a wrong password, and forgotten with the provider', async () => {
    const link = await open(
      { ...start(), [password]: result('error', { error_type: 'provider_credential_error' }) },
      { provider: undefined },
    );
    const pick = async () =>
      (await appears(link, () => role(link, 'button', /^Quartz Scale/) as HTMLElement)).click();
    await pick();
    await withBoxes(link);
    boxes(link)[0]!.click();
    await appears(link, () => !boxes(link)[0]!.checked);
    await signIn(link);
    await appears(link, () => part(link, 'field-error')?.textContent?.includes('Check'));
    expect(boxes(link).map(({ checked }) => checked)).to.deep.equal([false, true]);
  });

  it('reports words of the page as the page’s own, whatever they are', async () => {
    const versions = [];
    for (const messages of [
      { 'step.sign-in.consent': 'We read your:' },
      { 'step.sign-in.consent': 'We see your:' },
      { 'step.sign-in.title': 'Hello' },
    ]) {
      const link = await atConsent({}, { messages });
      await signIn(link);
      await heading(link, 'Quartz Scale is connected');
      versions.push(String(given()['text_version']));
      leave();
    }
    const [one, other, none] = versions;
    expect(one).to.match(/^custom:[a-z\d]{1,7}$/);
    expect(other)
      .to.match(/^custom:/)
      .and.not.to.equal(one);
    expect(none).to.equal('1');
  });
});

describe('a receipt', () => {
  let pages: Window[] = [];
  const original = window.open;
  afterEach(() => {
    window.open = original;
    for (const page of pages) page.close();
    pages = [];
    leave();
  });
  const done = async (set?: Partial<SvcLink>) => {
    const link = await atConsent({}, set);
    await signIn(link);
    await appears(link, () => link.matches(':state(done)'));
    return appears(link, () => role(link, 'button', 'Save a receipt') as HTMLElement);
  };

  it('is shown in the panel if no page can be opened', async () => {
    window.open = () => null;
    const button = await done();
    const link = (button.getRootNode() as ShadowRoot).host as SvcLink;
    button.click();
    const here = await appears(link, () => part(link, 'consent'));
    const words = text(here);
    expect(words).to.contain('Take a picture of this one');
    for (const each of [
      'What you share with Well Days',
      'Quartz Scale',
      'heart rate',
      '2026',
      session.link_session_id,
    ])
      expect(words).to.contain(each);
    expect(words).to.contain('https://example.com/terms');
    // The version and the language have a line of their own, wherever the number before them breaks.
    const [, number] = here.querySelectorAll<HTMLElement>('dd');
    expect(number!.innerText.split('\n')).to.deep.equal([session.link_session_id, '1 · en']);
    // Laid out as text: its first line is no heading, and addresses have the whole width.
    expect(getComputedStyle(here.querySelector('p')!).fontWeight).to.equal('400');
    const left = (name: string): number => here.querySelector(name)!.getBoundingClientRect().left;
    expect(left('dd')).to.equal(left('dt'));
    still(link);
    await expect(link).to.be.accessible();

    // The receipt belongs to this connection only.
    link.restart();
    await appears(link, () => link.matches(':state(sign-in)'));
    await signIn(link);
    await appears(link, () => link.matches(':state(done)'));
    await appears(link, () => role(link, 'button', 'Save a receipt'));
    expect(link.renderRoot.querySelector('.receipt')).to.equal(null);
  });

  it('is not offered without a consent', async () => {
    const link = await open({ [password]: result('success') }, { provider: 'quartz_scale' });
    await signIn(link);
    await heading(link, 'Quartz Scale is connected');
    expect(role(link, 'button', 'Save a receipt')).not.to.exist;
  });
});
