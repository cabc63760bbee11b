import { expect } from '@open-wc/testing';
import { failureOf } from '../../src/client/index.js';
import type { LinkSession } from '../../src/contract/index.js';
import { createPageService, type PageServiceOptions } from '../../src/hosted/page-service.js';

const provider = { name: 'Aurora Ring', slug: 'aurora_ring', auth_type: 'oauth' };
const started = { session: { state: 'started', link_session_id: 'ls-1' }, providers: [provider] };
const waiting = { state: 'pending_confirmation', link_session_id: 'ls-1', provider: 'aurora_ring' };

describe('the service for the hosted page', () => {
  const original = globalThis.fetch;
  afterEach(() => (globalThis.fetch = original));
  const { signal } = new AbortController();

  function play(answers: [status: number, body: unknown][], more: Partial<PageServiceOptions> = {}) {
    const asked: { path: string; headers: Headers; init: RequestInit }[] = [];
    globalThis.fetch = (url, init = {}) => {
      asked.push({ path: new URL(String(url)).pathname, headers: new Headers(init.headers), init });
      const [status, body] = answers.shift() ?? [500, {}];
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    };
    const seen: LinkSession[] = [];
    const refused: string[] = [];
    const credential = { token: 'lt_1', session: null };
    const service = createPageService({
      baseUrl: 'https://link.example',
      credential,
      via: 'link',
      returned: null,
      refused: (code) => refused.push(code),
      seen: (session) => seen.push(session),
      ...more,
    });
    return { service, asked, seen, refused, credential };
  }
  const bodyOf = ({ init }: { init: RequestInit }): unknown => JSON.parse(String(init.body));

  it('exchanges the token for the cookie at once, and shows the session from then on', async () => {
    const { service, asked, credential } = play([
      [200, started],
      [200, { ...started.session }],
      [200, started],
    ]);
    await service.start(signal);
    await service.state(signal);
    await service.start(signal);
    const [first, state, again] = asked as [(typeof asked)[0], (typeof asked)[0], (typeof asked)[0]];
    expect(bodyOf(first)).to.include({ link_token: 'lt_1', via: 'link' });
    expect(first.init.credentials).to.equal('same-origin');
    expect(credential).to.deep.equal({ token: null, session: 'ls-1' });
    expect(state.headers.get('x-svc-link-session')).to.equal('ls-1');
    expect(state.headers.get('x-svc-link-token')).to.equal(null);
    expect(bodyOf(again)).not.to.have.any.keys('link_token', 'via', 'origin');
    expect(service.providers).to.deep.equal([provider]);
  });

  it('extends its session by the cookie', async () => {
    const { service, asked, seen } = play([
      [200, started],
      [200, { ...started.session, expires_at: '2026-01-01T02:00:00Z' }],
    ]);
    await service.start(signal);
    await service.extend(signal);
    expect(seen.at(-1)!.expires_at).to.equal('2026-01-01T02:00:00Z');
    expect(asked[1]!.path).to.equal('/v2/link/extend');
    expect(asked[1]!.init).to.include({ method: 'POST', credentials: 'same-origin' });
    expect(asked[1]!.headers.get('x-svc-link-session')).to.equal('ls-1');
    expect(asked[1]!.headers.get('x-svc-link-token')).to.equal(null);
  });

  it('keeps the token in a frame, and names the surrounding page', async () => {
    const { service, asked, credential } = play(
      [
        [200, started],
        [200, started.session],
      ],
      {
        via: null,
        origin: 'https://app.example',
      },
    );
    await service.start(signal);
    await service.state(signal);
    expect(bodyOf(asked[0]!)).to.include({ link_token: 'lt_1', origin: 'https://app.example' });
    expect(bodyOf(asked[0]!)).not.to.have.any.keys('via');
    expect(asked[1]?.headers.get('x-svc-link-token')).to.equal('lt_1');
    expect(credential.token).to.equal('lt_1');
  });

  it('keeps the token for another try if the first one failed', async () => {
    const { service, credential } = play([[503, {}]]);
    await service.start(signal).catch(() => {});
    expect(credential.token).to.equal('lt_1');
  });

  it('says that the page may not use the token', async () => {
    const { service, refused } = play([[403, { detail: { error_type: 'origin_not_allowed' } }]]);
    const code = await service.start(signal).catch((error: unknown) => failureOf(error).code);
    expect([code, refused]).to.deep.equal(['origin_not_allowed', ['origin_not_allowed']]);
  });

  it('knows the way back of a token that could not start, if it may be followed, until another starts', async () => {
    const refusal = (redirect_url: unknown): [number, unknown] => [
      401,
      { detail: { error_type: 'token_expired', redirect_url } },
    ];
    const { service } = play([
      refusal('com.example.app:/back?state=error'),
      refusal('javascript:alert(1)'),
      refusal(7),
      refusal('https://app.example/?state=error'),
      [200, started],
    ]);
    const known: (string | null)[] = [service.wayBack];
    for (let tries = 0; tries < 5; tries++) {
      await service.start(signal).catch(() => {});
      known.push(service.wayBack);
    }
    expect(known).to.deep.equal([
      ...[null, 'com.example.app:/back?state=error', null, null],
      ...['https://app.example/?state=error', null],
    ]);
  });

  it('reads a session that has succeeded and does not start it, with this page’s code', async () => {
    const { service, asked, seen } = play([[200, waiting]], {
      credential: { token: null, session: 'ls-1' },
      returned: { isSuccess: true, confirmCode: 'c1', provider },
    });
    const answer = await service.start(signal);
    const { reference } = answer;
    const session = { ...waiting, confirm_code: 'c1', reference };
    expect(answer).to.deep.equal({ session, providers: [provider], reference });
    expect(seen).to.deep.equal([answer.session]);
    await service.start(signal);
    expect(asked.map(({ path }) => path)).to.deep.equal(['/v2/link/state']);
  });

  it('does not go to a provider whose address is not a web address', async () => {
    const warn = console.warn;
    console.warn = () => {};
    const { service } = play([[200, { oauth_url: 'javascript:alert(1)', name: 'A', slug: 'a' }]]);
    const code = await service
      .startOauth('a', { display: 'window', consent: undefined }, signal)
      .catch((error: unknown) => failureOf(error).code);
    console.warn = warn;
    expect(code).to.equal('bad_response');
  });
});
