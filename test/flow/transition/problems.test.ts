import { expect } from '@open-wc/testing';
import { linkErrorTypes } from '../../../src/contract/index.js';
import { transition } from '../../../src/flow/index.js';
import {
  answer,
  at,
  choose,
  detailOf,
  oauth,
  password,
  pending,
  play,
  polled,
  providers,
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
  toWindow,
  windowSays,
  type Play,
} from '../plays.js';

const regional = { ...password, regions: ['eu', 'us'] };

const problemAfter = (...plays: readonly Play[]) => at(play(plays).state, 'problem').problem;

describe('problems of a password', () => {
  for (const [code, list] of [
    ['provider_credential_error', providers],
    ['unsupported_region', [regional, oauth]],
  ] as const) {
    it(`shows ${code} at the form and keeps the user name`, () => {
      const { state, effects } = play([
        start(),
        sessionStarted(answer({}, list)),
        choose(password.slug),
        submit(),
        resultReceived(refused(code)),
      ]);
      expect(at(state, 'sign-in')).to.deep.include({ fieldError: code, username: 'ok@example.com' });
      expect(effects).to.deep.include({ type: 'forget-credentials' });
      expect(detailOf(effects, 'svc-error')).to.deep.include({ code, retryable: true });
    });
  }

  it('offers another provider if a region is refused and none can be chosen', () => {
    const { state } = play([...toConnecting, resultReceived(refused('unsupported_region'))]);
    expect(at(state, 'problem').problem).to.deep.include({ code: 'unsupported_region', via: 'password' });
    expect(play([{ type: 'another-provider-requested' }], state).state.step).to.equal('select-provider');
    const again = play([{ type: 'sign-in-again-requested' }], state).state;
    expect(at(again, 'sign-in')).to.deep.include({ fieldError: null, username: 'ok@example.com' });
  });

  it('clears the message at the next try', () => {
    const { state } = play([
      ...toConnecting,
      resultReceived(refused('provider_credential_error')),
      submit(),
      { type: 'cancel-requested' },
    ]);
    expect(at(state, 'sign-in').fieldError).to.equal(null);
  });

  const screens = linkErrorTypes.filter(
    (code) =>
      !['provider_credential_error', 'unsupported_region', 'token_not_validated', 'token_consumed'].includes(
        code,
      ),
  );
  for (const code of [...screens, 'moon_phase']) {
    it(`shows ${code} on its own screen`, () => {
      const { state, said } = play([...toConnecting, resultReceived(refused(code))]);
      expect(at(state, 'problem').problem).to.deep.include({
        code,
        from: 'connecting',
        via: 'password',
        times: 1,
      });
      expect(said.includes('svc-error')).to.equal(code !== 'user_cancelled');
    });
  }

  it('lets an unknown problem be tried once more', () => {
    const first = play([...toConnecting, resultReceived(refused('moon_phase'))]).state;
    expect(at(first, 'problem').problem.retryable).to.equal(true);
    const again = play(
      [{ type: 'retry-requested' }, submit(), resultReceived(refused('moon_phase'))],
      first,
    ).state;
    expect(at(again, 'problem').problem).to.deep.include({ retryable: false, times: 2 });
    expect(play([{ type: 'retry-requested' }], again).state).to.equal(again);
  });

  it('gives a provider with problems time after the second try', () => {
    const again: Play[] = [
      { type: 'retry-requested' },
      submit(),
      resultReceived(refused('provider_api_error')),
    ];
    const { state, effects } = play([
      ...toConnecting,
      resultReceived(refused('provider_api_error')),
      ...again,
      ...again,
    ]);
    expect(at(state, 'problem').problem).to.deep.include({ times: 3, retryAfter: 30 });
    expect(effects).to.deep.include({ type: 'start-timer', timer: 'retry', seconds: 30 });
  });

  it('waits as long as the service asks', () => {
    const { state, effects } = play([...toConnecting, requestFailed('rate_limited', { retryAfter: 12 })]);
    expect(effects).to.deep.include({ type: 'start-timer', timer: 'retry', seconds: 12 });
    expect(play([{ type: 'retry-requested' }], state).state).to.equal(state);
    const [free, told] = transition(state, timer('retry'));
    expect(at(free, 'problem').problem.retryAfter).to.equal(null);
    expect(told).to.deep.equal([]);
    expect(play([{ type: 'retry-requested' }], free).state).to.deep.include({
      step: 'sign-in',
      username: 'ok@example.com',
    });
  });

  it('counts down a long wait by the minute', () => {
    const limited = play([...toConnecting, requestFailed('rate_limited', { retryAfter: 130 })]);
    expect(limited.effects).to.deep.include({ type: 'start-timer', timer: 'retry', seconds: 10 });
    const first = play([timer('retry')], limited.state);
    expect(at(first.state, 'problem').problem.retryAfter).to.equal(120);
    expect(first.effects).to.deep.equal([{ type: 'start-timer', timer: 'retry', seconds: 60 }]);
    const last = play([timer('retry'), timer('retry')], first.state);
    expect(at(last.state, 'problem').problem.retryAfter).to.equal(null);
    expect(last.effects).to.have.length(1);
  });

  it('lets a person who mistyped the account go back to the form while it waits', () => {
    const { state } = play([
      ...[start({ provider: password.slug }), sessionStarted(), submit()],
      ...[requestFailed('rate_limited', { retryAfter: 600 }), { type: 'back-requested' } as const],
    ]);
    expect(at(state, 'sign-in')).to.deep.include({ username: 'ok@example.com', fieldError: null });
  });

  it('continues to ask while it shows the wait, and shows the outcome', () => {
    const slow = play([...toConnecting, requestFailed('timeout')]);
    expect(slow.effects.map(({ type }) => type)).to.include('poll-session');
    expect(at(slow.state, 'problem').awaiting).not.to.equal(null);
    const comes = (more: Parameters<typeof polled>[0]) => play([polled(more)], slow.state);
    expect(comes({ attempt: 1 }).state).to.equal(slow.state);
    expect(comes({ state: 'success' }).state.step).to.equal('done');
    expect(comes({ state: 'success' }).effects.map(({ type }) => type)).to.include('abort');
    const code = { state: 'pending_provider_mfa', provider_mfa: { method: 'sms' } };
    expect(comes({ ...code, attempt: 1 }).state.step).to.equal('challenge');
    const error = { state: 'error', error_type: 'duplicate_connection' };
    expect(at(comes({ ...error, attempt: 1 }).state, 'problem').problem).to.deep.include({
      ...{ code: 'duplicate_connection', from: 'connecting' },
    });
    expect(comes({ ...error, attempt: 0 }).state, 'of an earlier try').to.equal(slow.state);
    expect(play([requestFailed('unauthorized')], slow.state).state).to.deep.include({ step: 'problem' });
    expect(
      play([{ type: 'sign-in-again-requested' }], slow.state).effects.map(({ type }) => type),
    ).to.include('abort');
  });

  it('keeps waiting by asking the service, never by sending again', () => {
    const timedOut = play([...toConnecting, requestFailed('timeout')]).state;
    const waiting = play([{ type: 'retry-requested' }], timedOut);
    expect(waiting.state).to.deep.include({ step: 'connecting', via: 'password' });
    expect(waiting.effects.map(({ type }) => type))
      .to.include('poll-session')
      .and.not.include('submit-credentials');
    expect(play([polled({})], waiting.state).state).to.equal(waiting.state);
    expect(play([polled({ state: 'success' })], waiting.state).state.step).to.equal('done');
    expect(
      problemAfter(...toConnecting, requestFailed('timeout'), { type: 'retry-requested' }, timer('poll-end')),
    ).to.deep.include({ code: 'timeout', times: 2 });
    const code = play(
      [polled({ state: 'pending_provider_mfa', provider_mfa: { method: 'sms' } })],
      waiting.state,
    );
    expect(at(code.state, 'challenge').resend).to.equal('cooling');
  });

  for (const code of ['network_failed', 'service_error', 'bad_response', 'offline']) {
    it(`asks for the outcome first after ${code}`, () => {
      const asked = play([...toConnecting, requestFailed(code), { type: 'retry-requested' }]);
      expect(asked.effects).to.deep.include({ type: 'read-state', id: 3 });
      expect(play([stateRead({})], asked.state).state).to.deep.include({
        step: 'sign-in',
        username: 'ok@example.com',
        fieldError: null,
        notice: 'unanswered',
        unsettled: false,
      });
      expect(play([stateRead({ state: 'success' })], asked.state).state.step).to.equal('done');
      const begun = play([stateRead({ attempt: 1 })], asked.state).state;
      expect(at(begun, 'sign-in')).to.deep.include({ notice: 'unanswered', unsettled: true });
      const error = { state: 'error', error_type: 'provider_credential_error', attempt: 1 };
      expect(at(play([stateRead(error)], asked.state).state, 'sign-in').fieldError).to.equal(
        'provider_credential_error',
      );
    });
  }

  it('does not use the error of the try before as the outcome of this one', () => {
    const before = play([
      ...toConnecting,
      resultReceived(refused('provider_credential_error')),
      submit(),
      requestFailed('network_failed'),
      { type: 'retry-requested' },
    ]);
    const { state } = play(
      [stateRead({ state: 'error', error_type: 'provider_credential_error', attempt: 1 })],
      before.state,
    );
    expect(at(state, 'sign-in').fieldError).to.equal(null);
  });
});

describe('problems of a code', () => {
  it('come back to the same challenge after a request to the service', () => {
    const failed = play([...toChallenge, timer('cool-down'), submitCode(), requestFailed('network_failed')]);
    const lost = play(
      [
        { type: 'retry-requested' },
        stateRead({ state: 'error', error_type: 'provider_api_error', attempt: 1 }),
      ],
      failed.state,
    );
    expect(at(lost.state, 'problem').problem.code).to.equal('provider_api_error');
    expect(failed.effects.map(({ type }) => type)).not.to.include('forget-credentials');
    const asked = play([{ type: 'retry-requested' }], failed.state);
    expect(at(asked.state, 'challenge')).to.deep.include({ busy: true, hint: '•• 42' });
    const back = play([stateRead({ state: 'pending_provider_mfa' })], asked.state).state;
    expect(at(back, 'challenge')).to.deep.include({ busy: false, resend: 'ready' });
    expect(play([stateRead({ state: 'success' })], asked.state).state.step).to.equal('done');
    expect(play([stateRead({ state: 'started' })], asked.state).state.step).to.equal('sign-in');
  });

  it('go to the form if the challenge ends, and do not blame the password', () => {
    const { state, effects } = play([
      ...toChallenge,
      submitCode(),
      resultReceived(refused('provider_credential_error')),
    ]);
    expect(at(state, 'sign-in')).to.deep.include({ fieldError: null, notice: 'code-ended' });
    expect(detailOf(effects, 'svc-error')).to.deep.include({
      code: 'provider_credential_error',
      step: 'challenge',
    });
    const submitted = play([submit(), { type: 'cancel-requested' }], state).state;
    expect(at(submitted, 'sign-in').notice).to.equal(null);
  });

  it('go to the form after a request to the service, too', () => {
    const lost = [...toChallenge, submitCode(), requestFailed('network_failed')];
    const over = stateRead({ state: 'error', error_type: 'provider_credential_error', attempt: 1 });
    const { state } = play([...lost, { type: 'retry-requested' }, over]);
    expect(at(state, 'sign-in')).to.deep.include({ fieldError: null, notice: 'code-ended' });
  });

  it('are awaited behind the screen that says so', () => {
    const slow = play([...toChallenge, submitCode(), requestFailed('timeout')]).state;
    expect(play([polled({ state: 'pending_provider_mfa' })], slow).state).to.equal(slow);
    expect(play([polled({ state: 'success' })], slow).state.step).to.equal('done');
    const over = polled({ state: 'error', error_type: 'provider_credential_error', attempt: 1 });
    expect(at(play([over], slow).state, 'sign-in').notice).to.equal('code-ended');
  });

  it('concern the password if it was sent for a new code', () => {
    const { state } = play([
      ...[...toChallenge, timer('cool-down'), { type: 'new-code-requested' } as const],
      resultReceived(refused('provider_credential_error')),
    ]);
    expect(at(state, 'sign-in')).to.deep.include({ fieldError: 'provider_credential_error', notice: null });
  });

  it('count the wrong tries', () => {
    const wrong: Play[] = [submitCode(), resultReceived(refused('incorrect_mfa_code'))];
    const { state, said } = play([...toChallenge, ...wrong, ...wrong]);
    expect(at(state, 'challenge').tries).to.equal(2);
    expect(said.filter((name) => name === 'svc-error')).to.have.length(2);
  });

  it('end with a further code', () => {
    const { state } = play([
      ...toChallenge,
      submitCode(),
      resultReceived(refused('incorrect_mfa_code')),
      submitCode(),
      resultReceived(pending('email')),
    ]);
    expect(at(state, 'challenge')).to.deep.include({ round: 2, fieldError: null, tries: 0 });
  });
});

describe('problems of consent', () => {
  it('open the window again inside the click', () => {
    for (const error_type of [
      'required_scopes_not_granted',
      'user_cancelled',
      'provider_credential_error',
      'unsupported_region',
    ]) {
      const failed = play([...toWindow, polled({}), polled({ state: 'error', error_type, attempt: 1 })]);
      expect(at(failed.state, 'problem').problem).to.deep.include({ code: error_type, via: 'oauth' });
      expect(play([{ type: 'retry-requested' }], failed.state).effects.at(-2)).to.deep.include({
        type: 'open-window',
      });
    }
  });

  it('come from a refused window', () => {
    const { state, effects } = play([
      ...toWindow,
      ({ awaiting }) => ({ type: 'window-refused', id: awaiting!, code: 'origin_not_allowed' }),
    ]);
    expect(at(state, 'problem').problem).to.deep.include({ code: 'origin_not_allowed', retryable: false });
    expect(effects).to.deep.include({ type: 'abort', id: 2 });
  });

  it('offer another provider if this one would need another browser', () => {
    const { state } = play([
      ...toWindow,
      ({ awaiting }) => ({ type: 'window-refused', id: awaiting!, code: 'session_elsewhere' }),
    ]);
    expect(at(state, 'problem').problem).to.deep.include({ code: 'session_elsewhere', retryable: false });
    expect(play([{ type: 'another-provider-requested' }], state).state.step).to.equal('select-provider');
  });

  it('continue to wait if the service is slow after the window has finished', () => {
    const slow = play([...toWindow, windowSays('finished'), timer('poll-end')]);
    expect(at(slow.state, 'problem').problem).to.deep.include({ code: 'timeout', via: 'oauth' });
    expect(play([polled({ state: 'success' })], slow.state).state.step).to.equal('done');
    expect(play([{ type: 'retry-requested' }], slow.state).state).to.deep.include({
      step: 'connecting',
      via: 'oauth',
    });
  });
});

describe('actions after a problem', () => {
  const failed: readonly Play[] = [...toConnecting, resultReceived(refused('duplicate_connection'))];

  it('lead to another account and to another provider', () => {
    expect(play([...failed, { type: 'sign-in-again-requested' }]).state.step).to.equal('sign-in');
    expect(play([...failed, { type: 'another-provider-requested' }]).state.step).to.equal('select-provider');
  });

  it('lead nowhere with an unusable token', () => {
    const { state } = play([...toConnecting, resultReceived(refused('invalid_token'))]);
    for (const type of [
      'sign-in-again-requested',
      'another-provider-requested',
      'retry-requested',
    ] as const) {
      expect(transition(state, { type })[0]).to.equal(state);
    }
  });

  it('do not lead to the picker if the host page has chosen the provider', () => {
    const { state } = play([
      start({ provider: password.slug }),
      sessionStarted(),
      submit(),
      resultReceived(refused('provider_api_error')),
    ]);
    expect(transition(state, { type: 'another-provider-requested' })[0]).to.equal(state);
  });

  it('report a problem again when it comes again', () => {
    const { said } = play([
      ...failed,
      { type: 'retry-requested' },
      submit(),
      resultReceived(refused('duplicate_connection')),
    ]);
    expect(said.filter((name) => name === 'svc-error')).to.have.length(2);
  });
});
