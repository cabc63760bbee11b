import { expect } from '@open-wc/testing';
import type { Event } from '../../../src/flow/index.js';
import { transition } from '../../../src/flow/index.js';
import {
  at,
  choose,
  oauth,
  play,
  polled,
  refused,
  requestFailed,
  resultReceived,
  start,
  stateRead,
  timer,
  toAuthorize,
  toChallenge,
  toConnecting,
  toDone,
  toPicker,
  toSignIn,
  toWindow,
  windowSays,
  type Play,
} from '../plays.js';

const effectsOf = (way: readonly Play[], event: Event) => transition(play(way).state, event)[1];

describe('an event that comes at the wrong moment', () => {
  const failed: readonly Play[] = [...toConnecting, resultReceived(refused('provider_api_error'))];
  const sending: readonly Play[] = [...toChallenge, timer('cool-down'), { type: 'new-code-requested' }];
  const moments: Record<string, readonly [readonly Play[], Event]> = {
    'the end of a cool-down in a picker': [toPicker, timer('cool-down')],
    'the end of another timer in a challenge': [toChallenge, timer('grace')],
    'a second end of a cool-down': [[...toChallenge, timer('cool-down')], timer('cool-down')],
    'a grace after the window has left': [[...toWindow, windowSays('leaving')], timer('grace')],
    'a grace where no window is out': [toAuthorize, timer('grace')],
    'another timer while a window is out': [toWindow, timer('stage')],
    'another timer of a problem': [failed, timer('stage')],
    'another timer while connecting': [toConnecting, timer('grace')],
    'a stage in the form': [toSignIn, timer('stage')],
    'a page restored in the form': [toSignIn, { type: 'page-restored' }],
    'a page restored before the window was asked for': [toAuthorize, { type: 'page-restored' }],
    'a page restored with a window out': [toWindow, { type: 'page-restored' }],
    'a configuration that is missing in mid-run': [toSignIn, { type: 'not-configured' }],
    'a configuration that is missing at the end': [toDone, { type: 'not-configured' }],
    'a configuration that is missing while a try that was left is looked after': [
      [...toConnecting, { type: 'close-requested' }],
      { type: 'not-configured' },
    ],
    'a start in mid-run': [toChallenge, start()],
    'the network that is there': [toPicker, { type: 'went-online' }],
    'a wish for another connection that cannot be': [toDone, { type: 'another-connection-requested' }],
    'a wish for more time where there is enough': [toSignIn, { type: 'more-time-requested' }],
    'a retry of what cannot be': [
      [...toConnecting, resultReceived(refused('token_consumed'))],
      { type: 'retry-requested' },
    ],
    'a new code while one is asked for': [sending, { type: 'new-code-requested' }],
  };
  for (const [name, [way, event]] of Object.entries(moments))
    it(`means nothing: ${name}`, () => {
      const before = play(way).state;
      const [after, effects] = transition(before, event);
      expect(after).to.equal(before);
      expect(effects).to.deep.equal([]);
    });

  it('is dropped if it reports a closed window that was severed before', () => {
    const severed = play([...toWindow, windowSays('leaving'), windowSays('closed')]).state;
    const again = windowSays('closed');
    const [after] = transition(severed, typeof again === 'function' ? again(severed) : again);
    expect(after).to.equal(severed);
  });
});

describe('an event that orders something', () => {
  it('orders another token before another connection', () => {
    const way = [start({ canRenew: true }), ...toDone.slice(1)];
    const again: Event = { type: 'another-connection-requested' };
    expect(effectsOf(way, again)).to.deep.include({
      ...{ type: 'request-token', reason: 'another', id: play(way).state.effectId + 1 },
    });
    expect(transition(play([...way, again]).state, again)[1], 'once').to.deep.equal([]);
  });

  it('orders a request for the outcome of a try whose answer was lost', () => {
    const lost: readonly Play[] = [...toConnecting, requestFailed('network_failed')];
    const { state, effects } = play([{ type: 'retry-requested' }], play(lost).state);
    expect(state).to.deep.include({ step: 'connecting', stage: 0, via: 'password' });
    expect(effects.map(({ type }) => type)).to.include.members(['read-state', 'start-timer']);
    expect(effects).to.deep.include({ type: 'start-timer', timer: 'stage', seconds: 5 });
  });

  it('orders a new start if the start failed', () => {
    const failed = play([start(), requestFailed('network_failed')]).state;
    const { state, effects } = play([{ type: 'retry-requested' }], failed);
    expect(state.step).to.equal('loading');
    expect(effects.map(({ type }) => type)).to.include('start-session');
  });

  it('orders the window to the front, while it opens and while it is away, and another window after that', () => {
    const click: Event = { type: 'authorize-requested' };
    const typesAfter = (...more: Play[]) => effectsOf([...toWindow, ...more], click).map(({ type }) => type);
    expect(typesAfter()).to.deep.equal(['focus-window']);
    expect(typesAfter(windowSays('leaving'))).to.deep.equal(['focus-window']);
    // A second press opens a new window, but not while the first window was on its way.
    expect(typesAfter(click, windowSays('leaving'))).to.deep.equal(['focus-window']);
    expect(typesAfter(windowSays('leaving'), click)).to.deep.equal(['abort', 'open-window']);
    expect(typesAfter(windowSays('leaving'), windowSays('closed'))).to.deep.equal(['abort', 'open-window']);
  });

  it('orders nothing for a window that was given up', () => {
    const left = play([...toWindow, { type: 'cancel-requested' }]).state;
    expect(at(left, 'authorize')).to.deep.include({ phase: 'ready', awaiting: null });
    const back = play([{ type: 'cancel-requested' }], left).state;
    expect(back.step).to.equal('select-provider');
  });

  it('reports an error of the very first try only if it is new', () => {
    const error = { state: 'error', error_type: 'user_cancelled', attempt: 1 };
    const first = play([...toWindow, polled({})]).state;
    expect(at(first, 'authorize').staleAttempt).to.equal('none');
    expect(at(play([polled(error)], first).state, 'problem').problem.code).to.equal('user_cancelled');
  });

  it('changes nothing after a moment if the window had no outcome', () => {
    const closed = play([...toWindow, windowSays('closed'), timer('grace'), stateRead({})]).state;
    expect(at(closed, 'authorize').phase).to.equal('ready');
  });

  it('leads to the chosen provider, whatever the steps before', () => {
    const state = play([...toSignIn, { type: 'back-requested' }, choose(oauth.slug)]).state;
    expect(state).to.deep.include({ step: 'authorize', phase: 'ready', provider: oauth.slug });
  });
});
