import { expect } from '@open-wc/testing';
import { createClient, createLinkSend } from '../../src/client/index.js';
import { afterTimeout } from '../../src/client/send.js';
import { readUser, startOauth } from '../../src/contract/index.js';
import { Network, errorOf, json } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';

describe('a request', () => {
  const clientOf = (network: Network, baseUrl = 'https://service.example') =>
    createClient({ ...network.options, baseUrl, apiKey: 'k' });

  it('has one slash after the address, however many the address has', async () => {
    const network = new Network().answers(json({}));
    for (const end of ['', '/', '//'])
      await errorOf(clientOf(network, `https://a.example/b${end}`).readUser(id));
    expect(new Set(network.sent.map(({ url }) => url))).to.deep.equal(
      new Set([`https://a.example/b/v2/user/${id}`]),
    );
  });

  it('says that its body is JSON only if it has a body', async () => {
    const network = new Network().answers(json({}));
    await errorOf(clientOf(network).readUser(id));
    expect(network.sent[0]!.headers).to.deep.equal({ 'x-svc-api-key': 'k' });
    expect(network.sent[0]!.init.body).to.equal(undefined);
  });

  it('needs every parameter that its path names', async () => {
    const network = new Network().answers(json({}));
    const send = createLinkSend({ ...network.options, token: () => 't' });
    const refused = (params?: object) =>
      send(startOauth, { params } as never).catch(({ name, message }: Error) => `${name}: ${message}`);
    expect(await refused()).to.equal('TypeError: svc-link: "provider" cannot be ""');
    expect(await refused({ provider: '..' })).to.equal('TypeError: svc-link: "provider" cannot be ".."');
    expect(network.sent).to.deep.equal([]);
  });

  it('of a link has no other credential than the link token', async () => {
    const network = new Network().answers(json({}));
    const send = createLinkSend({ ...network.options, token: () => 't' });
    expect((await errorOf(send(readUser, { params: { user_id: id } }))).code).to.equal('not_configured');
    expect(network.sent).to.deep.equal([]);
  });

  it('waits for five seconds if it is asked to, and no longer', async () => {
    const network = new Network().answers(json({}, 503, { 'retry-after': '5' }));
    const call = errorOf(clientOf(network).readUser(id));
    await network.pass(10_000);
    await call;
    expect(network.waits.slice(1)).to.deep.equal([5000, 5000]);
  });

  it('uses the page’s fetch, and calls it without an object', async () => {
    const network = new Network().answers(json({}));
    const original = globalThis.fetch;
    const callers: unknown[] = [];
    globalThis.fetch = function (this: unknown, ...given) {
      callers.push(this);
      return network.fetch(...given);
    };
    try {
      await errorOf(createClient({ baseUrl: 'http://service.example', apiKey: 'k' }).readUser(id));
    } finally {
      globalThis.fetch = original;
    }
    expect(callers).to.deep.equal([globalThis]);
    expect(network.sent.map(({ url }) => url)).to.deep.equal([`http://service.example/v2/user/${id}`]);
  });
});

describe('a timer', () => {
  it('can be cancelled', async () => {
    const fired: string[] = [];
    afterTimeout(0, () => fired.push('first'))();
    await new Promise<void>((resolve) => afterTimeout(0, resolve));
    expect(fired).to.deep.equal([]);
  });
});
