import { expect } from '@open-wc/testing';
import type { Event } from '../../../src/flow/index.js';
import { begin, canHaveMoreTime, transition } from '../../../src/flow/index.js';
import {
  answer,
  at,
  behind,
  choose,
  oauth,
  options,
  password,
  play,
  refused,
  requestFailed,
  resultReceived,
  sessionGiven,
  sessionStarted,
  start,
  submit,
  timer,
  toConnecting,
  toDone,
  toPicker,
  toSignIn,
  tokenRefused,
  windowSays,
  type Play,
} from '../plays.js';

const moreTime: Event = { type: 'more-time-requested' };
const renewing: readonly Play[] = [start({ canRenew: true }), ...toSignIn.slice(1)];
const expiring: readonly Play[] = [...renewing, timer('expiry', 3480)];
const extending: readonly Play[] = [
  ...[start(), sessionStarted(answer({ can_extend: true })), choose(password.slug)],
  timer('expiry', 3480),
];
const tokenCame = behind((id) => ({ type: 'token-renewed', id }));
const startedBehind = (more = {}) =>
  behind((id) => ({
    type: 'session-started',
    id,
    answer: answer(more),
    now: Date.parse('2026-01-01T00:30:00Z'),
  }));
const ordersAfter = (way: readonly Play[], event: Play) => play([event], play(way).state).effects;
const types = (way: readonly Play[], event: Play) => ordersAfter(way, event).map(({ type }) => type);

describe('more time', () => {
  it('is requested once', () => {
    expect(types(expiring, moreTime)).to.deep.equal(['request-token']);
    expect(types([...expiring, moreTime], moreTime)).to.deep.equal([]);
  });

  it('is offered only near the end, in a run that continues, while no request is under way', () => {
    const problem: readonly Play[] = [...expiring, submit()];
    const ways: Record<string, readonly [readonly Play[], boolean]> = {
      'near the end': [expiring, true],
      'long before': [renewing, false],
      'before the session': [[start()], false],
      'while credentials are under way': [[...expiring, submit()], false],
      'the same where the service itself could give more': [[...extending, submit()], false],
      'before what came with the token is confirmed': [
        [start({ canRenew: true }), sessionGiven(), timer('expiry', 3480)],
        false,
      ],
      'at a problem that can be mended': [[...problem, resultReceived(refused('provider_api_error'))], true],
      'at a problem that ends the run': [[...problem, requestFailed('unauthorized')], false],
      'after success': [[...problem, resultReceived({ state: 'success' })], false],
      'after the end': [[...expiring, { type: 'leave-requested' }], false],
    };
    for (const [name, [way, offered]] of Object.entries(ways)) {
      const { state } = play(way);
      expect(canHaveMoreTime(state), name).to.equal(offered);
      expect(transition(state, moreTime)[1].length > 0, name).to.equal(offered);
    }
    expect(canHaveMoreTime(begin())).to.equal(false);
  });

  it('is offered while a window or a phone is in use only if the token stays the same', () => {
    const phone: Play = { type: 'handoff-requested' };
    const ways = (canRenew: boolean, can_extend: boolean): Record<string, readonly Play[]> => {
      const begin = [start({ canRenew }), sessionStarted(answer({ can_extend, can_hand_off: true }))];
      const opens: readonly Play[] = [
        ...[...begin, choose(oauth.slug), { type: 'authorize-requested' } as const],
        windowSays('opened'),
      ];
      return {
        opening: opens,
        away: [...opens, windowSays('leaving')],
        severed: [...opens, windowSays('leaving'), windowSays('closed')],
        phone: [...begin, choose(password.slug), phone],
      };
    };
    for (const [canRenew, canExtend] of [
      [false, true],
      [true, true],
      [true, false],
      [false, false],
    ] as const)
      for (const [name, way] of Object.entries(ways(canRenew, canExtend))) {
        const { state } = play([...way, timer('expiry', 3480)]);
        const isOffered = canExtend && !canRenew;
        expect(canHaveMoreTime(state), `${name} ${canRenew} ${canExtend}`).to.equal(isOffered);
        expect(transition(state, moreTime)[0].awaiting).to.equal(state.awaiting);
        expect(canHaveMoreTime(play([timer('expiry', 3600)], state).state), 'after the end').to.equal(false);
      }
  });

  it('comes by itself while a window is open, because nobody sees the button then, and does not affect the window', () => {
    const out = (canRenew: boolean, can_extend: boolean): readonly Play[] => [
      ...[start({ canRenew }), sessionStarted(answer({ can_extend })), choose(oauth.slug)],
      ...[{ type: 'authorize-requested' } as const, windowSays('opened'), windowSays('leaving')],
    ];
    for (const [canRenew, canExtend] of [
      [true, false],
      [false, true],
    ] as const) {
      const away = play(out(canRenew, canExtend)).state;
      const warned = play([timer('expiry', 3480)], away);
      const requests = warned.effects.filter(({ type }) => type === 'request-token');
      expect(requests).to.deep.equal([
        { type: 'request-token', id: warned.state.renewing, reason: 'extend', keep: true },
      ]);
      const refusedToken = behind((id) => ({ type: 'token-refused', id }));
      const refusedState = play([refusedToken], warned.state).state;
      expect(refusedState).to.deep.include({ step: 'authorize', phase: 'away', expiresIn: 120 });
      expect(transition(refusedState, timer('expiry', 3540))[1].map(({ type }) => type)).to.include(
        'request-token',
      );

      const longer = play([tokenCame, startedBehind({ expires_at: '2026-01-01T02:00:00Z' })], warned.state);
      expect(longer.state).to.deep.include({ phase: 'away', awaiting: away.awaiting, expiresIn: null });
      expect(longer.effects.map(({ type }) => type)).not.to.include('abort');

      // If the token has the latest end that it can have, it is not requested again without end.
      const same = play([tokenCame, startedBehind({ expires_at: '2026-01-01T00:32:00Z' })], warned.state);
      expect(same.state).to.deep.include({ phase: 'away', awaiting: away.awaiting, expiresIn: 120 });
      expect(same.effects.filter(({ type }) => type === 'start-timer')).to.deep.equal([
        { type: 'start-timer', timer: 'expiry', seconds: 60 },
      ]);
    }
    expect(types(out(false, false), timer('expiry', 3480))).not.to.include('request-token');
    const ready = out(true, false).slice(0, 3);
    for (const [way, seconds] of [
      [ready, 3480],
      // In any other step the person sees the button.
      [[...renewing, submit()], 3480],
      // The end itself cannot be moved while the window belongs to its token.
      [out(true, false), 3600],
    ] as const)
      expect(types(way, timer('expiry', seconds))).not.to.include('request-token');
  });

  it('can be requested again if the token or its start was refused', () => {
    const refusedToken = behind((id) => ({ type: 'token-refused', id }));
    const failedStart = behind((id) => ({
      ...{
        type: 'request-failed',
        id,
        failure: { code: 'service_error', retryAfter: null, reference: null },
      },
    }));
    for (const ends of [[refusedToken], [tokenCame, failedStart]] as Play[][]) {
      const asked = [...expiring, moreTime];
      const { state, effects } = play(ends.slice(-1), play([...asked, ...ends.slice(0, -1)]).state);
      expect(state).to.deep.include({ step: 'sign-in', renewing: null, expiresIn: 120 });
      expect(effects).to.deep.equal([]);
      expect(transition(state, moreTime)[1]).to.have.lengthOf(1);
    }
  });

  it('brings its own expiry, and changes nothing else in the form', () => {
    const way = [...expiring, moreTime, tokenCame];
    const started = startedBehind({ link_session_id: 'session-2' });
    expect(ordersAfter(way, started)).to.deep.equal([
      { type: 'start-timer', timer: 'expiry', seconds: 30 * 60 - 120 },
    ]);
  });

  it('does not change a problem or an old refusal', () => {
    const shown = [...expiring, submit(), resultReceived(refused('provider_api_error')), moreTime, tokenCame];
    const other = startedBehind({ link_session_id: 'session-2' });
    expect(play([...shown, other]).state.step).to.equal('problem');
    const old = startedBehind({ state: 'error', error_type: 'provider_credential_error', attempt: 1 });
    expect(at(play([...expiring, moreTime, tokenCame, old]).state, 'sign-in').fieldError).to.equal(null);
  });
});

describe("a warning of the token's end", () => {
  it('orders only its own timer', () => {
    const near = play([...toSignIn, timer('expiry', 3480)]).state;
    expect(transition(near, timer('expiry', 3540))[1]).to.deep.equal([
      { type: 'start-timer', timer: 'expiry', seconds: 60 },
    ]);
    expect(transition(near, timer('expiry', 3600))[1]).to.deep.equal([]);
  });

  it('does not come if the token expires as the session starts', () => {
    const { effects } = play([start(), sessionStarted(answer({ expires_at: '2026-01-01T00:00:00Z' }))]);
    expect(effects.map(({ type }) => type)).not.to.include('start-timer');
  });
});

describe('another token', () => {
  it('starts the session again after a failed start', () => {
    const failed = play([start(), requestFailed('invalid_token')]).state;
    const { state, effects } = play([{ type: 'token-replaced' }], failed);
    expect(state.step).to.equal('loading');
    expect(effects.map(({ type }) => type)).to.include('start-session');
  });

  it('starts again if its own start failed, and does not go to the form', () => {
    const failed: readonly Play[] = [
      ...toSignIn,
      { type: 'token-replaced' },
      requestFailed('network_failed'),
    ];
    expect(at(play(failed).state, 'problem').problem).to.deep.include({ from: 'loading', via: 'password' });
    expect(types(failed, { type: 'retry-requested' })).to.include('start-session');
  });

  it('is requested before another connection, which begins another run', () => {
    const can = play([start({ canRenew: true }), ...toDone.slice(1)]).state;
    const asked = play([{ type: 'another-connection-requested' }], can).state;
    expect(asked).to.deep.include({ step: 'done' });
    const refusedAgain = transition(asked, { type: 'token-refused', id: asked.awaiting! })[0];
    expect(refusedAgain).to.deep.include({ step: 'done', awaiting: null, refused: true });
    const askedAgain = transition(refusedAgain, { type: 'another-connection-requested' })[0];
    expect(askedAgain).to.deep.include({ step: 'done', refused: false });
    const next = transition(asked, { type: 'token-renewed', id: asked.awaiting! })[0];
    expect(next).to.deep.include({ step: 'loading', run: can.run + 1, provider: null });
  });

  it('can be requested again before another connection if there was none', () => {
    const again: Event = { type: 'another-connection-requested' };
    const way = [start({ canRenew: true }), ...toDone.slice(1), again];
    expect(ordersAfter(way, tokenRefused)).to.deep.equal([]);
    expect(types([...way, tokenRefused], again)).to.deep.equal(['request-token']);
  });
});

describe('a token that was not validated', () => {
  const unvalidated = resultReceived(refused('token_not_validated'));

  it('is started again if the person tries again', () => {
    const twice = [...toConnecting, unvalidated, sessionStarted(), submit(), unvalidated];
    expect(types(twice, { type: 'retry-requested' })).to.include('start-session');
  });

  it('is started again silently once more after another outcome of a try', () => {
    const { state, said } = play([
      ...toConnecting,
      ...[unvalidated, sessionStarted(), submit(), resultReceived(refused('provider_credential_error'))],
      ...[submit(), unvalidated],
    ]);
    expect(state.step).to.equal('loading');
    expect(said.filter((name) => name === 'svc-error')).to.have.lengthOf(1);
  });
});

describe('a start', () => {
  const failed: readonly Play[] = [start(), requestFailed('network_failed')];
  const unconfigured: Event = { type: 'not-configured' };

  it('is not begun twice', () => {
    for (const way of [[start()], failed]) {
      const { state } = play(way);
      expect(transition(state, start())).to.deep.equal([state, []]);
    }
  });

  it('reports a configuration that is removed while it loads, but not later', () => {
    const missing = play([unconfigured], play([start()]).state);
    expect(at(missing.state, 'problem').problem).to.deep.include({ code: 'not_configured', from: 'loading' });
    for (const way of [failed, [...toPicker, { type: 'token-replaced' } as const]]) {
      const { state } = play(way);
      expect(transition(state, unconfigured)).to.deep.equal([state, []]);
    }
  });

  it('that failed has no picker and no provider', () => {
    const { state } = play(failed);
    expect(at(state, 'problem').problem.via).to.equal(null);
    for (const type of ['another-provider-requested', 'back-requested', 'cancel-requested'] as const)
      expect(transition(state, { type }), type).to.deep.equal([state, []]);
  });

  it('does not warn about a provider that nobody named or that exists', () => {
    for (const [more, list] of [
      [options({ provider: oauth.slug }), undefined],
      [options(), [password]],
      [options(), undefined],
    ] as const) {
      const { effects } = play([start(more), sessionStarted(answer({}, list))]);
      expect(effects.map(({ type }) => type)).not.to.include('warn');
    }
  });

  it('continues if the page is shown again while it connects', () => {
    const { state, effects } = play([{ type: 'page-restored' }], play(toConnecting).state);
    expect(state.step).to.equal('loading');
    expect(effects.map(({ type }) => type)).to.include.members(['abort', 'start-session']);
  });
});
