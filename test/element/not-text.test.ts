import { expect } from '@open-wc/testing';
import type { MessageOverrides, SvcLink } from '../../src/index.js';
import { absolute } from '../../src/element/configuration.js';
import { appears, base, cleanUp, fakeService, heading, mount, part, providers, text } from './harness.js';

/** What a page without types may set where a text belongs. */
const noTexts: readonly unknown[] = [5, {}, true, new URL(base)];

describe('a value that is no text', () => {
  let service: ReturnType<typeof fakeService>;
  const original = console.warn;
  beforeEach(() => {
    console.warn = () => {};
    service = fakeService();
  });
  afterEach(() => {
    console.warn = original;
    cleanUp();
    service.restore();
  });

  for (const name of ['provider', 'locale', 'label', 'hostedUrl', 'supportUrl'] as const)
    for (const value of noTexts)
      it(`counts as not set as ${name}: ${typeof value} ${String(value)}`, async () => {
        const link = mount({ [name]: value });

        await heading(link, 'Choose a device or app');

        expect(part(link, 'panel')!.getAttribute('aria-label')).to.equal('Connect a device or app');
        expect(part(link, 'panel')!.lang).to.equal('en');
      });

  for (const [name, right, until] of [
    ['baseUrl', base, 'Connecting isn’t set up yet'],
    ['linkToken', 'lt_1', 'Getting things ready'],
  ] as const)
    for (const value of noTexts)
      it(`begins nothing as ${name}, until there is a text: ${typeof value} ${String(value)}`, async () => {
        const link = mount({ [name]: value });
        await heading(link, until);
        expect(service.calls).to.deep.equal([]);

        Object.assign(link, { [name]: right } satisfies Partial<SvcLink>);

        await heading(link, 'Choose a device or app');
      });

  it('is no address', () => {
    expect(absolute(5 as unknown as string)).to.equal(null);
  });

  it('leaves the widget its own words, also for a plural without a form', async () => {
    const messages = {
      'step.select-provider.title': 5,
      'step.select-provider.text': null,
      'common.close': { other: 5 },
      'common.label': {},
    };
    const link = mount({ messages: messages as unknown as MessageOverrides });

    await heading(link, 'Choose a device or app');

    await appears(link, () => part(link, 'provider'));
    expect(link.shadowRoot!.querySelectorAll('[part=provider]').length).to.equal(providers.length);
    expect(text(part(link, 'body'))).to.contain('You decide what Well Days can see.');
    expect(part(link, 'close')!.getAttribute('aria-label')).to.equal('Close');
    expect(part(link, 'panel')!.getAttribute('aria-label')).to.equal('Connect a device or app');
  });
});
