// What a turn changes and orders, and that it changes and orders nothing else.
import { expect } from '@open-wc/testing';
import { endHandoff } from '../../../src/contract/index.js';
import { transition, type Event, type Resume, type State } from '../../../src/flow/index.js';
import {
  answer,
  askToEnd,
  at,
  behind,
  choose,
  managed,
  oauth,
  options,
  password,
  pending,
  play,
  polled,
  refused,
  requestFailed,
  result,
  resultReceived,
  session,
  sessionGiven,
  sessionStarted,
  start,
  startConfirmed,
  stateRead,
  submit,
  submitCode,
  timer,
  toAuthorize,
  toChallenge,
  toConnecting,
  toGivenPicker,
  toPicker,
  toSignIn,
  toWindow,
  windowSays,
  disconnected,
  type Play,
} from '../plays.js';
import { settled, World } from '../world.js';

const authorize: Event = { type: 'authorize-requested' };
const close: Event = { type: 'close-requested' };
const retry: Event = { type: 'retry-requested' };
const moreTime: Event = { type: 'more-time-requested' };
const confirmed: Play = startConfirmed();

/** The state after one more event, and the types of the orders of that event. */
function turn(way: readonly Play[], event: Play): { state: State; orders: readonly string[] } {
  const before = play(way).state;
  const [state, effects] = transition(before, typeof event === 'function' ? event(before) : event);
  return { state, orders: effects.map(({ type }) => type) };
}

const left = (more: Partial<Resume>): Event => ({
  type: 'started',
  options: options(),
  resume: { sameToken: true, provider: password.slug, step: 'connecting', told: null, ...more },
});

const tokenCame = behind((id) => ({ type: 'token-renewed', id }));
const startedBehind = (expires_at: string): Play =>
  behind((id) => ({
    type: 'session-started',
    id,
    answer: answer({ expires_at }),
    now: Date.parse('2026-01-01T00:58:00Z'),
  }));
const readBehind = (more: Parameters<typeof session>[0]): Play =>
  behind((id) => ({ type: 'state-read', id, session: session(more) }));

describe('the confirmation of a start that came with the token', () => {
  it('orders the warning of its end, and nothing more, wherever the person is', () => {
    const form: readonly Play[] = [...toGivenPicker, choose(password.slug)];
    const window: readonly Play[] = [...toGivenPicker, choose(oauth.slug), authorize];
    for (const way of [toGivenPicker, form, window, window.slice(0, -1)])
      expect(turn(way, confirmed).orders).to.deep.equal(['start-timer']);
    const { state } = turn(window, confirmed);
    expect(at(state, 'authorize').phase).to.equal('opening');
    expect(state.awaiting).not.to.equal(null);
  });

  it('does not answer a question in place of the person', () => {
    const given = { state: 'created', manage: true };
    const way = [start(), sessionGiven(answer(given, managed)), askToEnd];
    const asked = turn(way, startConfirmed(answer({ manage: true }, managed)));
    expect(asked.orders).to.deep.equal(['start-timer']);
    expect(at(asked.state, 'disconnect').busy).to.equal(false);
    expect(turn(way, { type: 'disconnect-confirmed' }).orders).to.deep.equal([]);
  });

  it('goes to the only provider that is left', () => {
    const { state, orders } = turn(toGivenPicker, startConfirmed(answer({}, [password])));
    expect(state.step).to.equal('sign-in');
    expect(orders).to.deep.equal(['remember', 'start-timer', 'announce']);
  });

  it('is waited for by a person who wants to go on in this window', () => {
    const way = [...toGivenPicker, choose(oauth.slug)];
    expect(turn(way, { type: 'same-window-requested' }).orders).to.deep.equal([]);
  });
});

describe('a token that was to last longer', () => {
  const expiring: readonly Play[] = [start({ canRenew: true }), ...toSignIn.slice(1), timer('expiry', 3480)];

  it('is said to be refused if its end has not moved, and only to a person who asked', () => {
    const asked = turn([...expiring, moreTime, tokenCame], startedBehind('2026-01-01T00:59:00Z'));
    expect(asked.state).to.deep.include({ moreTime: 'refused', expiresIn: 120 });
    const later = turn([...expiring, moreTime, tokenCame], startedBehind('2026-01-01T02:00:00Z'));
    expect(later.state).to.deep.include({ moreTime: null, expiresIn: null });
    const away: readonly Play[] = [
      start({ canRenew: true }),
      ...toWindow.slice(1),
      timer('expiry', 3480),
      tokenCame,
    ];
    const byItself = turn(away, startedBehind('2026-01-01T00:59:00Z'));
    expect(byItself.state).to.deep.include({ moreTime: null, expiresIn: 120 });
  });

  it('is said to be refused if there is none, and only to a person who asked', () => {
    const noToken = behind((id) => ({ type: 'token-refused', id }));
    expect(turn([...expiring, moreTime], noToken).state.moreTime).to.equal('refused');
    const away = [start({ canRenew: true }), ...toWindow.slice(1), timer('expiry', 3480)];
    expect(turn(away, noToken).state.moreTime).to.equal(null);
  });
});

describe('an attempt that the person no longer waits for', () => {
  it('is over if the service has an error of it, and not before', () => {
    const gone: readonly Play[] = [...toWindow, windowSays('leaving'), { type: 'back-requested' }];
    for (const [more, unsettled] of [
      [{ state: 'error', attempt: 1 }, false],
      [{ state: 'error', attempt: 0 }, true],
      [{ state: 'started', attempt: 1 }, true],
    ] as const) {
      const { state, orders } = turn(gone, readBehind(more));
      expect(state.unsettled, JSON.stringify(more)).to.equal(unsettled);
      expect(orders).to.deep.equal([]);
    }
  });

  it('is asked about at the end only if there was one', () => {
    const blocked = [...toAuthorize, authorize, windowSays('blocked')];
    for (const way of [toPicker, toAuthorize, blocked])
      expect(turn(way, close).orders).not.to.include('read-state');
    for (const way of [[...toWindow, windowSays('leaving')], toConnecting])
      expect(turn(way, close).orders).to.include('read-state');
    // A note says of this token that an attempt was open; a code or another token says nothing about one.
    const started = sessionStarted(answer({ provider: password.slug }));
    expect(turn([left({ step: 'closed', provider: null }), started], close).orders).to.include('read-state');
    for (const more of [{ step: 'challenge' }, { step: 'closed', provider: null, sameToken: false }] as const)
      expect(turn([left(more), started], close).orders).not.to.include('read-state');
  });
});

describe('a page that was loaded again', () => {
  it('waits for an attempt that the service has begun, and for no other', () => {
    const started = (attempt: number) => sessionStarted(answer({ provider: password.slug, attempt }));
    expect(play([left({}), started(0)]).state.step).to.equal('sign-in');
    const { state } = play([left({}), started(1)]);
    expect(state).to.deep.include({ step: 'connecting', provider: password.slug });
    expect(state.session).to.deep.include({ link_session_id: 'session-1', attempt: null });
  });
});

describe('the look after a window that seems closed', () => {
  it('comes with its own timer, and only while nothing else is known of the window', () => {
    const closed = [...toWindow, windowSays('closed')];
    expect(turn(closed, timer('grace')).orders).to.deep.equal(['abort', 'read-state']);
    for (const [way, event] of [
      [closed, timer('stage')],
      [[...closed, windowSays('leaving')], timer('grace')],
      [toWindow, timer('grace')],
    ] as const)
      expect(turn(way, event).orders).to.deep.equal([]);
  });
});

describe('leaving', () => {
  it('follows the redirect once', () => {
    const back = { redirect_url: 'https://app.example/back', on_close: 'redirect' as const };
    const way = [start(), sessionStarted(answer(back))];
    const redirects = ({ orders }: ReturnType<typeof turn>) =>
      orders.filter((type) => type === 'redirect').length;
    expect(redirects(turn([...way, choose(password.slug)], { type: 'leave-requested' }))).to.equal(1);
    expect(redirects(turn(way, { type: 'leave-requested' }))).to.equal(1);
    const done = [...way, choose(password.slug), submit(), resultReceived(result({}))];
    expect(redirects(turn(done, { type: 'leave-requested' }))).to.equal(0);
  });
});

describe('orders', () => {
  const several = answer({ multiple: true, manage: true }, managed);
  const connectedOne: readonly Play[] = [
    start(),
    sessionStarted(several),
    choose(password.slug),
    submit(),
    resultReceived(result({ provider: password.slug, connected: true })),
  ];
  const another: Event = { type: 'another-connection-requested' };

  it('are none but those that are named', () => {
    const handed = answer({ can_hand_off: true });
    const phone: readonly Play[] = [
      ...[start(), sessionStarted(handed), choose(password.slug)],
      { type: 'handoff-requested' },
      polled({ state: 'error', attempt: 1 }),
    ];
    const looking: readonly Play[] = [...toWindow, windowSays('closed'), timer('grace')];
    const cases: readonly (readonly [string, readonly Play[], Play, readonly string[]])[] = [
      ['no configuration', [], { type: 'not-configured' }, ['announce', 'announce']],
      ['a look that failed', looking, requestFailed('network_failed'), []],
      ['the first answer to a window', toWindow, polled({ state: 'error', attempt: 1 }), []],
      ['the same answer of a phone', phone, polled({ state: 'error', attempt: 1 }), []],
      ['a wait that takes long', toConnecting, timer('stage'), ['start-timer']],
      ['a wait that takes longer', [...toConnecting, timer('stage')], timer('stage'), []],
      [
        'an answer that was lost',
        [...toConnecting, requestFailed('network_failed'), retry],
        stateRead({}),
        ['remember', 'announce', 'forget-credentials'],
      ],
      ['another connection', connectedOne, another, ['remember', 'announce']],
    ];
    for (const [name, way, event, orders] of cases)
      expect(turn(way, event).orders, name).to.deep.equal(orders);
  });

  it('keep the result of a connection when another one is ended', () => {
    const way = [...connectedOne, another, askToEnd, { type: 'disconnect-confirmed' } as const, disconnected];
    const { state } = play(way);
    expect(state.result).to.deep.include({ provider: password.slug });
    const own = [...connectedOne, another, { ...askToEnd, provider: password.slug } as Event];
    expect(play([...own, { type: 'disconnect-confirmed' }, disconnected]).state.result).to.equal(null);
  });

  it('name a connection once, though the service tells of it again', () => {
    const connections = [{ provider: password.slug, provider_id: 'p1' }];
    const again = sessionStarted(answer({ multiple: true, connections }));
    const { state } = play([...connectedOne, another, { type: 'token-replaced' }, again]);
    expect(state.results.map(({ provider }) => provider)).to.deep.equal([password.slug]);
  });
});

describe('a code', () => {
  it('can be typed again once the service says that it still waits for one', () => {
    const lost = [...toChallenge, submitCode(), requestFailed('network_failed')];
    const read = play([...lost, retry, stateRead({ state: 'pending_provider_mfa' })]);
    expect(at(read.state, 'challenge')).to.deep.include({ busy: false, unsettled: false });
    const wrong = play([...toChallenge, submitCode(), resultReceived(refused('incorrect_mfa_code'))]);
    expect(at(wrong.state, 'challenge')).to.deep.include({ busy: false, tries: 1 });
    expect(play([...toConnecting, resultReceived(pending('email'))]).state.step).to.equal('challenge');
  });
});

describe('a wait behind a problem', () => {
  it('that fails shows why', () => {
    const late = play([...toConnecting, timer('poll-end', 60)]).state;
    expect(at(late, 'problem').problem.code).to.equal('timeout');
    const failed = play([requestFailed('session_revoked')], late).state;
    expect(at(failed, 'problem').problem).to.deep.include({ code: 'session_revoked', from: 'connecting' });
  });
});

describe('a phone that is sent away', () => {
  it('may have finished a moment ago', async () => {
    const world = new World();
    world.send(start());
    await world.answer('start', answer({ can_hand_off: true }));
    world.send(choose(password.slug), { type: 'handoff-requested' });
    await settled();
    world.send(close);
    await world.answer(endHandoff.path, session({ state: 'success', provider: password.slug }));
    expect(world.said.map(({ name }) => name)).to.include('svc-success');
  });
});
