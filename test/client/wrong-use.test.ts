import { expect } from '@open-wc/testing';
import { ClientError, createClient } from '../../src/client/index.js';
import { Network } from './network.js';

describe('a client that is used wrong', () => {
  const original = console.warn;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (...words: unknown[]) => warnings.push(words.join(' '));
  });
  afterEach(() => {
    console.warn = original;
  });

  for (const baseUrl of [
    '127.0.0.1:8787',
    'link.example.com',
    'localhost:8787',
    '/api',
    '',
    'ftp://a.test',
    ' http://a.test',
  ])
    it(`refuses the address "${baseUrl}", and says what an address looks like`, () => {
      expect(() => createClient({ baseUrl })).to.throw(
        TypeError,
        `svc-link: baseUrl is "${baseUrl}". It has to begin with https:// or http://`,
      );
    });

  it('takes https and http, in any case', () => {
    for (const baseUrl of ['https://a.test', 'http://127.0.0.1:8787', 'HTTPS://A.TEST'])
      expect(() => createClient({ baseUrl })).not.to.throw();
  });

  for (const baseUrl of [
    'https://name:word@a.test',
    'https://name@a.test',
    'https://a.test:port',
    'https://a.test/?team=1',
    'https://a.test/#/',
  ])
    it(`refuses the address "${baseUrl}", without repeating it`, () => {
      expect(() => createClient({ baseUrl })).to.throw(
        TypeError,
        /^svc-link: baseUrl has to be the address of the service alone, without a user name, a password, a query or a fragment$/,
      );
    });

  it('refuses a key that no header can contain, without repeating it', () => {
    const baseUrl = 'https://a.test';
    for (const key of ['sk_\u200b1', 'sk_1\nsk_2', '“sk_1”', 'sk_…'])
      for (const name of ['apiKey', 'managementKey'])
        expect(() => createClient({ baseUrl, [name]: key })).to.throw(
          TypeError,
          new RegExp(`^svc-link: ${name} has a character that no key has[^_]*$`),
        );
    // A key from a file ends with a line break, which `fetch` removes.
    expect(() => createClient({ baseUrl, managementKey: 'mk_1\n' })).not.to.throw();
  });

  it('says why nothing was reached', async () => {
    const cause = new TypeError('fetch failed');
    const client = createClient({ ...new Network().answers(cause).options, apiKey: 'k' });

    const error = await client.deleteUser('a').then(
      () => null,
      (reason: unknown) => reason,
    );

    expect(error).to.be.instanceOf(ClientError);
    expect((error as ClientError).code).to.equal('network_failed');
    expect((error as ClientError).cause).to.equal(cause);
  });

  describe('in a page', () => {
    const page = globalThis as { document?: unknown };
    const isNode = !('document' in page);
    beforeEach(() => {
      if (isNode) page.document = {};
    });
    afterEach(() => {
      if (isNode) delete page.document;
    });

    it('says that everybody can read an API key there, without repeating the key', () => {
      createClient({ baseUrl: 'https://link.example.com', apiKey: 'sk_secret' });

      expect(warnings).to.have.length(1);
      expect(warnings[0])
        .to.match(/API key in a page.*belongs on your server/)
        .and.not.match(/secret/);
    });

    it('has nothing to say without an API key', () => {
      createClient({ baseUrl: 'https://link.example.com' });

      expect(warnings).to.deep.equal([]);
    });
  });
});
