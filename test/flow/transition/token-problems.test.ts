import { expect } from '@open-wc/testing';
import type { Event } from '../../../src/flow/index.js';
import {
  answer,
  at,
  detailOf,
  now,
  password,
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
  toSignIn,
  tokenRefused,
  tokenRenewed,
  type Play,
} from '../plays.js';

const renewable: readonly Play[] = [start({ canRenew: true }), ...toConnecting.slice(1)];

const problemAfter = (...plays: readonly Play[]) => at(play(plays).state, 'problem').problem;

describe('problems of the token', () => {
  for (const code of ['token_expired', 'invalid_token']) {
    it(`asks the host page once on ${code} and keeps provider and user name`, () => {
      const asked = play([...renewable, resultReceived(refused(code))]);
      expect(asked.state.step).to.equal('loading');
      expect(asked.effects).to.deep.include({ type: 'request-token', id: 3, reason: 'expired' });
      expect(asked.said).not.to.include('svc-error');
      const mended = play([tokenRenewed, sessionStarted()], asked.state);
      expect(mended.state).to.deep.include({
        step: 'sign-in',
        provider: password.slug,
        username: 'ok@example.com',
        // The password is gone, so the form says that it got no answer.
        notice: 'unanswered',
      });
      expect(mended.effects.map(({ type }) => type)).not.to.include('submit-credentials');
      const again = play([tokenRenewed, requestFailed(code)], asked.state);
      expect(at(again.state, 'problem').problem.code).to.equal(code);
    });
  }

  it('shows the problem itself if the host page has no token', () => {
    const { state, effects } = play([...renewable, resultReceived(refused('token_expired')), tokenRefused]);
    expect(at(state, 'problem').problem).to.deep.include({
      code: 'token_expired',
      from: 'connecting',
      retryable: true,
    });
    expect(detailOf(effects, 'svc-error')).to.deep.include({ code: 'token_expired' });
    expect(play([{ type: 'retry-requested' }], state).effects).to.deep.include({
      type: 'request-token',
      reason: 'expired',
      id: 4,
    });
  });

  it('tells the host page again of a problem that it could not fix again', () => {
    const { state } = play([...renewable, resultReceived(refused('token_expired')), tokenRefused]);
    const again = play([{ type: 'retry-requested' }, tokenRefused], state);
    expect(at(again.state, 'problem').problem.code).to.equal('token_expired');
    expect(detailOf(again.effects, 'svc-error')).to.deep.include({ code: 'token_expired' });
  });

  it('offers no action if nobody can be asked', () => {
    expect(problemAfter(...toConnecting, resultReceived(refused('token_expired'))).retryable).to.equal(false);
  });

  it('finds its own success with a used token', () => {
    const asked = play([start(), requestFailed('token_consumed')]);
    expect(asked.effects).to.deep.include({ type: 'read-state', id: 2 });
    expect(play([stateRead({ state: 'success' })], asked.state).state.step).to.equal('done');
    const { state } = play([stateRead({ state: 'error', error_type: 'token_consumed' })], asked.state);
    expect(at(state, 'problem').problem).to.deep.include({ code: 'token_consumed', retryable: false });
  });

  it('asks the host page if a used token has no success', () => {
    const asked = play([start({ canRenew: true }), requestFailed('token_consumed'), stateRead({})]);
    expect(asked.effects).to.deep.include({ type: 'request-token', id: 3, reason: 'expired' });
    expect(play([tokenRenewed, sessionStarted()], asked.state).state.step).to.equal('select-provider');
  });

  it('shows a used token if the service cannot be asked', () => {
    expect(
      problemAfter(start(), requestFailed('token_consumed'), requestFailed('network_failed')).code,
    ).to.equal('token_consumed');
  });

  it('starts a token that was not validated again, once and silently', () => {
    const silent = play([...toConnecting, resultReceived(refused('token_not_validated'))]);
    expect(silent.effects).to.deep.include({ type: 'start-session', id: 3 });
    expect(silent.said).not.to.include('svc-error');
    const back = play([sessionStarted()], silent.state).state;
    expect(back).to.deep.include({ step: 'sign-in', username: 'ok@example.com', notice: 'unanswered' });
    const again = play([submit(), resultReceived(refused('token_not_validated'))], back).state;
    expect(at(again, 'problem').problem).to.deep.include({ retryable: true, times: 1 });
    const third = play(
      [
        { type: 'retry-requested' },
        sessionStarted(),
        submit(),
        resultReceived(refused('token_not_validated')),
      ],
      again,
    ).state;
    expect(at(third, 'problem').problem).to.deep.include({ retryable: false, times: 2 });
  });

  it('asks again if the token expires later', () => {
    const mended = play([
      ...renewable,
      resultReceived(refused('token_expired')),
      tokenRenewed,
      sessionStarted(),
    ]).state;
    const later = play([submit(), resultReceived(refused('token_expired'))], mended);
    expect(later.effects.map(({ type }) => type)).to.include('request-token');
  });

  it('goes from a challenge to the form', () => {
    const { state } = play([
      start({ canRenew: true }),
      ...toChallenge.slice(1),
      submitCode(),
      resultReceived(refused('token_expired')),
      tokenRenewed,
      sessionStarted(),
    ]);
    expect(state).to.deep.include({ step: 'sign-in', provider: password.slug, notice: 'code-ended' });
  });

  it('goes from a challenge to the form if more time came with another token, and says why', () => {
    const renewing =
      (make: (id: number) => Event): Play =>
      ({ renewing: id }) =>
        make(id ?? -1);
    const { state } = play([
      ...[start({ canRenew: true }), ...toChallenge.slice(1), timer('expiry', 3480)],
      { type: 'more-time-requested' },
      renewing((id) => ({ type: 'token-renewed', id })),
      renewing((id) => ({ type: 'session-started', id, answer: answer({ link_session_id: 'other' }), now })),
    ]);
    expect(state).to.deep.include({ step: 'sign-in', provider: password.slug, notice: 'code-ended' });
  });

  it('does not say so if nothing was sent', () => {
    const replaced: Event = { type: 'token-replaced' };
    expect(play([...toSignIn, replaced, sessionStarted()]).state).to.deep.include({ notice: null });
    expect(play([...toConnecting, replaced, sessionStarted()]).state).to.deep.include({
      notice: 'unanswered',
    });
  });
});
