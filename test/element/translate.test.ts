import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { createTranslate, type TranslateOptions } from '../../src/element/translate.js';

const translate = (more: Partial<TranslateOptions> = {}) =>
  createTranslate({
    catalogue: {
      'common.provider': 'the provider',
      'common.app-first': 'This app',
      'step.done.text': '{a} sees {p}',
      'problem.rate_limited.text': { one: 'one minute', other: '{n} minutes' },
    },
    overrides: {},
    locale: 'en',
    numbers: 'en',
    provider: null,
    app: null,
    ...more,
  });

const drawn = (content: unknown): HTMLElement => {
  const place = document.createElement('div');
  render(content, place);
  return place;
};

describe('a text at render time', () => {
  it('isolates names, and contains its numbers', () => {
    const t = translate({ provider: 'Ring', app: 'Well Days', numbers: 'de-AT' });
    const names = [...drawn(t('step.done.text')).querySelectorAll('bdi')].map(
      ({ textContent }) => textContent,
    );
    expect(names).to.deep.equal(['Well Days', 'Ring']);
    const counted = drawn(t('problem.rate_limited.text', { n: 12_345 }));
    expect(counted.textContent).to.equal(`${new Intl.NumberFormat('de-AT').format(12_345)} minutes`);
    expect(counted.querySelector('bdi')).to.equal(null);
  });

  it('has the same words for a label or an announcement, with names isolated from right to left', () => {
    expect(translate({ provider: 'Ring (2)' }).text('step.done.text')).to.equal('This app sees Ring (2)');
    const hebrew = translate({ provider: 'Ring (2)', locale: 'he', numbers: 'he' });
    expect(hebrew.text('step.done.text')).to.equal('\u2068This app\u2069 sees \u2068Ring (2)\u2069');
  });
});
