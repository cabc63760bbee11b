import { expect } from '@open-wc/testing';
import type { TokenRequest } from '../../src/index.js';
import { ClientError } from '../../src/client/index.js';
import { askToken } from '../../src/element/ask-token.js';
import type { TokenProvider } from '../../src/element/token-provider.js';
import { HostedAccess } from '../../src/element/modes/hosted-access.js';
import {
  appears,
  button,
  cleanUp,
  fakeService,
  heading,
  mount,
  next,
  part,
  providers,
  session,
} from './harness.js';

const quiet = (): void => {};
const asking = (provider: TokenProvider, signal = new AbortController().signal) =>
  askToken(provider, quiet, 'extend', signal);
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: Error) => (error instanceof ClientError ? error.code : error.name),
  );

describe('a page that is asked for a token', () => {
  it('gets the reason, and may answer the token or the service’s whole answer', async () => {
    const asked: TokenRequest[] = [];
    const provider = async (request: TokenRequest) => {
      asked.push(request);
      return 'lt_1 ';
    };
    expect(await asking(provider)).to.deep.equal({ token: 'lt_1', start: null });
    expect(asked[0]!.reason).to.equal('extend');
    expect(asked[0]!.signal.aborted).to.equal(false);
    expect(await asking(async () => ({ link_token: 'lt_2' }))).to.deep.equal({ token: 'lt_2', start: null });
  });

  it('has 15 seconds', async () => {
    const original = AbortSignal.timeout;
    const waits: number[] = [];
    AbortSignal.timeout = (after) => {
      waits.push(after);
      return original.call(AbortSignal, 0);
    };
    let signal: AbortSignal | undefined;
    const answered = nameOf(
      asking((request) => {
        ({ signal } = request);
        return new Promise(() => {});
      }),
    );
    AbortSignal.timeout = original;
    expect(await answered).to.equal('timeout');
    expect(waits).to.deep.equal([15_000]);
    expect(signal!.aborted).to.equal(true);
  });

  it('is not awaited by a run that has ended', async () => {
    const run = new AbortController();
    const answered = nameOf(asking(() => new Promise(() => {}), run.signal));
    run.abort();
    expect(await answered).to.equal('AbortError');
  });
});

describe('tokenProvider', () => {
  let service: ReturnType<typeof fakeService>;
  beforeEach(() => (service = fakeService()));
  afterEach(() => {
    cleanUp();
    service.restore();
  });

  /** Leaves the note of an earlier page for the element with that id. To read it, the element needs the token. */
  const leaveNote = () => {
    const note = { token: 'ab', provider: 'quartz_scale', step: 'sign-in', left: false };
    sessionStorage.setItem('svc-link:noted', JSON.stringify(note));
  };

  it('cannot answer for a run that has ended', async () => {
    const answers: ((token: string) => void)[] = [];
    let asked = (): void => {};
    const another = () => new Promise<void>((resolve) => (asked = resolve));
    const first = another();
    const link = mount({
      linkToken: null,
      tokenProvider: () =>
        new Promise((resolve) => {
          answers.push(resolve);
          asked();
        }),
    });
    await first;
    const second = another();
    link.restart();
    await second;
    answers[1]!('lt_new');
    await appears(link, () => part(link, 'provider-list'));
    answers[0]!('lt_old');
    await link.updateComplete;
    const started = service.asked('/v2/link/start');
    link.restart();
    await started;
    expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(['lt_new', 'lt_new']);
  });

  it('cannot answer for an ended run that began with a note of an earlier page either', async () => {
    leaveNote();
    const asked: { answer: (token: string) => void; signal: AbortSignal }[] = [];
    let isAsked = (): void => {};
    const another = () => new Promise<void>((resolve) => (isAsked = resolve));
    const first = another();
    const tokenProvider: TokenProvider = ({ signal }) =>
      new Promise((answer) => {
        asked.push({ answer, signal });
        isAsked();
      });
    const link = mount({ linkToken: null, tokenProvider }, { id: 'noted' });
    await first;
    const second = another();
    link.restart();
    await second;
    expect(asked[0]!.signal.aborted).to.equal(true);
    asked[1]!.answer('lt_new');
    await appears(link, () => part(link, 'provider-list'));
    asked[0]!.answer('lt_old');
    await link.updateComplete;
    const started = service.asked('/v2/link/start');
    link.restart();
    await started;
    expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(['lt_new', 'lt_new']);
  });

  it('is told that nobody waits any more if the element leaves the page', async () => {
    leaveNote();
    let asked: (signal: AbortSignal) => void = () => {};
    const isAsked = new Promise<AbortSignal>((resolve) => (asked = resolve));
    const tokenProvider: TokenProvider = ({ signal }) => {
      asked(signal);
      return new Promise(() => {});
    };
    const link = mount({ linkToken: null, tokenProvider }, { id: 'noted' });
    const signal = await isAsked;
    const gone = new Promise((resolve) => signal.addEventListener('abort', resolve));
    link.remove();
    await gone;
    expect((signal.reason as Error).name).to.equal('AbortError');
  });

  it('begins nothing if it answers after the page has closed the element', async () => {
    leaveNote();
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let answer: (token: string) => void = () => {};
    const tokenProvider: TokenProvider = () => {
      asked();
      return new Promise((resolve) => (answer = resolve));
    };
    const link = mount({ linkToken: null, tokenProvider }, { id: 'noted' });
    await isAsked;
    link.close();
    await appears(link, () => !part(link, 'panel'));
    answer('lt_late');
    await link.updateComplete;
    const again = new Promise<void>((resolve) => (asked = resolve));
    link.restart();
    await again;
    answer('lt_again');
    await appears(link, () => part(link, 'provider-list'));
    expect(service.calls.map(({ body }) => body['link_token'])).to.deep.equal(['lt_again']);
  });

  it('is not awaited any more once the page itself sets a token', async () => {
    leaveNote();
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const tokenProvider: TokenProvider = () => {
      asked();
      return new Promise(() => {});
    };
    const link = mount({ linkToken: null, tokenProvider }, { id: 'noted' });
    await isAsked;
    const started = service.asked('/v2/link/start');
    link.linkToken = 'lt_page';
    await started;
    expect(service.calls[0]!.body['link_token']).to.equal('lt_page');
  });

  for (const [what, isOnline, error, code, title] of [
    ['of a device without network', false, new Error('none'), 'offline', 'You’re offline'],
    [
      'of a request that took too long',
      true,
      new DOMException('', 'TimeoutError'),
      'timeout',
      'This is taking longer than usual',
    ],
    [
      'of a request that failed',
      true,
      new TypeError('fetch'),
      'network_failed',
      'We couldn’t reach this service',
    ],
    ['of any other kind', true, new Error('down'), 'service_error', 'There’s a problem with this service'],
  ] as const)
    it(`says whose problem it is if it rejects ${what}`, async () => {
      Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
      const link = mount({ linkToken: null, tokenProvider: () => Promise.reject(error) });
      const failed = next(link, 'svc-error');
      // On a developer's machine the widget checks whether the service is there. That request must not reach the next test.
      const lookedAt = isOnline && service.asked('/v2/link/state');

      await heading(link, title);
      expect((await failed).detail).to.include({ code, step: 'loading', retryable: true });
      Reflect.deleteProperty(navigator, 'onLine');
      await lookedAt;
      expect(service.calls.map(({ path }) => path)).not.to.include('/v2/link/start');

      link.tokenProvider = async () => 'lt_1';
      (await button(link, 'Try again')).click();
      await appears(link, () => part(link, 'provider-list'));
    });

  it('is asked for more time by the person, who stays in the same step', async () => {
    const reasons: string[] = [];
    const end = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const start = { body: { session: { ...session, expires_at: end(60) }, providers: [] } };
    service.answers['/v2/link/start'] = start;
    const link = mount({
      tokenProvider: async ({ reason }) => {
        reasons.push(reason);
        return 'lt_1';
      },
    });
    const stay = await appears(link, () =>
      link.renderRoot.querySelector<HTMLElement>('[part=notice] button'),
    );
    service.answers['/v2/link/start'] = {
      body: { session: { ...session, expires_at: end(3600) }, providers: [] },
    };
    stay.click();
    await appears(link, () => !link.renderRoot.querySelector('[part=notice]'));
    expect(reasons).to.deep.equal(['extend']);
  });

  for (const [answer, comesOf] of [
    ['lt_1', 'is in use for longer where it answers the same'],
    ['lt_other', 'stays in use, with what goes on there, where it answers another'],
  ] as const)
    it(`is asked for more time while the provider’s window is open, and the token ${comesOf}`, async () => {
      const { open } = window;
      window.open = () => ({ closed: false, postMessage() {}, focus() {}, close() {} }) as unknown as Window;
      const end = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
      const startFor = (seconds: number) => ({
        body: { session: { ...session, expires_at: end(seconds) }, providers },
      });
      service.answers['/v2/link/start'] = startFor(122);
      service.answers['/v2/link/state'] = { body: session };
      let asked: (reason: string) => void;
      const isAsked = new Promise<string>((resolve) => (asked = resolve));
      const tokenProvider: TokenProvider = async ({ reason }) => {
        asked(reason);
        return answer;
      };
      const link = mount({ provider: 'aurora_ring', tokenProvider });
      (await button(link, 'Continue to Aurora Ring')).click();
      service.answers['/v2/link/start'] = startFor(3600);

      expect(await isAsked).to.equal('extend');

      await service.asked(answer === 'lt_1' ? '/v2/link/start' : '/v2/link/state');
      await appears(link, () => Boolean(part(link, 'notice')) === (answer !== 'lt_1'));
      await heading(link, 'Finish in the Aurora Ring window');
      const tokens = service.calls.map(({ token, body }) => token ?? body['link_token']);
      expect([...new Set(tokens)]).to.deep.equal(['lt_1']);
      window.open = open;
    });
});

describe('tokenProvider of a run in the hosted page', () => {
  const accessOf = (tokenProvider: TokenProvider) => {
    const link = document.createElement('svc-link');
    Object.assign(link, { baseUrl: 'https://service.test', tokenProvider });
    const heard: string[] = [];
    let ready = (): void => {};
    const access = new HostedAccess(link, quiet, {
      ready: () => {
        heard.push(`ready with ${access.token}`);
        ready();
      },
      failed: ({ code }) => heard.push(`failed with ${code}`),
      replaced: () => heard.push(`replaced by ${access.token}`),
    });
    const isReady = new Promise<void>((resolve) => (ready = resolve));
    return { link, access, heard, isReady };
  };

  it('is asked once for a run that begins, however often the person presses', async () => {
    const answers: ((token: string) => void)[] = [];
    const { access, heard, isReady } = accessOf(() => new Promise((resolve) => answers.push(resolve)));
    access.follow();
    const again = access.obtain();
    expect(answers.length).to.equal(1);
    answers[0]!('lt_1');
    await Promise.all([again, isReady]);
    expect(heard).to.deep.equal(['ready with lt_1']);
  });

  for (const late of ['answer', 'refusal'] as const)
    it(`does not undo a token that the page has set meanwhile by a late ${late}`, async () => {
      let tell = (): void => {};
      const { link, access, heard, isReady } = accessOf(
        () =>
          new Promise((resolve, reject) => {
            tell = () => (late === 'answer' ? resolve('lt_late') : reject(new Error('no')));
          }),
      );
      access.follow();
      link.linkToken = 'lt_page';
      access.follow();
      await isReady;
      tell();
      await access.obtain();
      expect(access.token).to.equal('lt_page');
      // The second time because of the line above.
      expect(heard).to.deep.equal(['ready with lt_page', 'ready with lt_page']);
    });

  it('does not undo a token that the page has set while it was asked to renew another', async () => {
    const answers: ((token: string) => void)[] = [];
    const { link, access, heard } = accessOf(() => new Promise((resolve) => answers.push(resolve)));
    link.linkToken = 'lt_1';
    access.follow();
    const renewed = access.renew('expired');
    link.linkToken = 'lt_page';
    access.follow();
    answers[0]!('lt_late');
    await renewed;
    expect(access.token).to.equal('lt_page');
    expect(heard).to.deep.equal(['ready with lt_1', 'replaced by lt_page']);
  });

  it('does not accept an invalid token during a run', async () => {
    const { link, access, heard, isReady } = accessOf(async () => 'lt_1');
    access.follow();
    await isReady;
    link.linkToken = 'not a token';
    access.follow();
    expect(access.token).to.equal('lt_1');
    expect(heard).to.deep.equal(['ready with lt_1']);
  });
});
