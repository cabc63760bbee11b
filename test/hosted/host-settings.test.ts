import { expect } from '@open-wc/testing';
import '../../src/define.js';
import type { LinkSettings } from '../../src/bridge/index.js';
import type { SvcLink } from '../../src/element/index.js';
import { plainSettings } from '../../src/hosted/page-record.js';
import { applySettings, applyTexts, isPlainValue, messagesOf } from '../../src/hosted/host-settings.js';

/** What each setting becomes. A new setting needs a decision, which the compiler asks for. */
const becomes: Readonly<Record<keyof LinkSettings, 'a property' | 'a text' | 'the look' | 'of the run'>> = {
  mode: 'of the run',
  canRenew: 'of the run',
  providers: 'a property',
  redirectOn: 'a property',
  withoutSearch: 'a property',
  withAnother: 'a property',
  label: 'a text',
  supportUrl: 'a text',
  messages: 'a text',
  help: 'a text',
  variables: 'the look',
  colorScheme: 'the look',
  direction: 'the look',
};

describe('the settings of the surrounding page', () => {
  it('that are properties of its element apply to the widget', () => {
    const names = Object.entries(becomes).filter(([, what]) => what === 'a property');
    for (const [name] of names) {
      const link = document.createElement('svc-link');
      const value = name.startsWith('with') ? true : ['success'];
      applySettings(link, { ...plainSettings, [name]: value });
      expect(Reflect.get(link, name), name).to.deep.equal(value);
    }
  });
});

describe('the colour scheme and direction of the page around a frame or a window', () => {
  const { style } = document.documentElement;
  afterEach(() => style.removeProperty('color-scheme'));

  /** A new widget with these settings. */
  const dressed = (more: Partial<LinkSettings>): SvcLink => {
    const link = document.createElement('svc-link');
    applySettings(link, { ...plainSettings, ...more });
    return link;
  };

  it('are adopted: dark or light, and the direction', () => {
    expect(dressed({ colorScheme: 'dark', direction: 'rtl' }).dir).to.equal('rtl');
    expect(style.colorScheme).to.equal('dark');
    expect(dressed({ colorScheme: 'light dark', direction: 'ltr' }).dir).to.equal('ltr');
    expect(style.colorScheme).to.equal('light dark');
  });

  it('are ignored if they are missing or mean nothing', () => {
    for (const said of [{}, { colorScheme: 'url(x)', direction: 'up' }]) {
      expect(dressed(said).dir).to.equal('');
      expect(style.colorScheme).to.equal('');
    }
  });
});

describe('the texts and links of the page that opened this one', () => {
  const texts = {
    ...plainSettings,
    label: 'Theirs',
    supportUrl: 'https://help.example',
    messages: { 'step.sign-in.title': 'Theirs' },
    help: { quartz_scale: { instructions: 'Theirs' } },
  };
  const opener = { origin: 'https://app.example', nonce: 'n' };
  const own = { 'step.authorize.text': 'Ours' };
  /** What is shown if the token names these origins. */
  const written = (origins: readonly string[] | null | undefined, from: typeof opener | null = opener) => {
    const link = document.createElement('svc-link');
    link.messages = own;
    applySettings(link, texts);
    applyTexts(link, texts, from, origins);
    const { label, supportUrl, messages, help } = link;
    return { label, supportUrl, messages, help };
  };

  it('are shown if the token names its origin', () => {
    const { label, supportUrl, messages, help } = texts;
    expect(written(['https://other.example', opener.origin])).to.deep.equal({
      label,
      supportUrl,
      messages: { ...own, ...messages },
      help,
    });
  });

  it('are left out if the token names no origin, or another one', () => {
    const none = { label: undefined, supportUrl: undefined, messages: own, help: undefined };
    for (const origins of [null, undefined, [], ['https://app.example:444'], ['https://app.example/']])
      expect(written(origins), JSON.stringify(origins)).to.deep.equal(none);
    expect(written([opener.origin], null)).to.deep.equal(none);
  });
});

describe('a setting of another origin for the widget', () => {
  it('is a plain CSS value or nothing', () => {
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

  it('may be texts and complete plurals, and nothing else', () => {
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
});
