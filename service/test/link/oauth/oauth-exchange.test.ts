// The exchange of a code with a provider that is not fictional.
import assert from 'node:assert/strict';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { exchangeCode, ExchangeFailed } from '../../../src/link/oauth/exchange.js';
import { splitScopes } from '../../../src/link/oauth/scopes.js';
import { findProvider, type ProviderClient } from '../../../src/providers/index.js';

let server: Server;
let tokenUrl: string;
let answer: RequestListener;
let method: string | undefined;
let asked: { headers: IncomingMessage['headers']; form: URLSearchParams } | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      method = request.method;
      asked = { headers: request.headers, form: new URLSearchParams(body) };
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = undefined;
});

const client = (more: Partial<ProviderClient> = {}): ProviderClient => ({
  authorizationUrl: 'https://provider.example/authorize?tenant=a',
  tokenUrl,
  clientId: 'a client',
  clientSecret: 'se:cr%t',
  clientAuthentication: 'basic',
  pkce: true,
  responseMode: 'query',
  scopeSeparator: ' ',
  accountField: 'user_id',
  ...more,
});
const by = { code: 'the-code', redirectUri: 'https://svc.example/back', verifier: 'the-verifier' };
const exchange = (more?: Partial<ProviderClient>) => exchangeCode(client(more), by, 'aurora_ring');
const json =
  (body: unknown): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };

/** Writes for as long as somebody reads. */
const endless = (response: ServerResponse): void => {
  response.once('drain', () => endless(response));
  while (response.write(' '.repeat(16_384)));
};

describe('the exchange', () => {
  it('sends the secret by basic authentication, form-encoded', async () => {
    answer = json({ access_token: 'at', refresh_token: 'rt', expires_in: '60', scope: 'a b', user_id: 7 });
    assert.deepEqual(await exchange(), {
      scopes: ['a', 'b'],
      account: '7',
      accessToken: 'at',
      refreshToken: 'rt',
      expiresIn: 60,
    });
    const pair = Buffer.from('a+client:se%3Acr%25t').toString('base64');
    assert.equal(asked?.headers.authorization, `Basic ${pair}`);
    assert.deepEqual(Object.fromEntries(asked!.form), {
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'https://svc.example/back',
      code_verifier: 'the-verifier',
    });
  });

  it('sends the secret in the body, and no PKCE, if the provider is configured so', async () => {
    answer = json({ access_token: 'at', scope: 'a,b', user_id: 'u' });
    const tokens = await exchange({ clientAuthentication: 'body', pkce: false, scopeSeparator: ',' });
    assert.deepEqual(tokens.scopes, ['a', 'b']);
    assert.deepEqual([tokens.refreshToken, tokens.expiresIn], [null, null]);
    assert.equal(asked?.headers.authorization, undefined);
    assert.equal(asked?.form.get('client_id'), 'a client');
    assert.equal(asked?.form.get('client_secret'), 'se:cr%t');
    assert.equal(asked?.form.has('code_verifier'), false);
  });

  it('sends a form and asks for JSON', async () => {
    answer = json({ access_token: 'at', user_id: 'u' });
    await exchange();
    const { accept, 'content-type': type } = asked!.headers;
    assert.deepEqual(
      [method, accept, type],
      ['POST', 'application/json', 'application/x-www-form-urlencoded'],
    );
  });

  it('accepts an answer without optional fields, and ignores an invalid lifetime', async () => {
    const of = async (more: object) => {
      answer = json({ access_token: 'at', user_id: 'u', ...more });
      const { scopes, account, refreshToken, expiresIn } = await exchange();
      return { scopes, account, refreshToken, expiresIn };
    };
    const bare = { scopes: null, account: 'u', refreshToken: null, expiresIn: null };
    assert.deepEqual(await of({}), bare);
    assert.deepEqual(await of({ refresh_token: null, expires_in: null, scope: null }), bare);
    assert.deepEqual(await of({ expires_in: 'soon' }), bare);
    assert.deepEqual(await of({ scope: ' a  b ' }), { ...bare, scopes: ['a', 'b'] });
    assert.deepEqual(await of({ scope: '', expires_in: 0 }), { ...bare, scopes: [], expiresIn: 0 });
    assert.equal((await of({ user_id: 'u'.repeat(512) })).account.length, 512);
  });

  it('reads an answer of up to 64 KiB', async () => {
    const start = '{"access_token":"at","user_id":"u"}';
    answer = (_request, response) => response.end(start.padEnd(64 * 1024));
    assert.equal((await exchange()).account, 'u');
    answer = (_request, response) => response.end(start.padEnd(64 * 1024 + 1));
    await assert.rejects(exchange(), /: the answer is too long$/);
  });

  const failures: readonly (readonly [name: string, answer: RequestListener, reason: string])[] = [
    ['an error', (_request, response) => response.writeHead(500).end('oops'), 'status 500'],
    [
      'a refusal',
      (_request, response) => response.writeHead(400).end('{"error":"invalid_grant"}'),
      'status 400',
    ],
    [
      'a redirect',
      (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
      'status 307',
    ],
    [
      'something else than JSON',
      (_request, response) => response.end('<html>'),
      'the answer is not a token answer',
    ],
    ['no access token', json({ user_id: 'u' }), 'the answer is not a token answer'],
    ['an empty access token', json({ access_token: '', user_id: 'u' }), 'the answer is not a token answer'],
    ['no account', json({ access_token: 'at' }), 'the answer names no account'],
    [
      'an account that is a list',
      json({ access_token: 'at', user_id: ['u'] }),
      'the answer names no account',
    ],
    ['an account of 513', json({ access_token: 'at', user_id: 'u'.repeat(513) }), 'the account is too long'],
    [
      'an account that is no text',
      json({ access_token: 'at', user_id: 'a\ud800' }),
      'the answer holds what is no text',
    ],
    [
      'scopes that are no text',
      json({ access_token: 'at', user_id: 'u', scope: 'a \0' }),
      'the answer holds what is no text',
    ],
    ['an answer without end', (_request, response) => endless(response), 'the answer is too long'],
    ['a closed connection', (request) => request.socket.destroy(), 'no connection'],
  ];
  for (const [name, answering, reason] of failures) {
    it(`fails with ${name}, and the error contains nothing that was sent`, async () => {
      answer = answering;
      await assert.rejects(exchange(), (error: Error) => {
        assert.ok(error instanceof ExchangeFailed);
        assert.deepEqual(
          [error.name, error.message],
          ['ExchangeFailed', `the provider gave no tokens: ${reason}`],
        );
        return true;
      });
    });
  }
});

it('treats an answer without scopes as a grant of all scopes', () => {
  const provider = findProvider('ember_scale')!;
  assert.deepEqual(splitScopes(provider, null).denied, []);
  assert.equal(splitScopes(provider, []).enough, false);
  assert.equal(splitScopes(provider, ['body.read', 'more.read']).enough, true);
});
