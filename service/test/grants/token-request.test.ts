// Requests to token addresses and the meaning of their answers, by the standard and with the deviations of providers.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { requestTokens, type TokenRules, TokensRefused } from '../../src/grants/index.js';
import { NoAnswer } from '../../src/provider-http/index.js';
import { type AnswerServer, json, says, startAnswerServer } from '../support/answer-server.js';

let server: AnswerServer;
beforeAll(async () => {
  server = await startAnswerServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const standard: TokenRules = { clientAuthentication: 'body', scopeSeparator: ' ' };
const request = (
  rules: Partial<TokenRules> = {},
  step: 'code' | 'refresh' = 'refresh',
  allowPrivate = true,
) =>
  requestTokens(
    { allowPrivate },
    { ...standard, ...rules },
    { clientId: 'id', clientSecret: 'client-secret', url: `${server.url}/token?tenant=a` },
    step,
    step === 'refresh' ? { refresh_token: 'the-refresh-token' } : { code: 'the-code' },
  );

describe('a token request', () => {
  it('names its grant, and goes to the address as it is', async () => {
    server.answer = json({ access_token: 'at', token_type: 'Bearer' });
    await request();
    await request({ clientAuthentication: 'basic' }, 'code');
    const [refresh, code] = server.asked.map(({ url, headers, body }) => ({
      url,
      auth: headers.authorization,
      form: Object.fromEntries(new URLSearchParams(body)),
    }));
    assert.deepEqual(refresh, {
      url: '/token?tenant=a',
      auth: undefined,
      form: {
        grant_type: 'refresh_token',
        refresh_token: 'the-refresh-token',
        client_id: 'id',
        client_secret: 'client-secret',
      },
    });
    assert.deepEqual(code, {
      url: '/token?tenant=a',
      auth: `Basic ${Buffer.from('id:client-secret').toString('base64')}`,
      form: { grant_type: 'authorization_code', code: 'the-code' },
    });
  });

  it('with HTTP Basic suits a server that compares without decoding', async () => {
    const raw = Buffer.from('my-app_1.example:my-app-secret_1.2~3*').toString('base64');
    server.answer = (incoming, response) =>
      (incoming.headers.authorization === `Basic ${raw}`
        ? json({ access_token: 'at' })
        : json({ error: 'invalid_client' }, 401))(incoming, response);
    const client = { clientId: 'my-app_1.example', clientSecret: 'my-app-secret_1.2~3*', url: server.url };
    const rules = { ...standard, clientAuthentication: 'basic' } as const;
    const answer = await requestTokens({ allowPrivate: true }, rules, client, 'refresh', {
      refresh_token: 'the-refresh-token',
    });
    assert.equal(answer.access_token, 'at');
  });

  it('is changed by the adapter last', async () => {
    server.answer = json({ access_token: 'at' });
    await request({
      prepareTokenRequest(form, step) {
        form.set('action', step === 'refresh' ? 'requesttoken' : 'none');
        form.delete('client_secret');
      },
    });
    const form = new URLSearchParams(server.asked[0]?.body);
    assert.deepEqual([form.get('action'), form.has('client_secret')], ['requesttoken', false]);
  });

  it('is not sent by plain http unless the settings allow it', async () => {
    await assert.rejects(request({}, 'refresh', false), (error) => error instanceof NoAnswer && !error.sent);
    assert.deepEqual(server.asked, []);
  });
});

describe('a token answer', () => {
  it('may omit optional fields, or set them to null', async () => {
    server.answer = json({
      access_token: 'at',
      token_type: null,
      refresh_token: null,
      expires_in: null,
      scope: null,
    });
    assert.deepEqual(await request(), { access_token: 'at', token_type: 'bearer' });
  });

  it('may hold an ID token, which nobody reads', async () => {
    server.answer = json({ access_token: 'at', id_token: 'no.jwt', refresh_token: '' });
    assert.deepEqual(await request(), { access_token: 'at', token_type: 'bearer' });
  });

  it('may be wrapped, with scopes as a list and a status of its own', async () => {
    server.answer = json(
      { status: 0, body: { access_token: 'at', scope: ['a', 'b'], userid: 7, expires_in: '10800' } },
      201,
    );
    const readTokenAnswer = (body: unknown): unknown => (body as { body: unknown }).body;
    assert.deepEqual(await request({ scopeSeparator: ',', readTokenAnswer }), {
      access_token: 'at',
      token_type: 'bearer',
      scope: 'a,b',
      userid: 7,
      expires_in: 10_800,
    });
  });
});

describe('a refusal', () => {
  const refusedBy = async (rules?: Partial<TokenRules>): Promise<TokensRefused> => {
    const error: unknown = await request(rules).then(
      () => assert.fail('it gave tokens'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof TokensRefused);
    assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, /the-refresh-token|client-secret|in-answer/);
    return error;
  };

  for (const [status, body, verdict] of [
    [400, { error: 'invalid_grant' }, 'dead'],
    [401, { error: 'invalid_grant', error_description: 'in-answer' }, 'dead'],
    [200, { error: 'invalid_grant' }, 'dead'],
    [401, { error: 'invalid_client' }, 'application'],
    [400, { error: 'unauthorized_client' }, 'application'],
    [400, { error: 'invalid_request' }, 'suspicious'],
    [400, undefined, 'suspicious'],
    [401, undefined, 'suspicious'],
    [403, undefined, 'later'],
    [403, { message: 'in-answer' }, 'suspicious'],
    [400, { error: 'temporarily_unavailable' }, 'later'],
    [429, { error: 'invalid_grant' }, 'later'],
    [500, { error: 'invalid_grant' }, 'later'],
    [503, undefined, 'later'],
    [302, undefined, 'later'],
  ] as const)
    it(`of status ${status} with ${JSON.stringify(body)} is ${verdict}`, async () => {
      server.answer = body ? json(body, status) : says('<html>in-answer', status);
      assert.equal((await refusedBy()).verdict, verdict);
    });

  for (const [name, body] of [
    ['HTML', '<html>in-answer'],
    ['a list', '["in-answer"]'],
    ['no access token', '{"refresh_token":"in-answer"}'],
    ['a type that is not bearer', '{"access_token":"in-answer","token_type":"mac"}'],
    ['an access token that is no text', '{"access_token":{"in-answer":1}}'],
  ] as const)
    it(`is ${name} with status 200, and passing`, async () => {
      server.answer = says(body);
      assert.equal((await refusedBy()).verdict, 'later');
    });

  it('is what the adapter says', async () => {
    server.answer = json({ status: 503, body: {} });
    const readTokenAnswer = (body: unknown): unknown =>
      (body as { status: number }).status === 0 ? body : undefined;
    assert.equal((await refusedBy({ readTokenAnswer })).verdict, 'suspicious');
    const classifyTokenError = (status: number, body: unknown) =>
      status === 200 && (body as { status: number }).status === 503 ? ('dead' as const) : undefined;
    assert.equal((await refusedBy({ readTokenAnswer, classifyTokenError })).verdict, 'dead');
  });

  it('says when to try again', async () => {
    server.answer = says('', 429, { 'retry-after': '60' });
    const { retryAt } = await refusedBy();
    assert.ok(Math.abs((retryAt?.getTime() ?? 0) - Date.now() - 60_000) < 5_000);
  });

  it('is not assumed if the provider received the request and did not answer', async () => {
    server.answer = (incoming) => incoming.socket.destroy();
    await assert.rejects(request(), (error) => error instanceof NoAnswer && error.sent);
  });
});
