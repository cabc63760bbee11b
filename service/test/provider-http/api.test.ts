// A provider's interface as adapters see it: what is sent where, what is returned, and how failures are reported.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Answer, ApiRequest, Failure } from '../../src/adapters/index.js';
import { createApi, type Caller, type Gate, ProviderFailure } from '../../src/provider-http/index.js';
import { type AnswerServer, says, startAnswerServer } from '../support/answer-server.js';

let server: AnswerServer;
let base: string;

beforeAll(async () => {
  server = await startAnswerServer();
  base = server.url;
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.answer = says('{}');
});

const caller = (more: Partial<Caller> = {}): Caller => ({
  adapter: {},
  urls: { api: `${base}/v1`, token: `${base}/token`, revoke: `${base}/revoke` },
  application: { clientId: 'a client', clientSecret: 'se:cr%t' },
  person: { authorization: 'Bearer the-token' },
  ...more,
});
const send = (request: ApiRequest, more: Partial<Caller> = {}, network = { allowPrivate: true }) =>
  createApi(network, caller(more)).send(request);

const failureOf = async (sent: Promise<unknown>): Promise<Failure> => {
  const error = await sent.then(
    () => assert.fail('it was a success'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderFailure);
  assert.doesNotMatch(`${error.message} ${error.stack}`, /the-token|se:cr|secret-in-answer|127\.0\.0\.1/);
  return error.failure;
};

describe('a request', () => {
  it('goes below the address of the interface, with the person’s token', async () => {
    server.answer = says('{"a":1}');
    assert.deepEqual(
      await send({ to: '/sleep?x=1', query: { from: '2026-01-01', none: undefined, date: ['a', 'b'] } }),
      {
        a: 1,
      },
    );
    const [{ method, url, headers } = assert.fail()] = server.asked;
    assert.deepEqual([method, url], ['GET', '/v1/sleep?x=1&from=2026-01-01&date=a&date=b']);
    assert.deepEqual(
      [headers.authorization, headers.accept, headers['user-agent']],
      ['Bearer the-token', 'application/json', 'svc-link'],
    );
  });

  it('has the further key of an application in the header that its provider names', async () => {
    const application = { clientId: 'a client', clientSecret: 'se:cr%t', apiKey: 'the-key' };
    await send({ to: '/a' }, { adapter: { apiKeyHeader: 'x-key' }, application });
    await send({ to: '/b' }, { application });
    assert.deepEqual(
      server.asked.map(({ headers }) => headers['x-key']),
      ['the-key', undefined],
    );
    assert.ok(!JSON.stringify(server.asked[1]).includes('the-key'));
  });

  it('sends a form or JSON', async () => {
    await send({ to: '/a', form: { action: 'get list', none: undefined, n: 1 } });
    await send({ to: '/b', json: { a: [1] }, method: 'PUT', headers: { accept: 'application/fhir+json' } });
    const [form, json] = server.asked.map(({ method, headers, body }) => [
      method,
      headers['content-type'],
      headers.accept,
      body,
    ]);
    assert.deepEqual(form, [
      'POST',
      'application/x-www-form-urlencoded',
      'application/json',
      'action=get+list&n=1',
    ]);
    assert.deepEqual(json, ['PUT', 'application/json', 'application/fhir+json', '{"a":[1]}']);
  });

  it('may go as the application, or as nobody, and to the token and revocation addresses', async () => {
    await send({ to: { address: 'revoke' }, method: 'POST', as: 'application' }, { person: null });
    await send({ to: { address: 'token' }, method: 'POST', as: 'nobody' }, { person: null });
    const pair = Buffer.from('a+client:se%3Acr%25t').toString('base64');
    assert.deepEqual(
      server.asked.map(({ url, headers }) => [url, headers.authorization]),
      [
        ['/revoke', `Basic ${pair}`],
        ['/token', undefined],
      ],
    );
  });

  it('may go with the application in its form', async () => {
    await send(
      { to: { address: 'revoke' }, method: 'POST', form: { token: 'x' }, as: 'application-by-form' },
      { person: null },
    );
    const [asked] = server.asked;
    assert.equal(asked?.headers.authorization, undefined);
    assert.equal(asked?.body, 'token=x&client_id=a+client&client_secret=se%3Acr%25t');
  });

  it('may go as the person with the application’s id, which is no secret, in its address', async () => {
    await send({ to: { address: 'revoke' }, query: { a: 'b' }, as: 'person-with-client-id' });
    const [asked] = server.asked;
    assert.equal(asked?.headers.authorization, 'Bearer the-token');
    assert.equal(asked?.url, '/revoke?a=b&client_id=a+client');
  });

  it('follows the address of a next page only below the interface', async () => {
    await send({ to: `${base}/v1/sleep?page=2#x` });
    assert.equal(server.asked[0]?.url, '/v1/sleep?page=2');
    for (const to of [
      'https://elsewhere.example/v1/sleep',
      `${base}/v10/sleep`,
      `${base}/v1/../admin`,
      `${base}/v1/%2e%2e/admin`,
      `${base.replace('//', '//user:pass@')}/v1/sleep`,
      'sleep',
      '/../admin',
    ])
      assert.equal((await failureOf(send({ to }))).kind, 'schema', to);
    assert.equal(server.asked.length, 1);
  });

  it('stays away from private addresses and plain http unless the settings allow them', async () => {
    const network = { allowPrivate: false };
    const to = '/a';
    const at = (api: string) => ({ urls: { api, token: api } });
    for (const [api, words] of [
      [base, /not https/],
      ['https://127.0.0.1:1', /private address/],
      ['https://localhost:1', /private address/],
      ['https://[::1]:1', /private address/],
    ] as const) {
      const failure = await failureOf(send({ to }, at(api), network));
      assert.equal(failure.kind, 'later');
      assert.match(failure.message, words);
    }
    assert.match((await failureOf(send({ to }, at('http://10.0.0.1')))).message, /not https/);
    assert.deepEqual(server.asked, []);
  });

  it('is not sent after it was aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopping'));
    await assert.rejects(send({ to: '/a' }, { signal }), /^Error: stopping$/);
    assert.deepEqual(server.asked, []);
  });

  it('can be aborted while it is in progress', async () => {
    const stop = new AbortController();
    server.answer = () => stop.abort(new Error('stopping'));
    await assert.rejects(send({ to: '/a' }, { signal: stop.signal }), /^Error: stopping$/);
  });
});

describe('an answer', () => {
  it('is undefined if it has no body', async () => {
    server.answer = says('', 204);
    assert.equal(await send({ to: '/a' }), undefined);
    server.answer = says(' \n');
    assert.equal(await send({ to: '/a' }), undefined);
  });

  it('may be compressed', async () => {
    const packed = gzipSync('{"a":"é"}');
    server.answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end(packed);
    assert.deepEqual(await send({ to: '/a' }), { a: 'é' });
    server.answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end('no gzip');
    assert.equal((await failureOf(send({ to: '/a' }))).kind, 'later');
    const large = gzipSync(Buffer.alloc(11 * 1024 * 1024, ' '));
    server.answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end(large);
    assert.match((await failureOf(send({ to: '/a' }))).message, /too long/);
  });

  it('keeps the digits of large ids, and leaves everything else as it is', async () => {
    server.answer = says(
      '{"id":9007199254740993,"n":-12345678901234567890,"f":0.12345678901234567,"e":1e30,"t":"9007199254740993","q":"a\\"9007199254740993","s":1234567890123456}',
    );
    assert.deepEqual(await send({ to: '/a' }), {
      id: '9007199254740993',
      n: '-12345678901234567890',
      f: Number('0.12345678901234567'),
      e: 1e30,
      t: '9007199254740993',
      q: 'a"9007199254740993',
      s: 1_234_567_890_123_456,
    });
  });

  it('may be a success that the request names, without its body', async () => {
    server.answer = says('{"message":"registered already"}', 409);
    assert.equal(await send({ to: '/a', alsoSuccess: [409] }), undefined);
  });

  it('is dropped if it is too long or breaks off', async () => {
    server.answer = (_request, response) => response.end(' '.repeat(10 * 1024 * 1024 + 1));
    assert.match((await failureOf(send({ to: '/a' }))).message, /too long/);
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    };
    assert.equal((await failureOf(send({ to: '/a' }))).kind, 'later');
  });
});

describe('a failure', () => {
  const secret = '{"error":"secret-in-answer"}';
  for (const [status, body, kind, errorType] of [
    [401, secret, 'token', 'provider_credential_error'],
    [403, secret, 'scope', 'required_scopes_not_granted'],
    [403, '<html>', 'later', 'provider_api_error'],
    [404, secret, 'permanent', 'provider_api_error'],
    [404, '<html>', 'schema', 'provider_api_error'],
    [400, '<html>', 'schema', 'provider_api_error'],
    [410, '', 'permanent', 'provider_api_error'],
    [400, secret, 'permanent', 'provider_api_error'],
    [408, '', 'later', 'provider_api_error'],
    [429, secret, 'later', 'rate_limited'],
    [302, '', 'later', 'provider_api_error'],
    [500, '<html>', 'later', 'provider_api_error'],
    [503, secret, 'later', 'provider_api_error'],
    [200, '<html>secret-in-answer', 'later', 'provider_api_error'],
  ] as const)
    it(`of status ${status}${body.startsWith('<') ? ' with HTML' : ''} is ${kind}`, async () => {
      server.answer = says(body, status, { location: '/elsewhere' });
      const failure = await failureOf(send({ to: '/a' }));
      assert.deepEqual([failure.kind, failure.errorType, failure.retryAt], [kind, errorType, undefined]);
      assert.equal(server.asked.length, 1);
    });

  it('says when to ask again, at most a day later', async () => {
    const at = async (header: string): Promise<number> => {
      server.answer = says('{}', 429, { 'retry-after': header });
      const { retryAt } = await failureOf(send({ to: '/a' }));
      return ((retryAt?.getTime() ?? 0) - Date.now()) / 1000;
    };
    assert.ok(Math.abs((await at('90')) - 90) < 5);
    assert.ok(Math.abs((await at(new Date(Date.now() + 90_000).toUTCString())) - 90) < 5);
    assert.ok((await at('99999999999')) <= 25 * 3600);
  });

  it('is what the adapter says, whatever the status', async () => {
    const classify = ({ status, body }: Answer): Failure | undefined =>
      (body as { status?: number }).status === 601
        ? { kind: 'later', errorType: 'rate_limited', message: `as ${status}` }
        : undefined;
    server.answer = says('{"status":601}');
    const failure = await failureOf(send({ to: '/a' }, { adapter: { classify } }));
    assert.deepEqual(failure, { kind: 'later', errorType: 'rate_limited', message: 'as 200' });
  });

  it('comes if there is no connection', async () => {
    server.answer = (request) => request.socket.destroy();
    assert.equal((await failureOf(send({ to: '/a' }))).kind, 'later');
    server.answer = says('{}');
    assert.deepEqual(await send({ to: '/a' }), {});
  });
});

it('a reused connection that the provider has just closed fails no request for data', async () => {
  await send({ to: '/a' });
  // The server closes the connection when the second request has arrived, like a provider that no longer waits.
  let closed = false;
  server.answer = (request, response) => {
    if (closed) return says('{"again":true}')(request, response);
    closed = true;
    request.socket.destroy();
  };
  assert.deepEqual(await send({ to: '/a' }), { again: true });
  assert.equal(server.asked.length, 3);
});

describe('the gate', () => {
  it('lets each request through, and sees its answer', async () => {
    const heard: unknown[] = [];
    const gate: Gate = {
      async through(ask) {
        assert.equal(server.asked.length, heard.length);
        const all = await ask();
        heard.push([all.answer.status, all.failure?.failure.kind]);
        return all;
      },
    };
    await send({ to: '/a' }, { gate });
    server.answer = says('{}', 429);
    await failureOf(send({ to: '/a' }, { gate }));
    assert.deepEqual(heard, [
      [200, undefined],
      [429, 'later'],
    ]);
  });
});
