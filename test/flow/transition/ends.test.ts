import { expect } from '@open-wc/testing';
import type { LinkSession, PublicResult } from '../../../src/contract/index.js';
import type { Effect, Ending, Event, FlowOptions } from '../../../src/flow/index.js';
import { begin, exitEffects, transition } from '../../../src/flow/index.js';
import {
  answer,
  choose,
  detailOf,
  oauth,
  options,
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
  timer,
  toAuthorize,
  toConnecting,
  toDone,
  toPicker,
  toWindow,
  windowSays,
  type Play,
  session,
  toChallenge,
  toSignIn,
} from '../plays.js';

const leave: Play = { type: 'leave-requested' };

const close: Play = { type: 'close-requested' };

const restart: Play = { type: 'restart-requested', options: options() };

const saysOf = (says: Partial<LinkSession>, more: Partial<FlowOptions> = {}): readonly Play[] => [
  start(more),
  sessionStarted(answer({ redirect_url: 'https://app.example/', ...says })),
];

const redirects = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'redirect' ? [effect] : []));

const types = (effects: readonly Effect[]) => effects.map(({ type }) => type);

describe('the end of a run', () => {
  const redirecting = (more: object) => [
    start(more),
    sessionStarted({
      session: session({ redirect_url: 'https://app.example/', on_error: 'redirect', on_close: 'redirect' }),
      providers: [password, oauth],
    }),
    choose(password.slug),
    submit(),
  ];
  const leave: Play = { type: 'leave-requested' };

  it('is an error if the person leaves a problem without a solution', () => {
    const { effects } = play([...redirecting({}), resultReceived(refused('invalid_token')), leave]);
    expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'error', step: 'problem' });
    expect(effects.at(-1)).to.deep.include({
      url: `https://app.example/?state=error&provider=${password.slug}&link_session_id=session-1&error_type=invalid_token`,
    });
  });

  it('is a cancel in any other step', () => {
    for (const way of [
      toPicker,
      toSignIn,
      toChallenge,
      toWindow,
      [...toConnecting, resultReceived(refused('provider_api_error'))],
    ]) {
      const { effects, state } = play([...way, leave]);
      expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'cancelled' });
      expect(state).to.deep.include({ step: 'closed', outcome: 'cancelled', awaiting: null });
    }
  });

  it('is noted for support with its step, once the session is known, and not after a success', () => {
    for (const [way, place] of [
      [toPicker, 'select-provider'],
      [toSignIn, 'sign-in'],
      [toWindow, 'authorize'],
      [[...toConnecting, resultReceived(refused('provider_api_error'))], 'problem'],
    ] as const)
      expect(play([...way, leave]).effects).to.deep.include({ type: 'note-leaving', place });
    for (const way of [[], toDone])
      expect(types(play([...way, leave, close]).effects)).not.to.include('note-leaving');
  });

  it('reports the last result with a cancel, and redirects as a cancel', () => {
    const { effects } = play([...redirecting({}), resultReceived(refused('provider_api_error')), leave]);
    const { outcome, result: last } = detailOf(effects, 'svc-exit') as {
      outcome: string;
      result: { error_type: string };
    };
    expect([outcome, last.error_type]).to.deep.equal(['cancelled', 'provider_api_error']);
    expect(effects.at(-1)).to.deep.include({
      url: `https://app.example/?state=error&provider=${password.slug}&link_session_id=session-1&error_type=user_cancelled`,
    });
  });

  it('follows the host page’s setting and not the token’s', () => {
    expect(
      play([...redirecting({ redirectOn: [] }), resultReceived(result({}))]).effects.map(({ type }) => type),
    ).not.to.include('redirect');
    expect(
      play([...redirecting({ redirectOn: ['success'] }), leave]).effects.map(({ type }) => type),
    ).not.to.include('redirect');
  });

  it('does not redirect a person who restarts', () => {
    const { effects } = play([
      ...redirecting({}),
      {
        type: 'restart-requested',
        options: { provider: null, providers: [], redirectOn: null, canRenew: false },
      },
    ]);
    expect(effects.map(({ type }) => type)).not.to.include('redirect');
  });

  it('refuses a dangerous redirect and tells the developer', () => {
    const { state, effects } = play([
      start(),
      sessionStarted({ session: session({ redirect_url: 'javascript:alert(1)' }), providers: [password] }),
      submit(),
      resultReceived(result({})),
    ]);
    expect(state.step).to.equal('done');
    expect(effects.at(-1)).to.deep.equal({ type: 'warn', warning: { type: 'redirect-refused' } });
  });

  it('happens once', () => {
    const { said, state } = play([...toDone, leave, leave, { type: 'close-requested' }]);
    expect(said.filter((name) => name === 'svc-exit')).to.have.length(1);
    expect(state).to.deep.include({ step: 'closed', outcome: 'success' });
  });

  it('can be followed by another run', () => {
    const { state } = play([...toPicker, leave, start(), sessionStarted(answer())]);
    expect(state).to.deep.include({ step: 'select-provider', run: 2, exited: false });
  });
});

describe('the outcome of a run', () => {
  it('is a success of the window that the person opened', () => {
    const { said, effects } = play([...toWindow, polled({ state: 'success', provider: oauth.slug })]);
    expect(said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
    expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'success', step: 'done' });
  });

  it('is a success of the page to which the person was sent, if the browser brings this page back', () => {
    const { said } = play([
      ...toAuthorize,
      { type: 'same-window-requested' },
      { type: 'page-restored' },
      sessionStarted(answer({ state: 'success', provider: oauth.slug })),
    ]);
    expect(said.slice(-2)).to.deep.equal(['svc-success', 'svc-exit']);
  });

  it('is no success if the person leaves after a refusal', () => {
    const { said } = play([...toConnecting, resultReceived(refused('provider_api_error')), leave]);
    expect(said).not.to.include('svc-success');
  });

  it('redirects once if the token says so, although nothing was tried', () => {
    const { effects } = play([...saysOf({ on_close: 'redirect' }), leave]);
    expect(redirects(effects)).to.deep.equal([
      {
        type: 'redirect',
        url: 'https://app.example/?state=error&link_session_id=session-1&error_type=user_cancelled',
        result: {
          state: 'error',
          provider: null,
          connected: false,
          provider_id: null,
          redirect_url: 'https://app.example/',
          error_type: 'user_cancelled',
          link_session_id: 'session-1',
          consent: null,
        },
      },
    ]);
  });

  it('does not redirect if the token does not say so', () => {
    expect(redirects(play([...saysOf({}), leave]).effects)).to.deep.equal([]);
    expect(redirects(play([...saysOf({ on_error: 'redirect' }), leave]).effects)).to.deep.equal([]);
    const lost = [choose(password.slug), submit(), resultReceived(refused('invalid_token')), leave];
    expect(redirects(play([...saysOf({ on_close: 'redirect' }), ...lost]).effects)).to.deep.equal([]);
  });

  it('is exactly the result of the problem that the person leaves, whatever the redirect', () => {
    const told = result({
      ...{ state: 'error', error_type: 'invalid_token', provider: 'other_name' },
      ...{ link_session_id: 'session-9', provider_id: 'p9' },
    });
    const { effects } = play([
      ...saysOf({ on_error: 'redirect' }),
      ...[choose(password.slug), submit(), resultReceived(told), leave],
    ]);
    const [redirect] = redirects(effects);
    const { result: last } = detailOf(effects, 'svc-exit') as { result: unknown };
    expect(redirect!.result).to.deep.equal(last);
    expect(redirect!.result).to.deep.include({ provider_id: 'p9', link_session_id: 'session-9' });
  });

  it('is never connected if a cancel redirects, whatever the session says', () => {
    const { effects } = play([
      ...saysOf({ on_close: 'redirect', connected: true, provider_id: 'p1' }),
      leave,
    ]);
    expect(redirects(effects)[0]!.result).to.deep.include({ connected: false, provider_id: null });
  });

  it('is an error of the token that nobody may use', () => {
    const { effects } = play([start(), requestFailed('unauthorized'), leave]);
    expect(detailOf(effects, 'svc-error')).to.deep.equal({
      ...{ result: null, code: 'unauthorized', step: 'loading', retryable: false },
    });
    expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'error' });
  });

  it('is reported with a problem only if it belongs to this problem', () => {
    const { effects } = play([
      ...toConnecting,
      resultReceived(refused('provider_api_error')),
      { type: 'retry-requested' },
      submit(),
      requestFailed('network_failed'),
    ]);
    expect(detailOf(effects, 'svc-error')).to.deep.include({ code: 'network_failed', result: null });
  });
});

describe('the outcome of a run in another page', () => {
  // This page has no session, and knows only what the other page reported.
  const ending = (outcome: Ending['outcome'], more: Partial<Ending> = {}): Ending => ({
    ...{ acted: true, session: null, provider: password.slug, step: 'connecting', problem: null },
    ...{ outcome, options: options(), result: refusal, results: [], isNews: true },
    ...more,
  });
  const refusal: PublicResult = {
    ...{ state: 'error', provider: password.slug, connected: false, provider_id: null },
    ...{ redirect_url: 'https://app.example/', error_type: 'invalid_token', link_session_id: null },
    consent: null,
  };

  it('redirects as the host page says, from the last step', () => {
    const leads = { options: options({ redirectOn: ['error', 'cancel'] }) };
    const cancelled = exitEffects(ending('cancelled', leads));
    expect(cancelled.at(-1)).to.deep.equal({
      type: 'redirect',
      url: `https://app.example/?state=error&provider=${password.slug}&error_type=user_cancelled`,
      result: {
        state: 'error',
        provider: password.slug,
        connected: false,
        provider_id: null,
        redirect_url: 'https://app.example/',
        error_type: 'user_cancelled',
        link_session_id: null,
        consent: null,
      },
    });
    const lost = exitEffects(ending('error', leads));
    expect(types(lost)).to.deep.equal(['announce', 'redirect']);
  });

  it('names the last problem, only after an error', () => {
    const leads = { options: options({ redirectOn: ['error', 'cancel'] }), problem: 'not_found' };
    const typeOf = (effects: readonly Effect[]) => redirects(effects)[0]!.result.error_type;
    expect(typeOf(exitEffects(ending('error', leads)))).to.equal('not_found');
    expect(typeOf(exitEffects(ending('cancelled', leads)))).to.equal('user_cancelled');
  });

  it('does not redirect if neither the host page nor a token says so', () => {
    for (const outcome of ['error', 'cancelled'] as const)
      expect(exitEffects(ending(outcome))).to.have.lengthOf(1);
  });
});

describe('a run that has ended', () => {
  it('is forgotten by this tab', () => {
    expect(types(play([...toPicker, leave]).effects)).to.include('forget');
    expect(types(play(toDone).effects)).to.include('forget');
  });

  it('accepts no other token and announces no expiry', () => {
    const over = play([...toPicker, leave]).state;
    for (const event of [{ type: 'token-replaced' }, timer('expiry', 3480), leave, close] as Event[]) {
      const [after, effects] = transition(over, event);
      expect(after, event.type).to.equal(over);
      expect(effects, event.type).to.deep.equal([]);
    }
  });

  it('can be followed by a restart, which announces nothing more about it', () => {
    const { state, said, effects } = play([restart], play([...toPicker, leave]).state);
    expect(state).to.deep.include({ step: 'loading', run: 2, exited: false });
    expect(said).to.deep.equal(['svc-step']);
    expect(types(effects)).to.deep.equal(['start-session', 'announce']);
  });
});

describe('a success that is shown again', () => {
  it('orders no effects', () => {
    expect(play([{ type: 'page-restored' }], play(toDone).state).effects).to.deep.equal([]);
  });
});

describe('a try that is left', () => {
  const left = play([...toConnecting, close]).state;

  it('is asked about once, for three seconds, whatever else is asked meanwhile', () => {
    const { effects } = play([close], play(toConnecting).state);
    expect(effects).to.deep.include({ type: 'start-timer', timer: 'last-look', seconds: 3 });
    for (const event of [close, timer('expiry', 3480), timer('stage')] as Event[])
      expect(play([event], left).state, event.type).to.deep.equal(left);
    expect(play([timer('last-look')], left).state).to.deep.include({ step: 'closed', outcome: 'cancelled' });
  });

  it('is also asked about if its window has gone to the provider', () => {
    for (const way of [[windowSays('leaving')], [windowSays('leaving'), windowSays('closed')]]) {
      const { state, effects } = play([close], play([...toWindow, ...way]).state);
      expect(state).to.deep.include({ step: 'closed', outcome: null, left: 'authorize' });
      expect(types(effects)).to.include.members(['read-state', 'start-timer']);
      const said = stateRead({ state: 'success', provider: oauth.slug });
      expect(play([said], state).state).to.deep.include({ outcome: 'success' });
    }
  });

  it('announces its outcome, notes that the person left and what may still come, and orders no other effects', () => {
    for (const [answered, outcome, said] of [
      [stateRead({ state: 'success' }), 'success', ['svc-success', 'svc-exit']],
      [stateRead({}), 'cancelled', ['svc-exit']],
    ] as const) {
      const ended = play([answered], left);
      expect(ended.state).to.deep.include({ outcome });
      expect(ended.said).to.deep.equal(said);
      const noted = outcome === 'cancelled' ? ['note-leaving', 'remember'] : ['forget'];
      expect(types(ended.effects)).to.deep.equal([...noted, ...said.map(() => 'announce')]);
    }
  });
});

describe('the credentials', () => {
  it('are kept if their outcome is unknown, and forgotten if it is known', () => {
    expect(types(play([...toConnecting, requestFailed('network_failed')]).effects)).not.to.include(
      'forget-credentials',
    );
    expect(types(play([...toConnecting, resultReceived(refused('provider_api_error'))]).effects)).to.include(
      'forget-credentials',
    );
  });
});

describe('the state before the first run', () => {
  it('is empty', () => {
    expect(begin()).to.deep.include({
      ...{ step: 'closed', outcome: null, run: 0, exited: true, ready: false, acted: false },
      ...{ offered: [], providers: [], query: '', username: '', options: options() },
    });
  });
});
