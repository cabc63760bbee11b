import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  Browser,
  newLink,
  oauthUrl,
  ours,
  startOauthService,
  type OauthService,
  type Shown,
} from '../support/oauth-service.js';

let service: OauthService;
beforeAll(async () => {
  service = await startOauthService();
  const write = (path: string, text: string) => {
    const file = join(service.deps.filesDirectory, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  };
  write('hosted/index.html', '<!doctype html><title>Connect</title>');
  write('hosted/assets/index-Ab3_x9Qz.js', 'export {};');
  write('console/index.html', '<!doctype html><title>Console</title>');
  write('console/assets/index-Ab3_x9Qz.js', 'export {};');
  write('cdn/svc-link.js', 'export {};');
  write('cdn/step-Ab3_x9Qz.js', 'export {};');
  write('cdn/locales/de.js', 'export {};');
  write('hosted/assets/locales/de.js', 'export {};');
});
afterAll(() => service.close());

const shop = 'https://shop.example';

/** The headers that the server and HTTP itself add to every answer. */
const transport = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);

/** All other headers. Values that are new each time are written as `…`. */
function headersOf({ status, headers }: { readonly status: number; readonly headers: Headers }) {
  const fresh = (text: string): string =>
    text
      .replaceAll(service.url, 'https://us')
      .replaceAll(service.deps.sandboxUrl, 'https://provider')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
      .replace(/(?<=svc-link-ask-)[\da-f]{16}/g, '…')
      .replace(/[\w-]{43,}/g, '…')
      .replace(/^"[\w-]{22}"$/, '"…"')
      .replace(/(?<=\?)response_type=[^#]*/, '…');
  const kept = [...headers].filter(([name]) => !transport.has(name));
  return { status, ...Object.fromEntries(kept.map(([name, value]) => [name, fresh(value)])) };
}

const always = { 'x-content-type-options': 'nosniff', 'x-request-id': '…' };
const secret = { ...always, 'cache-control': 'no-store' };
const json = { ...secret, 'content-type': 'application/json' };
const forPages = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, x-request-id, x-svc-ignored-fields',
};
const file = { ...always, etag: '"…"', vary: 'accept-encoding' };
const script = { ...file, 'content-type': 'text/javascript; charset=utf-8' };
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };
const hosted = (ancestors: string, images = ' https:') => ({
  ...file,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:" +
    `${images}; connect-src 'self'; ` +
    "form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html; " +
    `frame-ancestors ${ancestors}`,
  ...(ancestors === "'none'" && { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
});
const plainPage = {
  ...secret,
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};
/** The consent page has a form, and the browser must say which page posted it. */
const askingPage = {
  ...plainPage,
  'content-security-policy': plainPage['content-security-policy'].replace("; form-action 'none'", ''),
  'referrer-policy': 'same-origin',
};
const redirect = { ...secret, 'referrer-policy': 'no-referrer' };

/** These let a cross-origin isolated page frame it. */
const framed = {
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Every kind of answer that the service gives to a browser, with all of its headers. */
const answers: Readonly<Record<string, readonly [ask: () => Promise<Response | Shown>, headers: object]>> = {
  'the hosted page': [
    () => get('/link/'),
    { status: 200, ...hosted("'none'"), ...cookie('svc-link-session') },
  ],
  'the hosted page for a frame': [
    async () => get(`/link/frame/${(await newLink(service, { allowed_origins: [shop] })).sessionId}`),
    { status: 200, ...hosted(shop), ...framed },
  ],
  'the hosted page for a frame of nobody': [
    async () => get(`/link/frame/${(await newLink(service)).sessionId}`),
    { status: 200, ...hosted("'none'"), ...framed },
  ],
  'a file of the hosted page': [
    () => get('/link/assets/index-Ab3_x9Qz.js'),
    { status: 200, ...script, ...forEver },
  ],
  'the console': [() => get('/console/'), { status: 200, ...hosted("'none'", '') }],
  'a file of the console': [
    () => get('/console/assets/index-Ab3_x9Qz.js'),
    { status: 200, ...script, ...forEver },
  ],
  'the script': [
    () => get('/cdn/svc-link.js'),
    {
      status: 200,
      ...script,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    },
  ],
  'the words of a language': [
    () => get('/cdn/locales/de.js'),
    {
      status: 200,
      ...script,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    },
  ],
  'the words of a language for the hosted page': [
    () => get('/link/assets/locales/de.js'),
    { status: 200, ...script, 'cache-control': 'no-cache' },
  ],
  'a later part of the script': [
    () => get('/cdn/step-Ab3_x9Qz.js'),
    {
      status: 200,
      ...script,
      ...forEver,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  ],
  'the style of the plain pages': [
    () => get('/link/pages.css'),
    {
      status: 200,
      ...always,
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  ],
  'a provider’s logo': [
    () => get('/providers/aurora_ring/logo.svg'),
    {
      status: 200,
      ...always,
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    },
  ],
  'a plain page': [
    () => get('/v2/link/oauth/nothing'),
    { status: 400, ...plainPage, ...cookie('svc-link-oauth') },
  ],
  'a form in the same window': [
    async () => post({ link_token: (await newLink(service)).token, provider: 'aurora_ring' }),
    { status: 200, ...askingPage, ...cookie('svc-link-ask-…', 1800) },
  ],
  'a form in the same window, of a page that the token names': [
    async () => {
      const { token } = await newLink(service, { allowed_origins: [shop] });
      return post({ link_token: token, provider: 'aurora_ring' }, { origin: shop });
    },
    {
      status: 200,
      ...plainPage,
      ...cookie('svc-link-ask-…', 1800),
      refresh: '0; url=https://us/v2/link/oauth/…',
    },
  ],
  'the page that asks before it goes on': [
    async () => new Browser().step(await oauthUrl(service, await newLink(service), 'aurora_ring')),
    {
      status: 200,
      ...askingPage,
      // This is the last cookie. The one before it is set at every visit to this address.
      ...cookie('svc-link-ask-…', 1800),
    },
  ],
  'a form with display=page': [
    async () => post({ link_token: (await newLink(service)).token, display: 'page' }),
    { status: 303, ...redirect, location: 'https://us/v2/link/open?posted=…#' },
  ],
  'the redirect after it': [
    async () => {
      const { location } = await post({ link_token: (await newLink(service)).token, display: 'page' });
      return new Browser().step(String(location));
    },
    { status: 303, ...redirect, ...cookie('svc-link-session'), location: 'https://us/link/#session=…' },
  ],
  'the way to a provider': [
    async () =>
      new Browser().step(await oauthUrl(service, await newLink(service), 'aurora_ring'), undefined, ours),
    {
      status: 303,
      ...redirect,
      ...cookie('svc-link-oauth'),
      location: 'https://provider/sandbox/oauth/aurora_ring/authorize?…#',
    },
  ],
  'the way back to the hosted page': [
    () => comeBack('aurora_ring', '?display=window'),
    {
      status: 303,
      ...redirect,
      location: 'https://us/link/?display=window#state=success&provider=aurora_ring&link_session_id=…',
    },
  ],
  'the way back to the app': [
    () => comeBack('aurora_ring', ''),
    {
      status: 303,
      ...redirect,
      location: 'https://app.example/done?state=success&provider=aurora_ring&link_session_id=…#',
    },
  ],
  'an answer to a widget': [
    async () => get('/v2/link/state', { 'x-svc-link-token': (await newLink(service)).token, origin: shop }),
    { status: 200, ...json, ...forPages },
  ],
  'an answer to our own page that binds its browser': [
    async () =>
      fetch(`${service.url}/v2/link/start`, {
        method: 'POST',
        headers: { 'accept-encoding': 'identity', origin: service.url },
        body: JSON.stringify({ link_token: (await newLink(service)).token, via: 'page' }),
      }),
    { status: 200, ...json, ...forPages, ...cookie('svc-link-session'), vary: 'accept-encoding' },
  ],
  'a refusal to a widget': [() => get('/v2/link/state'), { status: 401, ...json, ...forPages }],
  'a question before a widget’s request': [
    () => fetch(`${service.url}/v2/link/state`, { method: 'OPTIONS', headers: { origin: shop } }),
    {
      status: 204,
      'x-request-id': '…',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'content-type, x-svc-link-token',
      'access-control-max-age': '86400',
    },
  ],
  'a refusal to a server': [() => get('/v2/providers'), { status: 401, ...json, vary: 'accept-encoding' }],
  nothing: [() => get('/nowhere'), { status: 404, ...json }],
  'another method': [
    () => fetch(`${service.url}/link/frame/me`, { method: 'PUT' }),
    { status: 405, ...json, allow: 'GET' },
  ],
};

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Browser().step(`${service.url}/link/`, new URLSearchParams(fields), headers);

async function comeBack(provider: string, query: string): Promise<Shown> {
  const link = await newLink(service, { redirect_url: 'https://app.example/done' });
  const browser = new Browser();
  const page = await browser.depart(await oauthUrl(service, link, provider, query), service);
  const decided = await browser.press(page, 'allow');
  return browser.step(String(decided.location));
}

function cookie(name: string, seconds = 14400) {
  return { 'set-cookie': `${name}=…; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax` };
}

describe('the headers', () => {
  for (const [name, [ask, expected]] of Object.entries(answers)) {
    it(`S1 of ${name} are these and no others`, async () => {
      assert.deepEqual(headersOf(await ask()), expected);
    });
  }

  it('P6 never cut a window off from its opener, on any page of ours', async () => {
    for (const [name, [ask]] of Object.entries(answers)) {
      const { headers } = await ask();
      for (const policy of ['cross-origin-opener-policy', 'cross-origin-opener-policy-report-only'])
        assert.equal(headers.get(policy), null, name);
    }
    // If the provider cuts the window off, only the provider's own pages do it.
    const { headers } = await comeBack('fjord_band', '?display=window');
    assert.equal(headers.get('cross-origin-opener-policy'), null);
  });
});

describe('the style in a team’s colour', () => {
  const styleIn = async (accent: string) =>
    (await get(`/link/pages.css?accent=${encodeURIComponent(accent)}`)).text();

  it('has black text on a bright colour and white text on a dark one', async () => {
    assert.match(await styleIn('ffcc00'), /--accent: #ffcc00; --on-accent: #000;/);
    assert.match(await styleIn('1a237e'), /--accent: #1a237e; --on-accent: #fff;/);
  });

  it('accepts only a colour', async () => {
    const plain = await (await get('/link/pages.css')).text();
    for (const accent of ['red', '#ffcc00', 'ffcc00;}body{display:none', 'fc0', '']) {
      assert.equal(await styleIn(accent), plain);
    }
  });
});
