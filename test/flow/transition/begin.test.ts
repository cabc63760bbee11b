import { expect } from '@open-wc/testing';
import {
  at,
  answer,
  choose,
  detailOf,
  failure,
  now,
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
  toGivenPicker,
  toPicker,
  toSignIn,
  type Play,
} from '../plays.js';
import type { Event, Resume, State } from '../../../src/flow/index.js';
import { transition } from '../../../src/flow/index.js';

const resumed = (resume: Partial<Resume>): Event => ({
  type: 'started',
  options: options(),
  resume: { sameToken: true, provider: null, step: 'select-provider', told: null, ...resume },
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

  it('shows the picker and warns if the named provider is not offered or cannot be linked', () => {
    for (const provider of ['nobody', strange.slug]) {
      const { state, effects } = play([start({ provider }), sessionStarted()]);
      expect(state.step).to.equal('select-provider');
      expect(effects).to.deep.include({ type: 'warn', warning: { type: 'unknown-provider', provider } });
    }
  });

  it('shows an empty picker if there are no providers', () => {
    const { state, effects } = play([start(), sessionStarted(answer({}, []))]);
    expect(state).to.deep.include({ step: 'select-provider', providers: [] });
    expect(detailOf(effects, 'svc-ready')).to.deep.equal({ step: 'select-provider', providers: 0 });
  });

  it('shows a single provider that cannot be linked', () => {
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

  it('is done if the session has succeeded before', () => {
    const { state, said } = play([
      start(),
      sessionStarted(answer({ state: 'success', provider: oauth.slug })),
    ]);
    expect(state).to.deep.include({ step: 'done', provider: oauth.slug });
    expect(said).to.deep.equal(['svc-step', 'svc-step', 'svc-exit']);
  });

  const linked = answer({
    state: 'success',
    provider: oauth.slug,
    redirect_url: 'https://app.example/done',
  });
  const redirects = ({ effects }: ReturnType<typeof play>) =>
    effects.flatMap((effect) => (effect.type === 'redirect' ? [effect.url] : []));

  it('does not redirect if an earlier run made the connection, until the person leaves', () => {
    const begun = play([start(), sessionStarted(linked)]);
    expect(redirects(begun)).to.deep.equal([]);
    expect(redirects(play([{ type: 'close-requested' }], begun.state))).to.deep.equal([]);
    const left = play([{ type: 'leave-requested' }], begun.state);
    expect(redirects(left)).to.have.lengthOf(1);
    expect(left.said).to.deep.equal(['svc-step']);
  });

  it('redirects if this tab waited for the answer before, or if the person sent something in this run', () => {
    for (const step of ['connecting', 'challenge'] as const)
      expect(redirects(play([resumed({ step }), sessionStarted(linked)])), step).to.have.lengthOf(1);
    const other = resumed({ step: 'connecting', sameToken: false });
    expect(redirects(play([other, sessionStarted(linked)]))).to.deep.equal([]);
    const asked = play([
      ...toSignIn,
      { type: 'credentials-submitted', username: 'a', password: 'b', region: null },
      { type: 'token-replaced' },
      sessionStarted(linked),
    ]);
    expect(redirects(asked)).to.have.lengthOf(1);
    expect(asked.said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
  });

  it('redirects again if the page is shown again after that, once the person leaves', () => {
    const leave: Play = { type: 'leave-requested' };
    const done = play([resumed({ step: 'connecting' }), sessionStarted(linked)]);
    expect(redirects(play([leave], done.state))).to.deep.equal([]);
    const again = play([{ type: 'page-restored' }], done.state);
    expect(again.said).to.deep.equal([]);
    expect(redirects(again)).to.deep.equal([]);
    expect(redirects(play([leave], again.state))).to.have.lengthOf(1);
  });
});

describe('a reload', () => {
  const pendingCode = answer({
    state: 'pending_provider_mfa',
    provider: password.slug,
    provider_mfa: { method: 'sms', hint: '•• 42' },
  });

  it('comes back to the challenge, without the offer of a new code', () => {
    const state = after(resumed({ provider: password.slug, step: 'challenge' }), sessionStarted(pendingCode));
    expect(at(state, 'challenge')).to.deep.include({
      hint: '•• 42',
      resend: 'unavailable',
      provider: password.slug,
    });
  });

  it('comes back to the form if the person had left the challenge', () => {
    const state = after(resumed({ provider: password.slug, step: 'sign-in' }), sessionStarted(pendingCode));
    expect(state.step).to.equal('sign-in');
  });

  it('shows the outcome of a try that was in progress', () => {
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

  it('continues to wait for a window that was open', () => {
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

  it('shows the picker if the provider is not offered any more', () => {
    expect(after(resumed({ provider: 'nobody', step: 'sign-in' }), sessionStarted()).step).to.equal(
      'select-provider',
    );
  });
});

describe("the token's end", () => {
  it('is announced two minutes before', () => {
    const { state, effects } = play([...toPicker, timer('expiry', 3480)]);
    expect(state.expiresIn).to.equal(120);
    expect(detailOf(effects, 'svc-expiring')).to.deep.equal({ seconds: 120 });
  });

  it('is announced at once if less time is left', () => {
    const near = answer({ expires_at: '2026-01-01T00:00:45Z' });
    const { effects } = play([start(), sessionStarted(near), timer('expiry')]);
    expect(effects).to.deep.include({ type: 'start-timer', timer: 'expiry', seconds: 0 });
    expect(detailOf(effects, 'svc-expiring')).to.deep.equal({ seconds: 45 });
  });

  it('is announced again at the last minute and at the end, but to the host page only once', () => {
    const whole = play([...toSignIn, timer('expiry', 3480), timer('expiry', 3540), timer('expiry', 3600)]);
    expect(whole.state.expiresIn).to.equal(0);
    expect(whole.said.filter((name) => name === 'svc-expiring')).to.have.length(1);
    const waits = whole.effects.flatMap((effect) => (effect.type === 'start-timer' ? [effect.seconds] : []));
    expect(waits).to.deep.equal([3480, 60, 60]);
  });

  it('is announced correctly by a device that slept, or whose clock was set back', () => {
    expect(play([...toSignIn, timer('expiry', 3555)]).state.expiresIn).to.equal(45);
    expect(play([...toSignIn, timer('expiry', 9000)]).state.expiresIn).to.equal(0);
    const { state, effects } = play([...toSignIn, timer('expiry', 600)]);
    expect(state.expiresIn).to.equal(null);
    expect(effects.at(-1)).to.deep.equal({ type: 'start-timer', timer: 'expiry', seconds: 2880 });
  });

  it('is not announced for a session without an end, by the timer of the previous session', () => {
    const endless = answer({ link_session_id: 'session-2', expires_at: null });
    const { state } = play([
      ...toSignIn,
      { type: 'token-replaced' },
      sessionStarted(endless),
      timer('expiry', 3480),
    ]);
    expect(state.expiresIn).to.equal(null);
  });

  it('is moved by the service, if it allows that and the host page can give no token, until the end has come', () => {
    const there = [start(), sessionStarted(answer({ can_extend: true })), choose(password.slug)];
    const near = play([...there, timer('expiry', 3480), { type: 'more-time-requested' }]);
    expect(near.effects.at(-1)).to.deep.include({ type: 'request-token', reason: 'extend' });
    const over = play([...there, timer('expiry', 3600), { type: 'more-time-requested' }]);
    expect(over.effects.map(({ type }) => type)).not.to.include('request-token');
    const elsewhere = play([...toSignIn, timer('expiry', 3480), { type: 'more-time-requested' }]);
    expect(elsewhere.effects.map(({ type }) => type)).not.to.include('request-token');
  });

  it('asks for another token once this one has expired', () => {
    const ended = [start({ canRenew: true }), ...toSignIn.slice(1), timer('expiry', 3600)];
    const { effects } = play([...ended, { type: 'more-time-requested' }]);
    expect(effects.at(-1)).to.deep.include({ type: 'request-token', reason: 'expired' });
  });

  it('is not announced by a clock that must be wrong', () => {
    for (const expires_at of ['2025-12-31T23:00:00Z', 'soon', null]) {
      const { effects, said } = play([start(), sessionStarted(answer({ expires_at }))]);
      expect(said).not.to.include('svc-expiring');
      expect(effects.map(({ type }) => type)).not.to.include('start-timer');
    }
  });

  const expiring = [
    start({ canRenew: true }),
    ...toSignIn.slice(1),
    timer('expiry', 3480),
    { type: 'username-changed', username: 'me' } as const,
  ];

  it('is moved by a new token while the form stays unchanged', () => {
    const asked = play([...expiring, { type: 'more-time-requested' }]);
    expect(asked.effects.at(-1)).to.deep.equal({ type: 'request-token', id: 2, reason: 'extend' });
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

  it('stays if the host page has no new token', () => {
    const asked = play([...expiring, { type: 'more-time-requested' }]).state;
    const [state] = transition(asked, { type: 'token-refused', id: 2 });
    expect(state).to.deep.include({ step: 'sign-in', expiresIn: 120, renewing: null });
  });

  it('goes from a challenge back to the form, because a code belongs to its token', () => {
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
      answer: answer({ link_session_id: 'session-2' }),
      now: 0,
    });
    expect(state).to.deep.include({ step: 'sign-in', username: 'me' });
    // The same token with a later end is the code's own token.
    const [same] = transition(renewed, {
      type: 'session-started',
      id: renewed.renewing!,
      answer: answer({ state: 'pending_provider_mfa' }),
      now: 0,
    });
    expect(same.step).to.equal('challenge');
  });
});

describe('another token during a run', () => {
  it('continues at the form with the provider and the user name', () => {
    const { state } = play([
      ...toSignIn,
      { type: 'username-changed', username: 'me' },
      { type: 'token-replaced' },
      sessionStarted({ session: session({ link_session_id: 'session-2' }), providers: [password, oauth] }),
    ]);
    expect(state).to.deep.include({ step: 'sign-in', provider: password.slug, username: 'me', run: 1 });
  });

  it('continues at the picker if no provider was chosen', () => {
    const { state, said } = play([...toPicker, { type: 'token-replaced' }, sessionStarted()]);
    expect(state.step).to.equal('select-provider');
    expect(said.filter((name) => name === 'svc-ready')).to.have.length(1);
  });

  describe('ignores a late answer to the start of the previous token', () => {
    const replaced = { type: 'token-replaced' } as const;
    const before = answer({ link_session_id: 'session-of-before' }, [strange]);
    /** Every possible answer to the start with this number. */
    const lateAnswers = (id: number): readonly Event[] => [
      { type: 'session-started', id, answer: before, now },
      { type: 'session-started', id, answer: answer({ state: 'success', provider: password.slug }), now },
      { type: 'session-given', id, answer: before, now },
      { type: 'request-failed', id, failure: failure('invalid_token') },
    ];
    const renewing = [timer('expiry', 3480), { type: 'more-time-requested' }] as const;
    const renewed = ({ renewing: id }: State): Event => ({ type: 'token-renewed', id: id! });

    for (const [name, way, which] of [
      ['that nobody has answered yet', [start()], 'awaiting'],
      ['that confirms what came with it', toGivenPicker, 'confirming'],
      ['that confirms it while a form is filled in', [...toGivenPicker, choose(password.slug)], 'confirming'],
      [
        'that gives more time',
        [start({ canRenew: true }), ...toSignIn.slice(1), ...renewing, renewed],
        'renewing',
      ],
    ] as const satisfies readonly (readonly [string, readonly Play[], keyof State])[])
      it(name, () => {
        const asked = play(way).state;
        const id = asked[which]!;
        const waits = play([replaced], asked);
        expect(waits.effects).to.deep.include({ type: 'abort', id });
        const goesOn = play([sessionStarted()], waits.state);
        expect(goesOn.state.session?.link_session_id).to.equal('session-1');
        for (const { state } of [waits, goesOn])
          for (const late of lateAnswers(id)) expect(transition(state, late)).to.deep.equal([state, []]);
      });
  });
});
