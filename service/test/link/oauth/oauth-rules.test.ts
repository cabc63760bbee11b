// The rules of linking through a provider's own page that can be tested alone.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Hono, type Context } from 'hono';
import { isNavigation, markShown, takeConsent, wasShown } from '../../../src/link/oauth/consent-page.js';
import { authorizeUrl } from '../../../src/link/oauth/authorize-url.js';
import { destinationOf, type Ending } from '../../../src/link/oauth/destination.js';
import { openAnswer, sealAnswer } from '../../../src/link/oauth/form-post.js';
import { answerRefused, answerTokenProblem } from '../../../src/link/oauth/refusal-page.js';
import { splitScopes } from '../../../src/link/oauth/scopes.js';
import { endingOf, type OauthDeps } from '../../../src/link/oauth/attempts.js';
import { findProvider, scopesToAsk } from '../../../src/providers/index.js';
import { createSecrets } from '../../../src/crypto/secrets.js';
import { redirectUriOf } from '../../../src/providers/redirect-uri.js';

const service = 'https://link.example';
const provider = findProvider('ember_scale')!;

describe('the way out of an attempt', () => {
  const ending: Ending = { state: 'success', provider: 'a b', link_session_id: 's' };
  const added = 'state=success&provider=a+b&link_session_id=s';
  const hosted = `${service}/link/#${added}`;
  const inWindow = `${service}/link/?display=window#${added}`;
  for (const [redirect_url, returnUrl, display, address] of [
    [null, null, null, hosted],
    ['https://app.example/', 'https://shop.example/', 'window', inWindow],
    ['https://app.example/', null, null, `https://app.example/?${added}#`],
    ['https://app.example/', 'https://shop.example/', null, `https://shop.example/?${added}#`],
    [null, 'https://shop.example/', null, `https://shop.example/?${added}#`],
    ['https://app.example/?x=1', null, null, `https://app.example/?x=1&${added}#`],
    ['https://app.example/?x=1&', null, null, `https://app.example/?x=1&${added}#`],
    ['https://app.example/?', null, null, `https://app.example/?${added}#`],
    ['https://app.example/?a?b&c', null, null, `https://app.example/?a?b&c&${added}#`],
    ['https://app.example/#a#b?c', null, null, `https://app.example/?${added}#a#b?c`],
    ['com.example.app:/x', null, null, `com.example.app:/x?${added}#`],
    ['javascript:alert(1)', null, null, hosted],
    ['https://app.example/', 'https://a@b.example/', null, hosted],
  ] as const)
    it(`is ${address} for ${redirect_url}, ${returnUrl} and ${display}`, () =>
      assert.equal(destinationOf(service, { redirect_url }, { display, returnUrl }, ending), address));

  it('carries the error or the code for the confirmation', () => {
    const end = (more: object) =>
      destinationOf(
        service,
        { redirect_url: null },
        { display: null, returnUrl: null },
        { ...ending, ...more },
      );
    assert.equal(
      end({ state: 'error', error_type: 'x' }),
      `${hosted.replace('success', 'error')}&error_type=x`,
    );
    assert.equal(end({ confirm_code: 'c' }), `${hosted}&confirm_code=c`);
  });

  it('is read from the row of the attempt', () => {
    const of = (display: string | null, return_url: string | null) =>
      // Only the columns that decide.
      endingOf({ display, return_url } as Parameters<typeof endingOf>[0]);
    assert.deepEqual(of('window', 'https://a.example/'), {
      display: 'window',
      returnUrl: 'https://a.example/',
    });
    assert.deepEqual(of('page', null), { display: null, returnUrl: null });
    assert.deepEqual(of(null, null), { display: null, returnUrl: null });
  });
});

describe('the authorization address', () => {
  const client = {
    authorizationUrl: 'https://provider.example/authorize?tenant=a&state=theirs',
    parameters: { client_id: 'a client', scope: scopesToAsk(provider, null).join(','), prompt: '' },
    pkce: true,
  };
  const departure = { state: 'the-state', codeChallenge: 'the-challenge' };
  const back = redirectUriOf(service, provider);
  const asks = (more: Partial<typeof client> = {}) => {
    const url = authorizeUrl({ ...client, ...more }, departure, back);
    assert.ok(url.startsWith('https://provider.example/authorize?') && url.endsWith('#'), url);
    return Object.fromEntries(new URL(url).searchParams);
  };
  const always = {
    tenant: 'a',
    response_type: 'code',
    client_id: 'a client',
    redirect_uri: `${service}/v2/link/connect/ember_scale`,
    scope: scopesToAsk(provider, null).join(','),
    state: 'the-state',
  };

  it('contains everything that the provider needs, and keeps its own query', () => {
    const pkce = { code_challenge: 'the-challenge', code_challenge_method: 'S256' };
    assert.deepEqual(asks(), { ...always, ...pkce });
    assert.deepEqual(asks({ pkce: false }), always);
  });

  it('is never an address that runs code', () => {
    const other = { ...client, authorizationUrl: 'javascript:alert(1)' };
    assert.throws(
      () => authorizeUrl(other, departure, back),
      /^Error: an authorization address is not one of the web$/,
    );
  });
});

describe('scopes', () => {
  const { required, optional } = provider.scopes;
  const asked = [...required, ...optional];
  it('are asked for whether they are required or not', () => {
    assert.ok(required.length > 0 && optional.length > 0);
    assert.deepEqual(scopesToAsk(provider, null), asked);
  });
  it('are all granted if the provider names none', () =>
    assert.deepEqual(splitScopes(provider, null), { granted: asked, denied: [], enough: true }));
  it('are enough if all required ones are granted', () => {
    assert.deepEqual(splitScopes(provider, ['more', ...required]), {
      granted: required,
      denied: optional,
      enough: true,
    });
    assert.deepEqual(splitScopes(provider, optional), { granted: optional, denied: required, enough: false });
    const two = { resources: [], scopes: { required: ['a', 'b'], optional: [] } };
    const { granted, enough } = splitScopes(two, ['b']);
    assert.deepEqual([granted, enough], [['b'], false]);
  });
});

describe('a posted answer', () => {
  // The only parts of the service that the code under test uses.
  const deps = { secrets: createSecrets(new Uint8Array(32)) } as OauthDeps;
  it('is carried unchanged, and nothing else is', () => {
    const fields = { code: 'c', state: 's', iss: 'i', error: 'e', svc_error_type: 't' };
    const sealed = sealAnswer(deps, 'a', new URLSearchParams({ ...fields, more: 'x' }));
    assert.deepEqual(Object.fromEntries(openAnswer(deps, 'a', sealed!)!), fields);
    const bare = sealAnswer(deps, 'a', new URLSearchParams({ state: 's' }));
    assert.deepEqual([...openAnswer(deps, 'a', bare!)!], [['state', 's']]);
  });
  it('is refused for another provider, or if it was not sealed here', () => {
    const sealed = sealAnswer(deps, 'a', new URLSearchParams({ state: 's' }))!;
    assert.equal(openAnswer(deps, 'b', sealed), null);
    const foreign = { secrets: createSecrets(new Uint8Array(32).fill(1)) } as OauthDeps;
    assert.equal(openAnswer(foreign, 'a', sealed), null);
    assert.equal(openAnswer(deps, 'a', 'AAAA'), null);
  });
  it('is refused if it is too long', () => {
    assert.equal(sealAnswer(deps, 'a', new URLSearchParams({ code: 'c'.repeat(6000) })), null);
  });
});

describe('the page of a refusal', () => {
  const answered = async (answer: (c: Context) => Response | Promise<Response>) => {
    const response = await new Hono().get('/', (c) => answer(c)).request('/');
    return { status: response.status, text: await response.text() };
  };
  for (const [reason, expected] of [
    ['unknown', 400],
    ['other-browser', 403],
    ['used', 409],
    ['superseded', 409],
    ['expired', 410],
    ['session_elsewhere', 403],
    ['invalid_token', 401],
    ['token_expired', 401],
    ['token_not_validated', 401],
    ['token_consumed', 401],
    ['origin_not_allowed', 403],
    ['provider_not_offered', 422],
  ] as const)
    it(`for ${reason} is a ${expected} with words of its own`, async () => {
      const { status, text } = await answered((c) =>
        // Which of the two functions accepts it depends on its type.
        expected === 401 || expected === 422 || reason === 'origin_not_allowed'
          ? answerTokenProblem(c, reason as 'invalid_token')
          : answerRefused(c, reason as 'unknown'),
      );
      assert.equal(status, expected);
      const [, title = ''] = /<title>([^<]+)<\/title>/.exec(text) ?? [];
      const [, heading = ''] = /<h1[^>]*>([^<]+)<\/h1>/.exec(text) ?? [];
      assert.ok(title.includes(heading) && heading.length > 5, text);
      assert.match(text, /<p class="muted">[^<]{20,}/);
      const isNamed = text.includes(`<code dir="ltr">${reason}</code>`);
      assert.equal(isNamed, ['session_elsewhere', 'origin_not_allowed'].includes(reason));
      assert.doesNotMatch(text, /undefined|Stryker/);
    });
});

describe('the button of the consent page', () => {
  const ask = async (
    request: { cookie?: string; nonce?: string; headers?: Record<string, string>; ticket?: string } = {},
    publicUrl = service,
  ) => {
    // The only parts of the service that the code under test uses.
    const deps = { publicUrl } as OauthDeps;
    const { cookie, nonce, headers = {}, ticket = 'ticket' } = request;
    const form = new URLSearchParams(nonce === undefined ? {} : { nonce });
    const app = new Hono()
      .get('/shown', (c) => c.text(String(wasShown(c, deps, ticket))))
      .get('/remember', (c) => c.text(markShown(c, deps, ticket)))
      .get('/take', (c) => c.text(String(takeConsent(c, deps, ticket, form))))
      .get('/visit', (c) => c.text(String(isNavigation(c))));
    const at = async (path: string) => {
      const answer = await app.request(path, { headers: { ...headers, ...(cookie && { cookie }) } });
      return { text: await answer.text(), cookie: answer.headers.get('set-cookie') };
    };
    return { at };
  };
  const remembered = async (publicUrl = service, ticket = 'ticket') => {
    const { text: nonce, cookie: line } = await (await ask({ ticket }, publicUrl)).at('/remember');
    return { nonce, line: String(line), cookie: String(line).split(';')[0]! };
  };

  it('has a nonce in a cookie of its own address, for half an hour', async () => {
    const { nonce, line, cookie } = await remembered();
    assert.match(nonce, /^[\w-]{43}$/);
    const name = '__Host-svc-link-ask-[\\da-f]{16}';
    const rest = 'Max-Age=1800; Path=/; HttpOnly; Secure; SameSite=Lax';
    assert.match(line, new RegExp(`^${name}=${nonce}; ${rest}$`));
    const again = await (await ask({ cookie })).at('/remember');
    assert.deepEqual(again, { text: nonce, cookie: line });
    const other = await remembered(service, 'another');
    assert.notEqual(other.cookie.split('=')[0], cookie.split('=')[0]);
    const plain = await remembered('http://127.0.0.1:1');
    assert.match(
      plain.line,
      /^svc-link-ask-[\da-f]{16}=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('was shown if the browser has that cookie', async () => {
    const { cookie, nonce } = await remembered();
    const shown = async (request: Parameters<typeof ask>[0]) =>
      (await (await ask(request)).at('/shown')).text;
    assert.equal(await shown({ cookie }), 'true');
    for (const wrong of [
      { cookie, ticket: 'another' },
      {},
      { cookie: cookie.slice(0, -1) },
      { cookie: `${cookie}A` },
      { cookie: cookie.replace(nonce, `.${nonce.slice(1)}`) },
      { cookie: cookie.replace(nonce, `.${nonce}`) },
      { cookie: `${cookie}.` },
    ])
      assert.equal(await shown(wrong), 'false', JSON.stringify(wrong));
  });

  it('works once, with its nonce, from our page as a visit', async () => {
    const { cookie, nonce } = await remembered();
    const take = async (request: Parameters<typeof ask>[0], publicUrl?: string) =>
      (await ask(request, publicUrl)).at('/take');
    const taken = await take({ cookie, nonce });
    assert.equal(taken.text, 'true');
    assert.equal(taken.cookie, `${cookie.split('=')[0]}=; Max-Age=0; Path=/; Secure`);
    const ours = { origin: service, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };
    assert.equal((await take({ cookie, nonce, headers: ours })).text, 'true');
    const http = 'http://127.0.0.1:1';
    const plain = await remembered(http);
    const unsecured = await take({ cookie: plain.cookie, nonce: plain.nonce }, http);
    assert.equal(unsecured.cookie, `${plain.cookie.split('=')[0]}=; Max-Age=0; Path=/`);
    for (const wrong of [
      { nonce },
      { cookie },
      { cookie, nonce: '' },
      { cookie, nonce: 'A'.repeat(43) },
      { cookie, nonce: `${nonce}A` },
      { cookie, nonce: 'é'.repeat(43) },
      { cookie, nonce, ticket: 'another' },
      { cookie, nonce, headers: { origin: 'https://evil.example' } },
      { cookie, nonce, headers: { 'sec-fetch-site': 'cross-site' } },
      { cookie, nonce, headers: { ...ours, 'sec-fetch-dest': 'iframe' } },
    ]) {
      const refused = await take(wrong);
      assert.deepEqual(refused, { text: 'false', cookie: null }, JSON.stringify(wrong));
    }
  });

  it('is pressed on a page, as the browser reports it', async () => {
    for (const [dest, is] of [
      [undefined, 'true'],
      ['document', 'true'],
      ['iframe', 'false'],
      ['empty', 'false'],
    ] as const) {
      const headers: Record<string, string> = dest === undefined ? {} : { 'sec-fetch-dest': dest };
      assert.equal((await (await ask({ headers })).at('/visit')).text, is);
    }
  });
});
