import { expect } from '@open-wc/testing';
import { helpOf, isPlainValue, messagesOf } from '../../src/hosted/host-settings.js';

describe('what another origin sets on the widget', () => {
  it('is a plain value of CSS or nothing', () => {
    for (const value of ['#123456', 'light-dark(#fff, #000)', "'Inter', sans-serif", '0.5rem'])
      expect(isPlainValue(value), value).to.equal(true);
    for (const value of [
      'url(https://evil.example)',
      'URL(x)',
      '\\75rl(x)',
      'red; background: blue',
      '}',
      '{',
      '</style>',
      'x'.repeat(201),
      1,
      null,
      {},
    ])
      expect(isPlainValue(value), String(value)).to.equal(false);
  });

  it('keeps texts and whole plurals, and drops the rest', () => {
    const messages = {
      'common.back': 'Zurück',
      'step.select-provider.count': { one: '{n}', other: '{n}' },
      'common.close': 1,
      'common.retry': { one: 'x' },
      'common.stay': { other: 'x', one: 2 },
      'common.app': ['x'],
    };
    expect(messagesOf(messages)).to.deep.equal({
      'common.back': 'Zurück',
      'step.select-provider.count': { one: '{n}', other: '{n}' },
    });
    for (const none of [undefined, null, 'x', ['x']]) expect(messagesOf(none)).to.deep.equal({});
  });

  it('keeps the texts that a form knows', () => {
    const help = {
      quartz_scale: { usernameLabel: 'Name', forgotUrl: 1, regions: { eu: 'EU', us: 2 }, more: 'x' },
      tundra_watch: 'x',
      vertex_trainer: { regions: 'x', instructions: 'Look' },
    };
    expect(helpOf(help)).to.deep.equal({
      quartz_scale: { usernameLabel: 'Name', regions: { eu: 'EU' } },
      vertex_trainer: { instructions: 'Look' },
    });
  });
});
