import { expect } from '@open-wc/testing';
import type { Effect, Event } from '../../../src/flow/index.js';
import { transition } from '../../../src/flow/index.js';
import {
  answer,
  at,
  choose,
  password,
  pending,
  play,
  refused,
  requestFailed,
  resultReceived,
  sessionStarted,
  start,
  stateRead,
  submit,
  submitCode,
  timer,
  toChallenge,
  toConnecting,
  toPicker,
  toSignIn,
  type Play,
} from '../plays.js';

const retry: Event = { type: 'retry-requested' };
const sending: readonly Play[] = [...toChallenge, timer('cool-down'), { type: 'new-code-requested' }];
const problemAfter = (...plays: readonly Play[]) => at(play(plays).state, 'problem').problem;
const attemptAfter = (...plays: readonly Play[]) => play(plays).state.session?.attempt;
/** The orders of the last of these events, without the announcements. */
const ordered = (...plays: readonly Play[]): readonly Effect[] =>
  play(plays.slice(-1), play(plays.slice(0, -1)).state).effects.filter(({ type }) => type !== 'announce');

describe('a code that is under way', () => {
  it('ends in a problem if its request fails, with the same challenge behind it', () => {
    const failed = play([...toChallenge, submitCode(), requestFailed('network_failed')]).state;
    const { problem, challenge } = at(failed, 'problem');
    expect(problem).to.deep.include({ code: 'network_failed', from: 'challenge' });
    expect(challenge).to.deep.include({ hint: '•• 42', resend: 'ready' });
    expect(ordered(...toChallenge, submitCode(), requestFailed('network_failed'), retry)).to.deep.equal([
      { type: 'remember', provider: password.slug, step: 'challenge', told: null },
      { type: 'read-state', id: 4 },
    ]);
  });

  it('does not change the cool-down if the person cancels', () => {
    const { state } = play([...toChallenge, submitCode(), { type: 'cancel-requested' }]);
    expect(at(state, 'challenge')).to.deep.include({ busy: false, resend: 'cooling' });
  });

  it('is still asked for if the service says so', () => {
    const lost = [...toChallenge, submitCode(), requestFailed('network_failed'), retry];
    expect(ordered(...lost, stateRead({ state: 'pending_provider_mfa' }))).to.deep.equal([]);
  });
});

describe('a new code that is under way', () => {
  it('accepts no code meanwhile', () => {
    const { state } = play(sending);
    expect(transition(state, submitCode())).to.deep.equal([state, []]);
  });

  it('can be requested again if the person cancels it', () => {
    const { state } = play([...sending, { type: 'cancel-requested' }]);
    expect(at(state, 'challenge')).to.deep.include({ resend: 'ready', awaiting: null });
  });
});

describe('the number of a try', () => {
  it('grows with credentials and with a new code, not with a code', () => {
    expect(attemptAfter(...toChallenge)).to.equal(1);
    const wrong = resultReceived(refused('incorrect_mfa_code'));
    expect(attemptAfter(...toChallenge, submitCode(), wrong)).to.equal(1);
    expect(attemptAfter(...sending, resultReceived(pending('sms')))).to.equal(2);
  });
});

describe('a problem', () => {
  it('gives the service a minute if it asks for time without a number', () => {
    expect(problemAfter(...toConnecting, requestFailed('rate_limited')).retryAfter).to.equal(60);
  });

  it('makes the person wait only if the provider has problems', () => {
    const duplicate = resultReceived(refused('duplicate_connection'));
    const again = [retry, submit(), duplicate];
    const third = problemAfter(...toConnecting, duplicate, ...again, ...again);
    expect(third).to.deep.include({ times: 3, retryAfter: null });
  });

  it('offers no further try if nothing is found', () => {
    expect(problemAfter(...toConnecting, requestFailed('not_found')).retryable).to.equal(false);
  });

  it('of a region is shown at the form if the page offered the region itself', () => {
    const form = [...toSignIn, { ...submit(), region: 'eu' } as Event];
    const { state } = play([...form, resultReceived(refused('unsupported_region'))]);
    expect(at(state, 'sign-in').fieldError).to.equal('unsupported_region');
  });

  it('of the provider has its own screen, with or without regions', () => {
    for (const regions of [['eu', 'us'], null, undefined]) {
      const way = [
        start(),
        sessionStarted(answer({}, [{ ...password, regions }])),
        submit(),
        resultReceived(refused(regions ? 'provider_api_error' : 'unsupported_region')),
      ];
      expect(problemAfter(...way).via).to.equal('password');
    }
  });

  it('of credentials only orders to remember the form', () => {
    const remember = { type: 'remember', provider: password.slug, step: 'sign-in', told: null };
    const forget = { type: 'forget-credentials' };
    const no = resultReceived(refused('provider_credential_error'));
    const other = resultReceived(refused('duplicate_connection'));
    expect(ordered(...toConnecting, no)).to.deep.equal([remember, forget]);
    expect(ordered(...toConnecting, other, retry)).to.deep.equal([remember]);
    expect(ordered(...toConnecting, other, { type: 'back-requested' })).to.deep.equal([remember]);
  });
});

describe('the way back to the picker', () => {
  it('only orders to remember it', () => {
    const remember = { type: 'remember', provider: null, step: 'select-provider', told: null };
    expect(ordered(...toPicker, choose(password.slug), { type: 'back-requested' })).to.deep.equal([remember]);
  });
});
