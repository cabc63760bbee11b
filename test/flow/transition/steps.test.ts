import { expect } from '@open-wc/testing';
import type { State, Step } from '../../../src/flow/index.js';
import { begin, steps, transition } from '../../../src/flow/index.js';
import {
  answer,
  askToEnd,
  choose,
  disconnected,
  managed,
  oauth,
  otherPassword,
  password,
  pending,
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
  tokenRefused,
  tokenRenewed,
  windowSays,
  type Play,
} from '../plays.js';

/** At least one of each event that can happen. */
const plays: readonly Play[] = [
  start({ canRenew: true }),
  sessionStarted(answer({ can_hand_off: true, manage: true }, managed)),
  askToEnd,
  { type: 'disconnect-confirmed' },
  disconnected,
  choose(password.slug),
  choose(otherPassword.slug),
  choose(oauth.slug),
  submit(),
  submitCode(),
  resultReceived(result({})),
  resultReceived(pending('sms')),
  resultReceived(refused('provider_credential_error')),
  resultReceived(refused('incorrect_mfa_code')),
  resultReceived(refused('token_expired')),
  resultReceived(refused('invalid_token')),
  requestFailed('timeout'),
  requestFailed('rate_limited', { retryAfter: 5 }),
  stateRead({}),
  stateRead({ state: 'success' }),
  polled({ state: 'success' }),
  polled({ state: 'error', error_type: 'provider_api_error', attempt: 9 }),
  tokenRenewed,
  tokenRefused,
  windowSays('opened'),
  windowSays('blocked'),
  windowSays('leaving'),
  windowSays('closed'),
  windowSays('finished'),
  timer('retry'),
  timer('grace'),
  timer('poll-end'),
  { type: 'authorize-requested' },
  { type: 'same-window-requested' },
  { type: 'handoff-requested' },
  { type: 'news-expected' },
  { type: 'back-requested' },
  { type: 'cancel-requested' },
  { type: 'retry-requested' },
  { type: 'another-connection-requested' },
  { type: 'page-restored' },
  { type: 'page-focused' },
  { type: 'leave-requested' },
];

/** The facts that make two places different. */
const placeOf = (state: State): string =>
  JSON.stringify([
    state.step,
    state.step === 'authorize' && state.phase,
    state.step === 'challenge' && [state.busy, state.resend],
    state.step === 'disconnect' && state.busy,
    state.step === 'connecting' && state.via,
    state.step === 'problem' && [
      state.problem.code,
      state.problem.from,
      state.problem.retryable,
      state.problem.retryAfter,
    ],
    state.awaiting !== null,
    state.provider,
  ]);

/** Every place that can be reached, and the places that each leads to. */
function explore(): { states: Map<string, State>; ways: Map<string, Set<string>> } {
  const states = new Map([[placeOf(begin()), begin()]]);
  const ways = new Map<string, Set<string>>();
  for (const [place, state] of states) {
    const next = new Set<string>();
    for (const given of plays) {
      const [after] = transition(state, typeof given === 'function' ? given(state) : given);
      const there = placeOf(after);
      if (there !== place) next.add(there);
      if (!states.has(there)) states.set(there, after);
    }
    ways.set(place, next);
  }
  return { states, ways };
}

describe('the steps', () => {
  it('can all be reached', () => {
    const { states } = explore();
    expect([...new Set([...states.values()].map(({ step }) => step))]).to.have.members([...steps]);
  });

  it('can all be left', () => {
    const { states, ways } = explore();
    for (const [place, next] of ways) {
      const { step } = states.get(place)!;
      const out = [...next]
        .map((there) => states.get(there)!.step)
        .filter((there): there is Step => there !== step);
      expect(out, place).not.to.have.length(0);
    }
  });

  it('lead to done from every step', () => {
    const { states, ways } = explore();
    const good = new Set([...states].filter(([, { step }]) => step === 'done').map(([place]) => place));
    for (let grown = -1; grown !== good.size;) {
      grown = good.size;
      for (const [place, next] of ways) if ([...next].some((there) => good.has(there))) good.add(place);
    }
    const lost = [...states].filter(([place]) => !good.has(place));
    expect(lost.map(([place]) => place)).to.deep.equal([]);
  });

  it('keep nothing of the previous step', () => {
    const own = new Set(Object.keys(begin()).filter((key) => key !== 'step' && key !== 'outcome'));
    const known: Record<Step, string[]> = {
      loading: ['problem', 'notice'],
      'select-provider': [],
      'sign-in': ['fieldError', 'notice'],
      disconnect: ['busy'],
      authorize: ['phase', 'staleAttempt'],
      handoff: ['staleAttempt'],
      connecting: ['stage', 'via'],
      challenge: ['method', 'hint', 'round', 'fieldError', 'tries', 'busy', 'resend', 'sentAgain'],
      done: ['refused'],
      problem: ['problem', 'challenge'],
      closed: ['outcome'],
    };
    for (const state of explore().states.values()) {
      // While the service is asked, a run that the person left knows at which step.
      const looks = state.step === 'closed' && state.outcome === null && state.awaiting !== null;
      expect('left' in state).to.equal(looks);
      const extra = Object.keys(state).filter((key) => !own.has(key) && key !== 'step' && key !== 'left');
      expect(extra, state.step).to.have.members(known[state.step]);
    }
  });

  it('end a run with an open question about its try before they begin again', () => {
    const left = [
      start(),
      sessionStarted(),
      choose(password.slug),
      submit(),
      { type: 'close-requested' },
    ] as const;
    const { state, said } = play([...left, start()]);
    expect(state).to.deep.include({ step: 'loading', run: 2 });
    expect(said.filter((name) => name === 'svc-exit')).to.have.length(1);
  });

  it('can begin again after the end', () => {
    expect(play([start(), sessionStarted(), { type: 'leave-requested' }, start()]).state.step).to.equal(
      'loading',
    );
  });
});
