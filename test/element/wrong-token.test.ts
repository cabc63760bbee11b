import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import { cleanUp, fakeService, heading, mount } from './harness.js';

describe('an invalid link token', () => {
  let service: ReturnType<typeof fakeService>;
  const original = console.warn;
  let warned: Promise<string>;

  beforeEach(() => {
    service = fakeService();
    warned = new Promise((resolve) => {
      console.warn = (...words: unknown[]) => resolve(words.join(' '));
    });
  });
  afterEach(() => {
    console.warn = original;
    cleanUp();
    service.restore();
  });

  const answers: [string, unknown, RegExp][] = [
    ['nothing', undefined, /it resolved to undefined/],
    ['an empty string', ' ', /it resolved to an empty string/],
    ['a number', 7, /it resolved to a number/],
    ['an answer that nobody read', new Response('{}'), /a Response.*await response\.json\(\)/],
    ['another object', { token: 'lt_secret' }, /an object with the keys token/],
    ['an empty object', {}, /an object without keys\. /],
    ['a list', ['lt_secret'], /a list/],
  ];
  for (const [name, answer, words] of answers)
    it(`is explained if tokenProvider gives ${name}`, async () => {
      mount({ linkToken: null, tokenProvider: (async () => answer) as unknown as SvcLink['tokenProvider'] });

      const line = await warned;

      expect(line).to.match(/tokenProvider gave no token/);
      expect(line)
        .to.match(words)
        .and.not.match(/secret/);
    });

  it('is explained if tokenProvider rejects', async () => {
    mount({ linkToken: null, tokenProvider: () => Promise.reject(new RangeError('lt_secret')) });

    expect(await warned)
      .to.match(/tokenProvider gave no token: it rejected with RangeError/)
      .and.not.match(/secret/);
  });

  for (const key of ['sk_secret', 'mk_secret', 'tmk_secret'])
    it(`is never sent or repeated if it is a key of a server, such as ${key}`, async () => {
      const link = mount({ linkToken: key });

      expect(await warned)
        .to.match(/this is an API key: it belongs on your server/)
        .and.not.match(/secret/);

      await heading(link, 'Connecting isn’t set up yet');
      expect(JSON.stringify(service.calls)).to.not.contain('secret');
    });

  it('is never sent either if tokenProvider gives a server’s key', async () => {
    mount({ linkToken: null, tokenProvider: async () => 'sk_secret' });

    expect(await warned)
      .to.match(/this is an API key: it belongs on your server/)
      .and.not.match(/secret/);
    expect(JSON.stringify(service.calls)).to.not.contain('secret');
  });
});
