import { expect } from '@open-wc/testing';
import type { LinkSession, PublicResult } from '../../src/contract/index.js';
import type { Announced, Step } from '../../src/flow/index.js';
import { createEnds, type EndsOptions } from '../../src/hosted/ends.js';

const session: LinkSession = {
  state: 'started',
  link_session_id: 'ls-1',
  redirect_url: 'https://app.example',
};
const success: PublicResult = {
  state: 'success',
  provider: 'quartz_scale',
  connected: true,
  provider_id: 'p1',
  redirect_url: 'https://app.example',
  error_type: null,
  link_session_id: 'ls-1',
  consent: null,
};
const source = { link_session_id: 'ls-1', request_id: 'r-1' };
const cancelled = {
  ...success,
  state: 'error',
  connected: false,
  provider_id: null,
  error_type: 'user_cancelled',
};

/** Ends with a log in place of the page. */
function play(options: Partial<EndsOptions> = {}) {
  const log: string[] = [];
  const results: PublicResult[] = [];
  const app = {
    result(result: PublicResult, _results: readonly PublicResult[], requestId: string | null) {
      log.push(`result ${requestId}`);
      results.push(result);
      return Promise.resolve();
    },
    openExternal: () => Promise.resolve(true),
  };
  const ends = createEnds({
    isWindow: false,
    app: null,
    session: () => session,
    isConnected: () => false,
    wayBack: () => null,
    go: (url) => log.push(`go ${url}`),
    closeWindow: () => log.push('close'),
    ended: ({ state, errorType, left }, provider) =>
      log.push(`ended ${state} ${errorType} ${provider}${left ? ` ${left}` : ''}`),
    emptied: (isGoing) => log.push(isGoing ? 'going' : 'emptied'),
    ...options,
  });
  const step = (
    name: Step,
    provider: string | null = 'quartz_scale',
    previous: Step = 'connecting',
  ): Announced => ({ name: 'svc-step', detail: { step: name, previous, provider, ...source } });
  const exit = (outcome: 'success' | 'error' | 'cancelled', result: PublicResult | null): Announced => ({
    name: 'svc-exit',
    detail: {
      ...{ outcome, step: 'done', result, ...source },
      results: outcome === 'success' && result ? [result] : [],
    },
  });
  return { log, results, app, ends, step, exit };
}

describe('the end of a run in the hosted page', () => {
  // The tasks of their own that ends use, and the wait for the page that opened this one.
  const real = globalThis.setTimeout;
  let timers: [run: () => void, milliseconds: number][] = [];
  beforeEach(() => {
    timers = [];
    globalThis.setTimeout = ((run: () => void, milliseconds = 0) =>
      timers.push([run, milliseconds])) as typeof setTimeout;
  });
  afterEach(() => (globalThis.setTimeout = real));
  /** Runs the timers that are due, after the promises that are settled. */
  const pass = async (milliseconds: number): Promise<void> => {
    await Promise.resolve();
    await Promise.resolve();
    for (const [run] of timers.filter(([, after]) => after <= milliseconds)) run();
    timers = timers.filter(([, after]) => after > milliseconds);
  };

  it('V4 tells the app first, then goes to the redirect URL once, in a task of its own', async () => {
    const stage = play();
    const { log, ends, step, exit, results } = play({ app: stage.app });
    ends.follow(step('done'));
    ends.follow(exit('success', success));
    ends.redirect('com.example.app:/back', success);
    ends.redirect('com.example.app:/back', success);
    await Promise.resolve();
    expect(stage.log).to.deep.equal(['result r-1']);
    expect(log).to.deep.equal(['ended success null quartz_scale']);
    await pass(0);
    expect(log.slice(1)).to.deep.equal(['go com.example.app:/back']);
    ends.follow(step('closed'));
    await pass(0);
    expect(log.slice(2), 'no second navigation where an app is told').to.deep.equal(['going']);
    expect(stage.results).to.deep.equal([success]);
    expect(results).to.deep.equal([]);
  });

  it('goes to the way back of a token that could not start, once the widget is closed', async () => {
    const url = 'com.example.app:/back?state=error';
    const stage = play();
    const { log, ends, step, exit } = play({ app: stage.app, wayBack: () => url });
    ends.follow({
      name: 'svc-error',
      detail: { result: null, code: 'token_expired', step: 'loading', retryable: false, ...source },
    });
    await pass(0);
    expect(log).to.deep.equal([]);
    ends.follow(step('closed', null, 'problem'));
    ends.follow(exit('error', null));
    await pass(0);
    expect(stage.log).to.deep.equal(['result r-1']);
    expect(stage.results[0]?.error_type).to.equal('token_expired');
    await pass(0);
    expect(log).to.deep.equal(['ended error token_expired null', 'going', `go ${url}`]);
  });

  it('V1 tells the app about a cancel and about a problem in the shape of a result', () => {
    const stage = play();
    const { ends, step, exit } = play({ app: stage.app });
    ends.follow(step('closed'));
    ends.follow(exit('cancelled', null));
    expect(stage.results).to.deep.equal([cancelled]);

    const other = play({ app: stage.app });
    other.ends.follow(step('problem'));
    other.ends.follow({
      name: 'svc-error',
      detail: { result: null, code: 'token_consumed', step: 'loading', retryable: false, ...source },
    });
    other.ends.follow(exit('error', null));
    expect(stage.results[1]).to.deep.equal({ ...cancelled, error_type: 'token_consumed' });
  });

  it('closes a window that nobody listens to, and continues if only that window has the code', async () => {
    const { log, ends, exit } = play({ isWindow: true });
    ends.follow(exit('success', success));
    ends.redirect('https://app.example?state=success', success);
    await pass(2499);
    expect(log).to.deep.equal(['ended success null quartz_scale']);
    await pass(2500);
    expect(log.slice(1)).to.deep.equal(['close']);

    const other = play({ isWindow: true });
    const confirmed = { ...success, confirm_code: 'c' };
    other.ends.follow(exit('success', confirmed));
    other.ends.redirect('https://app.example?confirm_code=c', confirmed);
    await pass(2500);
    expect(other.log.slice(1)).to.deep.equal(['go https://app.example?confirm_code=c']);
  });

  it('closes a window that the person leaves, and shows another screen elsewhere', async () => {
    const { log, ends, step, exit } = play({ isWindow: true });
    ends.follow(step('closed'));
    ends.follow(exit('cancelled', null));
    await pass(0);
    expect(log.slice(1)).to.deep.equal(['close', 'emptied']);

    const other = play();
    other.ends.follow(step('closed', 'quartz_scale', 'sign-in'));
    other.ends.follow(exit('cancelled', null));
    await pass(0);
    expect(other.log).to.deep.equal(['ended error user_cancelled quartz_scale', 'emptied']);
  });

  it('waits for an outcome that comes after the widget is closed', async () => {
    const { log, ends, step, exit } = play();
    ends.follow(step('closed'));
    await pass(0);
    expect(log).to.deep.equal([]);
    ends.follow(exit('success', success));
    ends.redirect('https://app.example', success);
    await pass(0);
    expect(log).to.include.members(['ended success null quartz_scale', 'go https://app.example', 'going']);
  });

  it('goes to an app once more if a person who is still here says so, and nowhere else', async () => {
    for (const [url, again] of [
      ['com.example.app:/back', ['go com.example.app:/back', 'going']],
      ['https://app.example', ['going']],
    ] as const) {
      const { log, ends, step, exit } = play();
      ends.follow(exit('success', success));
      ends.redirect(url, success);
      await pass(0);
      log.length = 0;
      ends.follow(step('closed'));
      await pass(0);
      expect(log).to.deep.equal(again);
    }
  });

  it('names the connected provider, and not one that the person looked at later', () => {
    const { log, ends, step, exit } = play();
    ends.follow(step('done', 'quartz_scale'));
    ends.follow(step('select-provider', null, 'done'));
    ends.follow(step('sign-in', 'aurora_ring', 'select-provider'));
    ends.follow(step('closed', 'aurora_ring', 'sign-in'));
    ends.follow(exit('success', success));
    expect(log).to.deep.equal(['ended success null quartz_scale']);
  });

  it('says that a connection was ended, unless something else was begun since', () => {
    const disconnect = (...after: Announced[]): string[] => {
      const { log, ends, step, exit } = play();
      ends.follow(step('disconnect', 'quartz_scale', 'select-provider'));
      ends.follow(step('select-provider', null, 'disconnect'));
      ends.follow({ name: 'svc-disconnect', detail: { provider: 'quartz_scale', ...source } });
      for (const announced of after) ends.follow(announced);
      ends.follow(step('closed', null, 'select-provider'));
      ends.follow(exit('cancelled', null));
      return log;
    };
    const { step } = play();
    expect(disconnect()).to.deep.equal(['ended error user_cancelled quartz_scale disconnected']);
    expect(disconnect(step('sign-in', 'aurora_ring', 'select-provider'))).to.deep.equal([
      'ended error user_cancelled aurora_ring',
    ]);
  });

  describe('says nothing about the shared resources', () => {
    /** How a run ends if the person leaves from a step. */
    const leave = (left: Step, options: Partial<EndsOptions>, ...before: Announced[]): string | undefined => {
      const { log, ends, step, exit } = play(options);
      for (const announced of before) ends.follow(announced);
      ends.follow(step('closed', 'quartz_scale', left));
      ends.follow(exit('cancelled', null));
      return log[0];
    };
    const { step } = play();
    const cancel = 'ended error user_cancelled quartz_scale';

    it('if the provider is connected, or the link renews a connection', () => {
      const at = step('sign-in', 'quartz_scale', 'select-provider');
      expect(leave('sign-in', {}, at)).to.equal(cancel);
      expect(leave('sign-in', { isConnected: (slug) => slug === 'quartz_scale' }, at)).to.equal(
        `${cancel} left`,
      );
      expect(leave('sign-in', { session: () => ({ ...session, reconnect: {} }) }, at)).to.equal(
        `${cancel} left`,
      );
    });

    it('after the question whether to end a connection', () => {
      const isConnected = (slug: string | null): boolean => slug === null || slug === 'quartz_scale';
      const asked = step('disconnect', 'quartz_scale', 'select-provider');
      expect(leave('disconnect', { isConnected }, asked)).to.equal('ended error user_cancelled null left');
    });

    it('if the service has not said how the last try ended', () => {
      let known = session;
      const options = { session: () => known };
      expect(leave('connecting', options, step('connecting', 'quartz_scale', 'sign-in'))).to.equal(
        `${cancel} left`,
      );
      const answered: Announced = {
        name: 'svc-error',
        detail: {
          ...{ result: cancelled, code: 'provider_credential_error', step: 'connecting', retryable: true },
          ...source,
        },
      };
      const tried = [step('connecting', 'quartz_scale', 'sign-in'), answered];
      expect(leave('sign-in', options, ...tried)).to.equal(cancel);
      expect(leave('connecting', options, ...tried, ...tried.slice(0, 1))).to.equal(`${cancel} left`);

      const { log, ends, exit } = play(options);
      ends.follow(step('connecting'));
      known = { ...session, state: 'error', error_type: 'user_cancelled' };
      ends.follow(step('problem'));
      ends.follow(step('closed', 'quartz_scale', 'problem'));
      ends.follow(exit('cancelled', null));
      expect(log).to.deep.equal([cancel]);
    });

    it('if a try from before a reload may still continue, or a further code is on its way', () => {
      const options = { session: () => ({ ...session, attempt: 1 }) };
      expect(leave('authorize', options, step('authorize', 'quartz_scale', 'loading'))).to.equal(
        `${cancel} left`,
      );
      const wrong: Announced = {
        name: 'svc-error',
        detail: {
          ...{ result: cancelled, code: 'incorrect_mfa_code', step: 'challenge', retryable: true },
          ...source,
        },
      };
      expect(leave('challenge', {}, step('challenge'), wrong)).to.equal(`${cancel} left`);
    });
  });
});
