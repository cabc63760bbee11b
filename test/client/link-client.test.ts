import { expect } from '@open-wc/testing';
import { linkErrorTypes, startOauth } from '../../src/contract/index.js';
import { createLinkClient, createLinkSend, failureOf } from '../../src/client/index.js';
import { Network, codeOf, errorOf, json, problem, text } from './network.js';

const token = 'link-token-of-a-test';
const session = { state: 'started', link_session_id: 's1' };
const started = { session, providers: [{ name: 'Quartz', slug: 'quartz_scale', auth_type: 'password' }] };
const credentials = { username: 'me@example.com', password: 'good-secret', region: null };

const clientOf = (network: Network) =>
  createLinkClient({
    ...network.options,
    token: () => token,
    origin: 'https://shop.example',
    version: '1.2.3',
  });

describe('the link client', () => {
  it('starts with the token in a body that needs no preflight', async () => {
    const network = new Network().answers(json(started));
    expect(await clientOf(network).start()).to.deep.equal({ ...started, reference: null });
    const [{ url, init, headers, body }] = network.sent as [(typeof network.sent)[0]];
    expect(url).to.equal('https://service.example/v2/link/start');
    expect(init).to.deep.include({
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    expect(headers).to.deep.equal({});
    expect(body).to.deep.equal({ link_token: token, origin: 'https://shop.example', version: '1.2.3' });
  });

  it('sends later calls with the token in its header', async () => {
    const network = new Network().answers(json({ state: 'success' }));
    await clientOf(network).linkWithPassword('quartz/../scale', credentials);
    await clientOf(network).completeMfa('quartz_scale', '123456');
    expect(network.sent.map(({ url, headers, body }) => ({ url, headers, body }))).to.deep.equal([
      {
        url: 'https://service.example/v2/link/provider/password/quartz%2F..%2Fscale',
        headers: { 'x-svc-link-token': token, 'content-type': 'application/json' },
        body: credentials,
      },
      {
        url: 'https://service.example/v2/link/provider/password/quartz_scale/complete_mfa',
        headers: { 'x-svc-link-token': token, 'content-type': 'application/json' },
        body: { mfa_code: '123456' },
      },
    ]);
  });

  it('says the id of the request with each answer', async () => {
    const network = new Network().answers(json(session, 200, { 'x-request-id': 'r-1' }));
    expect((await clientOf(network).state()).reference).to.equal('r-1');
  });

  it('reads the token again for each request', async () => {
    const network = new Network().answers(json(session));
    let current = 'first';
    const client = createLinkClient({ ...network.options, token: () => current });
    await client.state();
    current = 'second';
    await client.state();
    expect(network.sent.map(({ headers }) => headers['x-svc-link-token'])).to.deep.equal(['first', 'second']);
  });

  it('refuses a slug that would lead to another endpoint', async () => {
    const network = new Network().answers(json({ state: 'success' }));
    for (const slug of ['', '.', '..']) {
      let thrown: unknown;
      await clientOf(network)
        .completeMfa(slug, '1')
        .catch((error: unknown) => (thrown = error));
      expect(thrown).to.be.instanceOf(TypeError);
    }
    expect(network.sent).to.have.length(0);
  });

  it('sends any endpoint with its query, and never one with an effect twice', async () => {
    const network = new Network().answers(json({}, 503));
    const send = createLinkSend({ ...network.options, token: () => token });
    const call = send(startOauth, { params: { provider: 'aurora_ring' }, query: { display: 'window' } });
    expect(await codeOf(call)).to.equal('service_error');
    expect(network.sent.map(({ url }) => url)).to.deep.equal([
      'https://service.example/v2/link/provider/oauth/aurora_ring?display=window',
    ]);
  });
});

describe('a failure', () => {
  const state = (network: Network) => clientOf(network).state();
  const link = (network: Network) => clientOf(network).linkWithPassword('quartz_scale', credentials);

  for (const type of [...linkErrorTypes, 'origin_not_allowed']) {
    it(`of the kind ${type} keeps its name`, async () => {
      expect(await codeOf(state(new Network().answers(problem(401, type))))).to.equal(type);
      expect(await codeOf(link(new Network().answers(problem(403, type))))).to.equal(type);
    });
  }

  const statuses: readonly [string, Response, string][] = [
    ['401 without a kind', json({ detail: 'no' }, 401), 'unauthorized'],
    ['403 of another kind', problem(403, 'feature_not_enabled'), 'unauthorized'],
    ['404', json({ detail: 'nothing here' }, 404), 'not_found'],
    ['404 of a known kind', problem(404, 'invalid_token'), 'invalid_token'],
    ['400 of another kind', problem(400, 'already_exists'), 'already_exists'],
    [
      '422 with places',
      json({ detail: [{ loc: ['body', 'username'], msg: 'is missing', type: 'missing' }] }, 422),
      'invalid_request',
    ],
    ['429', problem(429, 'slow_down'), 'rate_limited'],
    ['500 of a known kind', problem(500, 'token_expired'), 'service_error'],
    ['502 with HTML', text('<h1>Bad gateway</h1>', 502), 'service_error'],
    ['200 that is not JSON', text('<p>Welcome to the hotel</p>'), 'bad_response'],
    ['200 without a body', text(''), 'bad_response'],
    ['200 that is not of the contract', json({ mood: 'good' }), 'bad_response'],
  ];
  for (const [name, response, code] of statuses) {
    it(`with ${name} is ${code}`, async () => {
      expect(await codeOf(link(new Network().answers(response)))).to.equal(code);
    });
  }

  it('carries what a developer needs, and no secret', async () => {
    const detail = { error_type: 'token_expired', error_message: 'gone' };
    const error = await errorOf(
      link(new Network().answers(json({ detail }, 401, { 'x-request-id': 'r-7' }))),
    );
    expect(error).to.deep.include({
      code: 'token_expired',
      status: 401,
      errorType: 'token_expired',
      retryAfter: null,
      reference: 'r-7',
    });
    expect(error.detail).to.deep.equal(detail);
    expect(error.message).to.equal('POST /v2/link/provider/password/{provider}: token_expired (HTTP 401)');
    expect(failureOf(error)).to.deep.equal({ code: 'token_expired', retryAfter: null, reference: 'r-7' });
    expect(failureOf(new Error('a fault of ours'))).to.deep.equal({
      code: 'service_error',
      retryAfter: null,
      reference: null,
    });
  });

  it('says how long to wait, in seconds or by a date', async () => {
    const limited = (value: string) =>
      errorOf(link(new Network().answers(json({}, 429, { 'retry-after': value }))));
    expect((await limited('30')).retryAfter).to.equal(30);
    expect((await limited('-5')).retryAfter).to.equal(0);
    expect((await limited('soon')).retryAfter).to.equal(null);
    expect((await limited(new Date(Date.now() + 90_000).toUTCString())).retryAfter).to.be.within(88, 91);
    expect((await limited('Thu, 01 Jan 1970 00:00:00 GMT')).retryAfter).to.equal(0);
  });

  it('of the network differs from being offline', async () => {
    const broken = () => new Network().answers(new TypeError('Failed to fetch'));
    expect(await codeOf(link(broken()))).to.equal('network_failed');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    try {
      const network = broken();
      expect(await codeOf(state(network))).to.equal('offline');
      expect(network.sent).to.have.length(1);
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });
});

describe('repeats', () => {
  const passing: readonly [string, () => Response | Error][] = [
    ['the network failed', () => new TypeError('Failed to fetch')],
    ['the service failed', () => json({}, 503)],
    ['there were too many', () => json({}, 429)],
  ];
  for (const [name, failure] of passing) {
    it(`happen twice for a safe GET after ${name}`, async () => {
      const network = new Network().answers(failure(), failure(), json(session));
      const call = clientOf(network).state();
      await network.pass(10_000);
      expect(await call).to.deep.include(session);
      expect(network.sent).to.have.length(3);
      // First the timeout of the request, then two pauses. The second one is longer.
      expect(network.waits).to.deep.equal([15_000, 450, 900]);
      expect(network.timers).to.equal(0);
    });
  }

  it('end after the third try', async () => {
    const network = new Network().answers(json({}, 500));
    const code = codeOf(clientOf(network).state());
    await network.pass(10_000);
    expect(await code).to.equal('service_error');
    expect(network.sent).to.have.length(3);
  });

  it('wait as long as the service asks, unless that is too long', async () => {
    const network = new Network().answers(json({}, 503, { 'retry-after': '3' }), json(session));
    const call = clientOf(network).state();
    await network.pass(2_999);
    expect(network.sent).to.have.length(1);
    await network.pass(1);
    await call;
    expect(network.sent).to.have.length(2);
    const long = new Network().answers(json({}, 429, { 'retry-after': '30' }));
    expect(await errorOf(clientOf(long).state())).to.deep.include({ code: 'rate_limited', retryAfter: 30 });
    expect(long.sent).to.have.length(1);
  });

  it('never happen to a POST, or after an error that another try cannot solve', async () => {
    for (const answer of [new TypeError('Failed to fetch'), json({}, 503), json({}, 429)]) {
      const network = new Network().answers(answer);
      const client = clientOf(network);
      await codeOf(client.start());
      await codeOf(client.linkWithPassword('quartz_scale', credentials));
      await codeOf(client.completeMfa('quartz_scale', '123456'));
      expect(network.sent).to.have.length(3);
    }
    const network = new Network().answers(json({ detail: 'no' }, 401));
    await codeOf(clientOf(network).state());
    expect(network.sent).to.have.length(1);
  });
});

describe('time', () => {
  it('ends for a read after 15 s, including its repeats', async () => {
    const network = new Network().answers(json({}, 503), 'hang');
    const code = codeOf(clientOf(network).state());
    await network.pass(14_999);
    expect(network.timers).to.equal(1);
    await network.pass(1);
    expect(await code).to.equal('timeout');
  });

  it('ends for linking after 60 s, and the credentials were sent once', async () => {
    const network = new Network().answers('hang');
    const code = codeOf(clientOf(network).linkWithPassword('quartz_scale', credentials));
    await network.pass(59_999);
    expect(network.timers).to.equal(1);
    await network.pass(1);
    expect(await code).to.equal('timeout');
    expect(network.sent).to.have.length(1);
  });

  it('ends when it is told to', async () => {
    const network = new Network().answers('hang');
    const client = createLinkClient({ ...network.options, token: () => token, timeouts: { plain: 10 } });
    const code = codeOf(client.state());
    await network.pass(10);
    expect(await code).to.equal('timeout');
  });

  it('ends at once by the signal of the caller, and rejects with its reason', async () => {
    const network = new Network().answers('hang');
    const controller = new AbortController();
    const call = clientOf(network)
      .state(controller.signal)
      .catch((error: unknown) => error);
    controller.abort(new Error('changed my mind'));
    expect(await call).to.deep.include({ message: 'changed my mind' });
    expect(network.timers).to.equal(0);
  });

  it('does not go on after a pause that was aborted', async () => {
    const network = new Network().answers(json({}, 503));
    const controller = new AbortController();
    const call = clientOf(network)
      .state(controller.signal)
      .catch((error: unknown) => error);
    await network.pass(100);
    controller.abort(new Error('changed my mind'));
    expect(await call).to.deep.include({ message: 'changed my mind' });
    expect(network.sent).to.have.length(1);
  });
});
