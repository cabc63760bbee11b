import { expect } from '@open-wc/testing';
import {
  at,
  answer,
  detailOf,
  oauth,
  options,
  otherPassword,
  password,
  play,
  resultReceived,
  result,
  session,
  sessionStarted,
  start,
  strange,
  timer,
  toPicker,
  toSignIn,
  type Play,
} from './plays.js';
import type { Event, Resume } from '../../src/flow/index.js';
import { transition } from '../../src/flow/index.js';

const resumed = (resume: Partial<Resume>): Event => ({
  type: 'started',
  options: options(),
  resume: { sameToken: true, provider: null, step: 'select-provider', ...resume },
});
const after = (...plays: Play[]) => play(plays).state;

describe('the start of a run', () => {
  it('goes straight to a provider that the host page names', () => {
    const state = after(start({ provider: oauth.slug }), sessionStarted());
    expect(state).to.deep.include({ step: 'authorize', provider: oauth.slug });
    expect(transition(state, { type: 'back-requested' })[0]).to.equal(state);
  });

  it('goes straight to the only provider', () => {
    expect(after(start(), sessionStarted(answer({}, [password])))).to.deep.include({
      step: 'sign-in',
      provider: password.slug,
    });
    expect(after(start({ providers: [oauth.slug] }), sessionStarted()).step).to.equal('authorize');
  });

  it('shows the picker and warns where the named provider is not on offer or cannot be linked', () => {
    for (const provider of ['nobody', strange.slug]) {
      const { state, effects } = play([start({ provider }), sessionStarted()]);
      expect(state.step).to.equal('select-provider');
      expect(effects).to.deep.include({ type: 'warn', warning: { type: 'unknown-provider', provider } });
    }
  });

  it('shows a picker with nothing in it where there is nothing', () => {
    const { state, effects } = play([start(), sessionStarted(answer({}, []))]);
    expect(state).to.deep.include({ step: 'select-provider', providers: [] });
    expect(detailOf(effects, 'svc-ready')).to.deep.equal({ step: 'select-provider', providers: 0 });
  });

  it('shows an only provider that cannot be linked', () => {
    expect(after(start(), sessionStarted(answer({}, [strange]))).step).to.equal('select-provider');
  });

  it('shows the named providers in their order', () => {
    const state = after(start({ providers: [otherPassword.slug, 'nobody', oauth.slug] }), sessionStarted());
    expect(state.providers.map(({ slug }) => slug)).to.deep.equal([otherPassword.slug, oauth.slug]);
  });

  it('follows providers and provider that are set later', () => {
    const picker = after(...toPicker);
    const fewer = play(
      [{ type: 'options-changed', options: options({ providers: [oauth.slug, password.slug] }) }],
      picker,
    ).state;
    expect(fewer.providers.map(({ slug }) => slug)).to.deep.equal([oauth.slug, password.slug]);
    const named = play(
      [{ type: 'options-changed', options: options({ provider: password.slug }) }],
      picker,
    ).state;
    expect(named.step).to.equal('sign-in');
  });

  it('says that it cannot begin, and begins once it can', () => {
    const { state, said } = play([{ type: 'not-configured' }]);
    expect(at(state, 'problem').problem).to.deep.include({ code: 'not_configured', retryable: false });
    expect(said).to.deep.equal(['svc-step', 'svc-error']);
    expect(play([start()], state).state).to.deep.include({ step: 'loading', run: state.run });
  });

  it('is done where the session has succeeded before', () => {
    const { state, said } = play([
      start(),
      sessionStarted(answer({ state: 'success', provider: oauth.slug })),
    ]);
    expect(state).to.deep.include({ step: 'done', provider: oauth.slug });
    expect(said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
  });
});

describe('a reload', () => {
  const pendingCode = answer({
    state: 'pending_provider_mfa',
    provider: password.slug,
    provider_mfa: { method: 'sms', hint: '•• 42' },
  });

  it('comes back to the challenge, without a new code to ask for', () => {
    const state = after(resumed({ provider: password.slug, step: 'challenge' }), sessionStarted(pendingCode));
    expect(at(state, 'challenge')).to.deep.include({
      hint: '•• 42',
      resend: 'unavailable',
      provider: password.slug,
    });
  });

  it('comes back to the form where the person had left the challenge', () => {
    const state = after(resumed({ provider: password.slug, step: 'sign-in' }), sessionStarted(pendingCode));
    expect(state.step).to.equal('sign-in');
  });

  it('shows the outcome of a try that was under way', () => {
    const failed = answer({
      state: 'error',
      error_type: 'provider_credential_error',
      provider: password.slug,
      attempt: 1,
    });
    const state = after(resumed({ provider: password.slug, step: 'connecting' }), sessionStarted(failed));
    expect(at(state, 'sign-in').fieldError).to.equal('provider_credential_error');
  });

  it('does not show an old error again', () => {
    const failed = answer({
      state: 'error',
      error_type: 'provider_credential_error',
      provider: password.slug,
      attempt: 1,
    });
    const state = after(resumed({ provider: password.slug, step: 'sign-in' }), sessionStarted(failed));
    expect(at(state, 'sign-in').fieldError).to.equal(null);
  });

  it('goes on waiting for a window that was out', () => {
    const { state, effects } = play([
      resumed({ provider: oauth.slug, step: 'connecting' }),
      sessionStarted(answer({ provider: oauth.slug })),
    ]);
    expect(at(state, 'authorize').phase).to.equal('severed');
    expect(effects).to.deep.include({ type: 'poll-session', id: 2 });
  });

  it('keeps only the provider with another token', () => {
    const state = after(
      resumed({ provider: password.slug, step: 'challenge', sameToken: false }),
      sessionStarted(pendingCode),
    );
    expect(state).to.deep.include({ step: 'sign-in', provider: password.slug, username: '' });
  });

  it('shows the picker where the provider is not on offer any more', () => {
    expect(after(resumed({ provider: 'nobody', step: 'sign-in' }), sessionStarted()).step).to.equal(
      'select-provider',
    );
  });
});

describe("the token's end", () => {
  it('is told two minutes before', () => {
    const { state, effects } = play([...toPicker, timer('expiry')]);
    expect(state.expiresIn).to.equal(120);
    expect(detailOf(effects, 'svc-expiring')).to.deep.equal({ seconds: 120 });
  });

  it('is told at once where less is left', () => {
    const { effects } = play([start(), sessionStarted(answer({ expires_at: '2026-01-01T00:00:45Z' }))]);
    expect(detailOf(effects, 'svc-expiring')).to.deep.equal({ seconds: 45 });
  });

  it('is not told by a clock that must be wrong', () => {
    for (const expires_at of ['2025-12-31T23:00:00Z', 'soon', null]) {
      const { effects, said } = play([start(), sessionStarted(answer({ expires_at }))]);
      expect(said).not.to.include('svc-expiring');
      expect(effects.map(({ type }) => type)).not.to.include('start-timer');
    }
  });

  const expiring = [
    start({ canRenew: true }),
    ...toSignIn.slice(1),
    timer('expiry'),
    { type: 'username-changed', username: 'me' } as const,
  ];

  it('is moved by a new token while the form stays as it is', () => {
    const asked = play([...expiring, { type: 'more-time-requested' }]);
    expect(asked.effects.at(-1)).to.deep.equal({ type: 'request-token', id: 2 });
    const [renewed, orders] = transition(asked.state, { type: 'token-renewed', id: 2 });
    expect(orders).to.deep.equal([{ type: 'start-session', id: 3 }]);
    const [moved] = transition(renewed, {
      type: 'session-started',
      id: 3,
      answer: answer({ link_session_id: 'session-2' }),
      now: Date.parse('2026-01-01T00:00:00Z'),
    });
    expect(moved).to.deep.include({ step: 'sign-in', username: 'me', expiresIn: null, renewing: null });
    expect(moved.session?.link_session_id).to.equal('session-2');
  });

  it('stays where the host page has no new token', () => {
    const asked = play([...expiring, { type: 'more-time-requested' }]).state;
    const [state] = transition(asked, { type: 'token-refused', id: 2 });
    expect(state).to.deep.include({ step: 'sign-in', expiresIn: 120, renewing: null });
  });

  it('goes from a challenge back to the form, for a code belongs to its token', () => {
    const challenge = play([
      ...expiring,
      { type: 'credentials-submitted', username: 'me', password: 'good', region: null },
      resultReceived(result({ state: 'pending_provider_mfa' })),
      { type: 'more-time-requested' },
    ]).state;
    const [renewed] = transition(challenge, { type: 'token-renewed', id: challenge.renewing! });
    const [state] = transition(renewed, {
      type: 'session-started',
      id: renewed.renewing!,
      answer: answer(),
      now: 0,
    });
    expect(state).to.deep.include({ step: 'sign-in', username: 'me' });
  });
});

describe('another token in mid-run', () => {
  it('goes on at the form with provider and user name', () => {
    const { state } = play([
      ...toSignIn,
      { type: 'username-changed', username: 'me' },
      { type: 'token-replaced' },
      sessionStarted({ session: session({ link_session_id: 'session-2' }), providers: [password, oauth] }),
    ]);
    expect(state).to.deep.include({ step: 'sign-in', provider: password.slug, username: 'me', run: 1 });
  });

  it('goes on at the picker where no provider was chosen', () => {
    const { state, said } = play([...toPicker, { type: 'token-replaced' }, sessionStarted()]);
    expect(state.step).to.equal('select-provider');
    expect(said.filter((name) => name === 'svc-ready')).to.have.length(1);
  });
});
