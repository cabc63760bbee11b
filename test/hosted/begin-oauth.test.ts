import { expect } from '@open-wc/testing';
import { beginOauth } from '../../src/hosted/begin-oauth.js';

const handover = {
  token: 'token-1',
  provider: 'aurora_ring',
  origin: 'https://app.example',
};

/** Replaces the network: answers in order and keeps the requests. */
function network(...answers: [status: number, body: unknown][]) {
  const asked: { url: URL; init: RequestInit }[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = (url, init = {}) => {
    asked.push({ url: new URL(String(url)), init });
    const [status, body] = answers.shift() ?? [500, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  return { asked, restore: () => (globalThis.fetch = original) };
}

describe('beginning OAuth', () => {
  const started = { session: { state: 'started', link_session_id: 'ls' }, providers: [] };
  let restore = () => {};
  const answering = (...answers: [number, unknown][]) => {
    const edge = network(...answers);
    restore = edge.restore;
    return edge.asked;
  };
  afterEach(() => restore());

  it('checks the page that opened the window, then asks for the provider’s address', async () => {
    const asked = answering(
      [200, started],
      [200, { oauth_url: 'https://svc.example/v2/link/oauth/t', name: 'Aurora Ring', slug: 'aurora_ring' }],
    );
    expect(await beginOauth(handover)).to.deep.equal({
      url: 'https://svc.example/v2/link/oauth/t',
      session: 'ls',
      provider: 'Aurora Ring',
      logo: null,
    });
    const [start, oauth] = asked as [(typeof asked)[0], (typeof asked)[0]];
    expect(start.url.pathname).to.match(/\/v2\/link\/start$/);
    expect(JSON.parse(String(start.init.body))).to.include({
      link_token: 'token-1',
      origin: 'https://app.example',
      via: 'page',
    });
    expect(start.init.credentials, 'keeps the cookie that binds the browser').to.equal('same-origin');
    expect(oauth.url.pathname + oauth.url.search).to.match(
      /\/v2\/link\/provider\/oauth\/aurora_ring\?display=window$/,
    );
    expect(String(oauth.url)).not.to.contain('token-1');
  });

  it('answers the code of the problem', async () => {
    answering([403, { detail: { error_type: 'origin_not_allowed', error_message: 'no' } }]);
    expect(await beginOauth(handover)).to.deep.equal({ code: 'origin_not_allowed' });
    restore();
    answering([200, started], [404, { detail: 'no such provider' }]);
    expect(await beginOauth(handover)).to.deep.equal({ code: 'not_found' });
  });

  it('goes nowhere but to a web address, and tells the developer once', async () => {
    const original = console.warn;
    const warnings: unknown[] = [];
    console.warn = (...words: unknown[]) => void warnings.push(words.join(' '));
    for (const oauth_url of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
    ]) {
      answering([200, started], [200, { oauth_url, name: 'Aurora Ring', slug: 'aurora_ring' }]);
      expect(await beginOauth(handover), oauth_url).to.deep.equal({ code: 'bad_response' });
      restore();
      expect(warnings.splice(0)).to.deep.equal([
        '<svc-link> oauth_url is not followed: only https: and http: are.',
      ]);
    }
    console.warn = original;
  });
});
