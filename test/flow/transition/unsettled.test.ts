// An attempt that the person no longer waits for may still succeed: a person who leaves after that gets the success.
import { expect } from '@open-wc/testing';
import type { Effect, Event } from '../../../src/flow/index.js';
import {
  answer,
  choose,
  detailOf,
  oauth,
  options,
  otherPassword,
  password,
  play,
  polled,
  refused,
  requestFailed,
  result,
  resultReceived,
  sessionStarted,
  start,
  stateRead,
  submit,
  submitCode,
  timer,
  tokenRenewed,
  toChallenge,
  toConnecting,
  toSignIn,
  toWindow,
  windowSays,
  type Play,
} from '../plays.js';

const cancel: Event = { type: 'cancel-requested' };
const back: Event = { type: 'back-requested' };
const another: Event = { type: 'another-provider-requested' };
const leave: Event = { type: 'leave-requested' };
const focused: Event = { type: 'page-focused' };
const close: Event = { type: 'close-requested' };

const toPhone: readonly Play[] = [
  start(),
  sessionStarted(answer({ can_hand_off: true })),
  choose(password.slug),
  { type: 'handoff-requested' },
];

describe('a try for which the person does not wait any more', () => {
  const ways: Record<string, readonly [way: readonly Play[], step: string]> = {
    'cancelled while it connects': [[...toConnecting, cancel], 'sign-in'],
    'left while it connects for the picker': [[...toConnecting, another], 'select-provider'],
    'cancelled, and another provider chosen': [
      [...toConnecting, cancel, back, choose(otherPassword.slug)],
      'sign-in',
    ],
    'of a code, cancelled': [[...toChallenge, submitCode(), cancel], 'challenge'],
    'of a code, left by Back': [[...toChallenge, submitCode(), back], 'sign-in'],
    'whose answer was lost': [[...toConnecting, requestFailed('network_failed')], 'problem'],
    'that took too long': [[...toConnecting, requestFailed('timeout')], 'problem'],
    'of a window that had gone to the provider': [[...toWindow, windowSays('leaving'), cancel], 'authorize'],
    'on the phone': [[...toPhone, cancel], 'sign-in'],
  };
  for (const [name, [way, step]] of Object.entries(ways))
    for (const leaves of [leave, close])
      it(`is asked about once more, ${name}: ${leaves.type}`, () => {
        const before = play(way).state;
        const left = play([leaves], before);
        expect(left.state).to.deep.include({ step: 'closed', outcome: null, left: step });
        expect(left.effects.map(({ type }) => type)).to.include.members(['read-state', 'start-timer']);
        expect(left.said).not.to.include('svc-exit');

        const made = play([stateRead({ state: 'success', provider: password.slug })], left.state);
        expect(made.said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
        expect(detailOf(made.effects, 'svc-exit')).to.deep.include({ outcome: 'success', step });
        for (const ends of [stateRead({}), requestFailed('offline'), timer('last-look')])
          expect(detailOf(play([ends], left.state).effects, 'svc-exit')).to.deep.include({
            outcome: 'cancelled',
            step,
          });
      });

  it('is not asked about once its outcome is known', () => {
    const again: readonly Play[] = [...toConnecting, cancel, submit()];
    const settled: readonly (readonly Play[])[] = [
      toSignIn,
      toChallenge,
      [...again, resultReceived(refused('provider_credential_error'))],
      [...again, resultReceived(refused('provider_api_error'))],
      [...toChallenge, submitCode(), resultReceived(refused('incorrect_mfa_code'))],
      [...toConnecting, requestFailed('rate_limited')],
      [...toWindow, polled({}), polled({ state: 'error', error_type: 'user_cancelled', attempt: 1 })],
      [...toConnecting, requestFailed('network_failed'), { type: 'retry-requested' }, stateRead({})],
    ];
    for (const way of settled)
      expect(play([...way, leave]).state).to.deep.include({ step: 'closed', outcome: 'cancelled' });
  });

  it('is an error if the link cannot be used any more', () => {
    const { effects } = play([...toConnecting, requestFailed('unauthorized'), leave]);
    expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'error' });
  });

  it('is shown if the next try finds it', () => {
    const { state } = play([
      ...[...toConnecting, cancel, submit()],
      ...[resultReceived(refused('token_consumed')), stateRead({ state: 'success' })],
    ]);
    expect(state.step).to.equal('done');
  });

  it('belongs to its run', () => {
    const { state } = play([...toConnecting, cancel, leave, stateRead({}), start(), sessionStarted(), leave]);
    expect(state).to.deep.include({ step: 'closed', outcome: 'cancelled', run: 2 });
  });

  it('leaves nothing to ask after a success', () => {
    const { said } = play([...toConnecting, cancel, submit(), resultReceived(result({})), leave]);
    expect(said.filter((name) => name === 'svc-exit')).to.have.length(1);
  });

  it('is asked about at once if the person leaves a window at the provider, and its success is reported', () => {
    for (const says of ['leaving', 'closed'] as const)
      for (const [leaves, step] of [
        [cancel, 'authorize'],
        [back, 'select-provider'],
        [another, 'select-provider'],
      ] as const) {
        const away = play([
          ...toWindow,
          windowSays('leaving'),
          ...(says === 'closed' ? [windowSays(says)] : []),
        ]);
        const left = play([leaves], away.state);
        expect(left.state.step).to.equal(step);
        expect(left.effects.map(({ type }) => type)).to.include.members(['abort', 'read-state']);

        const made = play([stateRead({ state: 'success', provider: oauth.slug, attempt: 1 })], left.state);
        expect(made.state.step).to.equal('done');
        expect(made.said).to.include('svc-success');
        for (const nothing of [
          stateRead({}),
          stateRead({ state: 'error', error_type: 'user_cancelled', attempt: 1 }),
          requestFailed('network_failed'),
        ]) {
          const { state, said } = play([nothing], left.state);
          expect(state).to.deep.include({ step, awaiting: null, renewing: null });
          expect(said).to.deep.equal([]);
        }
      }
  });

  it('is not asked about if the window had not gone to the provider', () => {
    for (const leaves of [cancel, back])
      expect(play([leaves], play(toWindow).state).effects.map(({ type }) => type)).not.to.include(
        'read-state',
      );
  });

  it('may be one of OAuth, too, if the provider’s own window stays open', () => {
    const { state } = play([...toWindow, windowSays('leaving'), back, choose(oauth.slug), leave]);
    expect(state).to.deep.include({ step: 'closed', left: 'authorize' });
  });

  it('is reported by the next run with its token if the service took too long to answer', () => {
    const left = play([...toConnecting, leave, timer('last-look')]);
    expect(detailOf(left.effects, 'svc-exit')).to.deep.include({ outcome: 'cancelled' });
    const kept = { type: 'remember', provider: null, step: 'closed', told: null } as const;
    expect(left.effects.filter(({ type }) => type === 'forget' || type === 'remember').at(-1)).to.deep.equal(
      kept,
    );
    const made = sessionStarted(answer({ state: 'success', provider: password.slug, attempt: 1 }));
    const again: Event = {
      ...start(),
      resume: { sameToken: true, provider: null, step: 'closed', told: null },
    } as Event;
    const restart: Event = { type: 'restart-requested', options: options() };
    expect(play([again, made]).said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
    expect(play([restart, made], left.state).said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
    // If nothing came of it, the person chooses as usual.
    expect(play([again, sessionStarted()]).state).to.deep.include({
      step: 'select-provider',
      provider: null,
    });
  });

  it('is also asked about once more by a next run that ends early', () => {
    const resume = { sameToken: true, provider: null, step: 'closed', told: null } as const;
    const next = play([{ type: 'started', options: options(), resume }, sessionStarted(), leave]);
    expect(next.state).to.deep.include({ step: 'closed', outcome: null, left: 'select-provider' });
  });

  it('is noted before the last request, in case the page closes, until that request says the outcome', () => {
    const notes = (effects: readonly Effect[]) =>
      effects.filter(({ type }) => type === 'forget' || type === 'remember').map(({ type }) => type);
    const left = play([leave], play(toConnecting).state);
    expect(notes(left.effects)).to.deep.equal(['forget', 'remember']);
    const success = stateRead({ state: 'success', provider: password.slug, attempt: 1 });
    expect(notes(play([success], left.state).effects)).to.deep.equal(['forget']);
  });

  it('is not asked about behind a step any more once the person leaves', () => {
    const looks = play([...toConnecting, cancel, focused]).state;
    const left = play([close], looks);
    expect(left.effects).to.deep.include({ type: 'abort', id: looks.renewing });
    expect(left.state.renewing).to.equal(null);
  });

  it('means nothing to another session, in which the person has not sent anything yet', () => {
    const elsewhere = { link_session_id: 'session-2', provider: password.slug, attempt: 1 };
    const replaced = play([...toConnecting, { type: 'token-replaced' }]).state;
    expect(play([close], replaced).state).to.deep.include({ step: 'closed', outcome: 'cancelled' });
    const renewable = [start({ canRenew: true }), sessionStarted(), choose(password.slug), submit(), cancel];
    const renewed = play([
      ...[...renewable, timer('expiry', 3600 - 100), { type: 'more-time-requested' } as const],
      tokenRenewed,
    ]).state;
    for (const state of [replaced, renewed]) {
      const other = play([sessionStarted(answer({ ...elsewhere, state: 'started' }))], state);
      expect(other.state).to.deep.include({ unsettled: false, acted: false });
      const made = play([sessionStarted(answer({ ...elsewhere, state: 'success' }))], state);
      expect(made.state.step).to.equal('done');
      expect(made.said).not.to.include('svc-success');
    }
  });

  it('has an outcome that a request finds', () => {
    const { state } = play([
      ...[...toConnecting, cancel, focused],
      stateRead({ state: 'error', error_type: 'provider_credential_error', attempt: 1 }),
    ]);
    expect(state.unsettled).to.equal(false);
  });

  it('is asked about beside a request for more time, which does not wait', () => {
    const way = [start({ canRenew: true }), sessionStarted(), choose(password.slug), submit(), cancel];
    const looks = play([...way, timer('expiry', 3600 - 100), focused]).state;
    expect(looks.expiresIn).not.to.equal(null);
    const asked = play([{ type: 'more-time-requested' }], looks);
    expect(asked.effects.map(({ type }) => type)).to.include.members(['abort', 'request-token']);
    expect(play([{ type: 'more-time-requested' }], asked.state).effects).to.deep.equal([]);
  });

  it('leaves no note once its outcome is known', () => {
    for (const way of [toSignIn, [...toConnecting, resultReceived(result({}))]])
      expect(play([leave], play(way).state).effects.map(({ type }) => type)).not.to.include('remember');
  });

  it('of a window is asked about when the person comes back to the page, whatever step they are in', () => {
    const cancelled = [...toWindow, windowSays('leaving'), cancel, stateRead({})];
    for (const [way, step] of [
      [[], 'authorize'],
      [[back, stateRead({})], 'select-provider'],
      [[back, stateRead({}), choose(password.slug)], 'sign-in'],
    ] as const) {
      const left = play([...cancelled, ...way]).state;
      const looks = play([focused], left);
      expect(looks.effects.map(({ type }) => type)).to.deep.equal(['read-state']);
      // Only one request at a time.
      expect(play([focused], looks.state).effects).to.deep.equal([]);

      const made = play([stateRead({ state: 'success', provider: oauth.slug, attempt: 1 })], looks.state);
      expect(made.state).to.deep.include({ step: 'done', provider: oauth.slug });
      expect(made.said).to.include('svc-success');
      for (const nothing of [stateRead({}), requestFailed('network_failed')]) {
        const { state } = play([nothing], looks.state);
        expect(state).to.deep.include({ step, renewing: null });
        expect(play([focused], state).effects.map(({ type }) => type)).to.deep.equal(['read-state']);
      }
    }
  });

  it('of a password, too, is asked about when the person comes back to the page', () => {
    for (const way of [
      [...toConnecting, cancel],
      [...toConnecting, requestFailed('network_failed')],
      [...toChallenge, submitCode(), cancel],
    ])
      expect(
        play([...way, focused, stateRead({ state: 'success', provider: password.slug, attempt: 1 })]).state
          .step,
      ).to.equal('done');
  });

  it('is not asked about when the person comes back to the page if no try is open, or if its answer is on the way', () => {
    for (const way of [toSignIn, [start(), sessionStarted()], toWindow, toConnecting, toChallenge])
      expect(play([focused], play(way).state).effects).to.deep.equal([]);
  });
});
