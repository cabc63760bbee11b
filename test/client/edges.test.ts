import { expect } from '@open-wc/testing';
import { clientErrorOf, ClientError } from '../../src/client/client-error.js';
import { codeOf, detailOf } from '../../src/client/code-of.js';
import { createClient, createLinkSend } from '../../src/client/index.js';
import { reasonOf } from '../../src/client/reason-of.js';
import { afterTimeout } from '../../src/client/send.js';
import { readUser, startOauth } from '../../src/contract/index.js';
import { Network, errorOf, json } from './network.js';

const id = '00000000-0000-4000-8000-00000000000a';

describe('the error of a client', () => {
  it('says nothing of what it does not know', () => {
    const error = new ClientError('GET /v2/user', { code: 'timeout' });
    expect(error.name).to.equal('ClientError');
    expect(error.message).to.equal('GET /v2/user: timeout');
    const { status, errorType, retryAfter, reference, detail } = error;
    expect({ status, errorType, retryAfter, reference, detail }).to.deep.equal({
      status: 0,
      ...{ errorType: null, retryAfter: null, reference: null, detail: null },
    });
  });

  it('is of the network where nobody knows whether there is one', () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
    Object.defineProperty(globalThis, 'navigator', { value: undefined, configurable: true });
    try {
      expect(clientErrorOf('GET /v2/user', new TypeError('no')).code).to.equal('network_failed');
    } finally {
      Object.defineProperty(globalThis, 'navigator', own);
    }
  });

  it('goes by the type of a refusal, and by the status where that says more', () => {
    const typed = (error_type: unknown) => ({ detail: { error_type } });
    for (const [status, body, code] of [
      [429, typed('token_expired'), 'rate_limited'],
      [302, typed('token_expired'), 'service_error'],
      [500, typed('token_expired'), 'service_error'],
      [418, { detail: 'a teapot' }, 'service_error'],
      [418, typed('teapot'), 'teapot'],
      [401, typed('token_expired'), 'token_expired'],
      [404, typed('no_such_thing'), 'not_found'],
      [422, typed(7), 'invalid_request'],
    ] as const)
      expect(codeOf(status, body), `${status} ${JSON.stringify(body)}`).to.equal(code);
    expect(detailOf(typed(7)).errorType).to.equal(null);
  });

  it('names the fields that have a name and the reasons that are words', () => {
    const reason = (...places: unknown[]) => reasonOf(422, places);
    expect(reason({ loc: 'x', msg: 'is wrong' })).to.equal('is wrong');
    expect(reason({ loc: ['body', 'a'], msg: 7 })).to.equal('a');
    expect(reason({}, { loc: ['body', 'a'], msg: 'is wrong' })).to.equal('a: is wrong');
    expect(reasonOf(422, { error_message: 7 })).to.equal('');
    expect(reasonOf(422, 'a\n\n b')).to.equal('a b');
  });
});

describe('a request', () => {
  const clientOf = (network: Network, baseUrl = 'https://service.example') =>
    createClient({ ...network.options, baseUrl, apiKey: 'k' });

  it('has one slash after the address, however many that has', async () => {
    const network = new Network().answers(json({}));
    for (const end of ['', '/', '//'])
      await errorOf(clientOf(network, `https://a.example/b${end}`).readUser(id));
    expect(new Set(network.sent.map(({ url }) => url))).to.deep.equal(
      new Set([`https://a.example/b/v2/user/${id}`]),
    );
  });

  it('says that its body is JSON only where it has one', async () => {
    const network = new Network().answers(json({}));
    await errorOf(clientOf(network).readUser(id));
    expect(network.sent[0]!.headers).to.deep.equal({ 'x-svc-api-key': 'k' });
    expect(network.sent[0]!.init.body).to.equal(undefined);
  });

  it('needs all that its path names', async () => {
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

  it('goes by the fetch of the page, which is called bare', async () => {
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
  it('can be called off', async () => {
    const fired: string[] = [];
    afterTimeout(0, () => fired.push('first'))();
    await new Promise<void>((resolve) => afterTimeout(0, resolve));
    expect(fired).to.deep.equal([]);
  });
});
