// A try that the person waits for no more may still succeed: whoever leaves after it hears so.
import { expect } from '@open-wc/testing';
import type { Event } from '../../../src/flow/index.js';
import {
  answer,
  choose,
  detailOf,
  oauth,
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
const close: Event = { type: 'close-requested' };

const toPhone: readonly Play[] = [
  start(),
  sessionStarted(answer({ can_hand_off: true })),
  choose(password.slug),
  { type: 'handoff-requested' },
];

describe('a try that the person waits for no more', () => {
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

  it('is not asked about once it is known what became of it', () => {
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

  it('is an error where the link is dead', () => {
    const { effects } = play([...toConnecting, requestFailed('unauthorized'), leave]);
    expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'error' });
  });

  it('is shown where the next try meets it', () => {
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

  it('leaves nothing to be asked after a success', () => {
    const { said } = play([...toConnecting, cancel, submit(), resultReceived(result({})), leave]);
    expect(said.filter((name) => name === 'svc-exit')).to.have.length(1);
  });

  it('is asked about at once where a window at the provider is left, and its success is told', () => {
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
          expect(state).to.deep.include({ step, awaiting: null });
          expect(said).to.deep.equal([]);
        }
      }
  });

  it('is not asked about where the window had not gone to the provider', () => {
    for (const leaves of [cancel, back])
      expect(play([leaves], play(toWindow).state).effects.map(({ type }) => type)).not.to.include(
        'read-state',
      );
  });

  it('is one of OAuth, too, where the provider’s own window stays', () => {
    const { state } = play([...toWindow, windowSays('leaving'), back, choose(oauth.slug), leave]);
    expect(state).to.deep.include({ step: 'closed', left: 'authorize' });
  });
});
