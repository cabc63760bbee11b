import { expect } from '@open-wc/testing';
import { begin, transition, type Effect, type Event } from '../../../src/flow/index.js';
import {
  at,
  choose,
  detailOf,
  oauth,
  otherPassword,
  password,
  pending,
  play,
  refused,
  requestFailed,
  result,
  resultReceived,
  secrets,
  session,
  sessionStarted,
  start,
  stateRead,
  strange,
  submit,
  submitCode,
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

const step = (name: string, previous: string, provider: string | null = null): Effect =>
  ({
    type: 'announce',
    announcement: { name: 'svc-step', detail: { step: name, previous, provider } },
  }) as Effect;

const remember = (name: string, provider: string | null = null): Effect =>
  ({ type: 'remember', provider, step: name, told: null }) as Effect;

/** [title, events before, event, fields of the state afterwards, all orders] */
const table: readonly (readonly [string, readonly Play[], Play, object, readonly Effect[]])[] = [
  [
    'a start asks for the session',
    [],
    start(),
    { step: 'loading', run: 1, awaiting: 1, exited: false },
    [{ type: 'start-session', id: 1 }, step('loading', 'closed')],
  ],
  [
    'the session brings the picker',
    [start()],
    sessionStarted(),
    { step: 'select-provider', ready: true, awaiting: null },
    [
      remember('select-provider'),
      { type: 'start-timer', timer: 'expiry', seconds: 3480 },
      step('select-provider', 'loading'),
      {
        type: 'announce',
        announcement: { name: 'svc-ready', detail: { step: 'select-provider', providers: 4 } },
      },
    ],
  ],
  ['a query is kept', toPicker, { type: 'query-changed', query: 'ring' }, { query: 'ring' }, []],
  [
    'a choice leads to the form',
    toPicker,
    choose(password.slug),
    { step: 'sign-in', provider: password.slug, fieldError: null },
    [remember('sign-in', password.slug), step('sign-in', 'select-provider', password.slug)],
  ],
  [
    'a choice leads to consent',
    toPicker,
    choose(oauth.slug),
    { step: 'authorize', provider: oauth.slug, phase: 'ready' },
    [remember('authorize', oauth.slug), step('authorize', 'select-provider', oauth.slug)],
  ],
  ['a user name is kept', toSignIn, { type: 'username-changed', username: 'me' }, { username: 'me' }, []],
  ['a region is kept', toSignIn, { type: 'region-chosen', region: 'eu' }, { region: 'eu' }, []],
  [
    'credentials are sent once',
    toSignIn,
    submit('me'),
    { step: 'connecting', stage: 0, via: 'password', username: 'me', awaiting: 2 },
    [
      remember('connecting', password.slug),
      {
        type: 'submit-credentials',
        id: 2,
        provider: password.slug,
        username: 'me',
        password: secrets.password,
        region: null,
      },
      { type: 'start-timer', timer: 'stage', seconds: 5 },
      step('connecting', 'sign-in', password.slug),
    ],
  ],
  [
    'progress goes on after 5 s',
    toConnecting,
    timer('stage'),
    { stage: 1 },
    [{ type: 'start-timer', timer: 'stage', seconds: 15 }],
  ],
  ['progress ends after 20 s', [...toConnecting, timer('stage')], timer('stage'), { stage: 2 }, []],
  [
    'a cancel while connecting goes back to the form',
    toConnecting,
    { type: 'cancel-requested' },
    { step: 'sign-in', username: 'ok@example.com', exited: false, awaiting: null },
    [
      { type: 'abort', id: 2 },
      remember('sign-in', password.slug),
      step('sign-in', 'connecting', password.slug),
      { type: 'forget-credentials' },
    ],
  ],
  [
    'a code is asked for',
    toConnecting,
    resultReceived(pending('sms', '•• 42')),
    { step: 'challenge', method: 'sms', hint: '•• 42', round: 1, tries: 0, busy: false, resend: 'cooling' },
    [
      remember('challenge', password.slug),
      { type: 'start-timer', timer: 'cool-down', seconds: 30 },
      step('challenge', 'connecting', password.slug),
    ],
  ],
  [
    'a code is sent',
    toChallenge,
    submitCode(),
    { step: 'challenge', busy: true, awaiting: 3 },
    [{ type: 'submit-code', id: 3, provider: password.slug, code: secrets.code }],
  ],
  [
    'a wrong code stays and is told',
    [...toChallenge, submitCode()],
    resultReceived(refused('incorrect_mfa_code')),
    { step: 'challenge', busy: false, fieldError: 'incorrect_mfa_code', tries: 1, hint: '•• 42', round: 1 },
    [
      {
        type: 'announce',
        announcement: {
          name: 'svc-error',
          detail: {
            result: {
              state: 'error',
              provider: password.slug,
              connected: false,
              provider_id: null,
              redirect_url: null,
              error_type: 'incorrect_mfa_code',
              link_session_id: 'session-1',
              consent: null,
            },
            code: 'incorrect_mfa_code',
            step: 'challenge',
            retryable: true,
          },
        },
      },
    ],
  ],
  [
    'a further code is a new round',
    [...toChallenge, submitCode()],
    resultReceived(pending('email')),
    { step: 'challenge', method: 'email', hint: null, round: 2, tries: 0, fieldError: null },
    [{ type: 'start-timer', timer: 'cool-down', seconds: 30 }],
  ],
  ['a new code may be asked for after a while', toChallenge, timer('cool-down'), { resend: 'ready' }, []],
  [
    'a new code sends the kept credentials again',
    [...toChallenge, timer('cool-down')],
    { type: 'new-code-requested' },
    { step: 'challenge', resend: 'sending', awaiting: 3 },
    [{ type: 'resubmit-credentials', id: 3, provider: password.slug }],
  ],
  [
    'a new code is the same round',
    [...toChallenge, timer('cool-down'), { type: 'new-code-requested' }],
    resultReceived(pending('sms', '•• 42')),
    { step: 'challenge', round: 1, resend: 'cooling', sentAgain: true },
    [{ type: 'start-timer', timer: 'cool-down', seconds: 30 }],
  ],
  [
    'a cancel while a code is checked stays at the code',
    [...toChallenge, submitCode()],
    { type: 'cancel-requested' },
    { step: 'challenge', busy: false, awaiting: null },
    [{ type: 'abort', id: 3 }],
  ],
  [
    'a click opens the window',
    toAuthorize,
    { type: 'authorize-requested' },
    { step: 'authorize', phase: 'opening', awaiting: 2 },
    [{ type: 'open-window', id: 2, provider: oauth.slug }],
  ],
  [
    'a second click brings the window to the front',
    toWindow,
    { type: 'authorize-requested' },
    { phase: 'opening', awaiting: 2 },
    [{ type: 'focus-window', id: 2 }],
  ],
  ['the window leaves for the provider', toWindow, windowSays('leaving'), { phase: 'away', awaiting: 2 }, []],
  [
    'a window closed on our page is given a moment',
    toWindow,
    windowSays('closed'),
    { phase: 'opening' },
    [{ type: 'start-timer', timer: 'grace', seconds: 1 }],
  ],
  [
    'after the moment the service is asked',
    [...toWindow, windowSays('closed')],
    timer('grace'),
    { phase: 'opening', awaiting: 3 },
    [
      { type: 'abort', id: 2 },
      { type: 'read-state', id: 3 },
    ],
  ],
  [
    'no news means that nothing was opened',
    [...toWindow, windowSays('closed'), timer('grace')],
    stateRead({}),
    { step: 'authorize', phase: 'ready', awaiting: null },
    [],
  ],
  [
    'a blocked window is told',
    [...toAuthorize, { type: 'authorize-requested' }],
    windowSays('blocked'),
    { phase: 'blocked', awaiting: null },
    [
      {
        type: 'announce',
        announcement: {
          name: 'svc-error',
          detail: { result: null, code: 'popup_blocked', step: 'authorize', retryable: true },
        },
      },
    ],
  ],
  [
    'the same-window way leaves the page',
    [...toAuthorize, { type: 'authorize-requested' }, windowSays('blocked')],
    { type: 'same-window-requested' },
    { step: 'authorize', phase: 'opening', awaiting: null },
    [remember('connecting', oauth.slug), { type: 'leave-for-provider', provider: oauth.slug }],
  ],
  [
    'a window that has finished is waited for',
    toWindow,
    windowSays('finished'),
    { step: 'connecting', via: 'oauth', awaiting: 2 },
    [
      remember('connecting', oauth.slug),
      { type: 'poll-session', id: 2 },
      { type: 'start-timer', timer: 'stage', seconds: 5 },
      { type: 'start-timer', timer: 'poll-end', seconds: 60 },
      step('connecting', 'authorize', oauth.slug),
    ],
  ],
];

describe('transition', () => {
  for (const [name, way, given, expected, effects] of table) {
    it(name, () => {
      const before = play(way).state;
      const event = typeof given === 'function' ? given(before) : given;
      const [after, ordered] = transition(before, event);
      expect(after).to.deep.include(expected);
      expect(ordered).to.deep.equal(effects);
    });
  }

  it('ends in success and tells the host page everything', () => {
    const { state, effects } = play([
      start(),
      sessionStarted({
        ...{ session: session({ redirect_url: 'https://app.example/back?a=1#top' }) },
        providers: [password],
      }),
      submit(),
      resultReceived(result({ provider_id: 'p1', connected: true })),
    ]);
    expect(state.step).to.equal('done');
    const last = effects
      .slice(-5)
      .map((effect) => (effect.type === 'announce' ? effect.announcement.name : effect.type));
    expect(last).to.deep.equal(['svc-step', 'forget-credentials', 'svc-success', 'svc-exit', 'redirect']);
    expect(detailOf(effects, 'svc-success')).to.deep.equal({
      state: 'success',
      provider: password.slug,
      connected: true,
      provider_id: 'p1',
      redirect_url: 'https://app.example/back?a=1#top',
      error_type: null,
      link_session_id: 'session-1',
      consent: null,
    });
    expect(effects.at(-1)).to.deep.include({
      url: `https://app.example/back?a=1&state=success&provider=${password.slug}&link_session_id=session-1#top`,
    });
  });

  it('ignores events that make no sense, and returns the same state', () => {
    const nonsense: readonly [readonly Play[], Event][] = [
      [toPicker, submit()],
      [toPicker, choose('nobody')],
      [toPicker, choose(strange.slug)],
      [toSignIn, submitCode()],
      [toConnecting, submit('again@example.com')],
      [toChallenge, { type: 'new-code-requested' }],
      [[...toChallenge, submitCode()], submitCode('000000')],
      [toAuthorize, submit()],
      [toDone, { type: 'cancel-requested' }],
      [toDone, { type: 'token-replaced' }],
      [toSignIn, start()],
      [[start(), { type: 'close-requested' }], { type: 'close-requested' }],
      [toPicker, { type: 'more-time-requested' }],
    ];
    for (const [way, event] of nonsense) {
      const before = play(way).state;
      const [after, effects] = transition(before, event);
      expect(after, event.type).to.equal(before);
      expect(effects).to.deep.equal([]);
    }
  });

  it('keeps what was typed while the person looks at the picker, but not for another provider', () => {
    const typed = play([
      ...toSignIn,
      { type: 'username-changed', username: 'me' },
      { type: 'back-requested' },
    ]).state;
    expect(typed.step).to.equal('select-provider');
    expect(play([choose(password.slug)], typed).state.username).to.equal('me');
    expect(play([choose(otherPassword.slug)], typed).state.username).to.equal('');
  });

  it('begins again on restart, after the end of the current run', () => {
    const { state, said, effects } = play([
      ...toSignIn,
      { type: 'restart-requested', options: begin().options },
    ]);
    expect(state).to.deep.include({ step: 'loading', run: 2, exited: false, ready: false, provider: null });
    expect(said.filter((name) => name === 'svc-exit')).to.have.length(1);
    expect(detailOf(effects, 'svc-exit')).to.deep.equal({
      outcome: 'cancelled',
      step: 'sign-in',
      result: null,
      results: [],
    });
  });

  it('shows an answer that it does not understand as a problem', () => {
    const { state } = play([...toConnecting, resultReceived(result({ state: 'eclipse' }))]);
    expect(at(state, 'problem').problem).to.deep.include({ code: 'unknown', retryable: true });
  });

  it('separates problems of the network from those of the person', () => {
    const { state } = play([...toPicker, { type: 'went-offline' }]);
    expect(state.online).to.equal(false);
    expect(play([{ type: 'went-online' }], state).state.online).to.equal(true);
  });

  it('shows a failed start as a problem, and can start again from there', () => {
    const failed = play([start(), requestFailed('network_failed', { reference: 'r-1' })]);
    expect(at(failed.state, 'problem').problem).to.deep.include({
      code: 'network_failed',
      from: 'loading',
      reference: 'r-1',
    });
    expect(failed.said).to.deep.equal(['svc-step', 'svc-step', 'svc-error']);
    const again = play([{ type: 'retry-requested' }], failed.state);
    expect(again.effects).to.deep.include({ type: 'start-session', id: 2 });
  });
});
