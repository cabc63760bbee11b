import { expect } from '@open-wc/testing';
import type { LinkSession } from '../../../src/contract/index.js';
import type { Event, Resume } from '../../../src/flow/index.js';
import { transition } from '../../../src/flow/index.js';
import {
  answer,
  at,
  oauth,
  options,
  otherPassword,
  password,
  polled,
  pending,
  play,
  requestFailed,
  resultReceived,
  sessionStarted,
  stateRead,
  submitCode,
  type Play,
  session,
  toAuthorize,
  toChallenge,
  windowSays,
} from '../plays.js';

/** A reload with this note, and the service's answer after it. */
const reloaded = (resume: Partial<Resume>, says: Partial<LinkSession>): readonly Play[] => [
  {
    type: 'started',
    options: options(),
    resume: { sameToken: true, provider: null, step: 'select-provider', told: null, ...resume },
  } satisfies Event,
  sessionStarted(answer(says)),
];

const out = (provider: string | null): Partial<Resume> => ({ provider, step: 'connecting' });

const error = { state: 'error', error_type: 'provider_credential_error', attempt: 1 };

const toCode = reloaded(
  { provider: password.slug, step: 'challenge' },
  { state: 'pending_provider_mfa', provider: password.slug },
);

const types = (way: readonly Play[]) => play(way).effects.map(({ type }) => type);

describe('a reload while the person was at the provider', () => {
  it('waits for the window without a problem', () => {
    const { state, said } = play(reloaded(out(oauth.slug), { provider: oauth.slug }));
    expect(at(state, 'authorize')).to.deep.include({ phase: 'severed', staleAttempt: 'none' });
    expect(said).not.to.include('svc-error');
  });

  it('shows the outcome of the window', () => {
    const failed = reloaded(out(oauth.slug), { ...error, provider: oauth.slug });
    expect(at(play(failed).state, 'problem').problem.via).to.equal('oauth');
  });

  it('comes to the form if the credentials never arrived, says so, and stops asking', () => {
    // A token for one provider names the provider from the beginning.
    const way = reloaded(out(password.slug), { provider: password.slug, attempt: 0 });
    const { state } = play(way.slice(0, 1));
    const [next, orders] = transition(state, (way[1] as (given: typeof state) => Event)(state));
    expect(at(next, 'sign-in').notice).to.equal('unanswered');
    expect(orders.map(({ type }) => type)).to.deep.equal([
      ...['remember', 'start-timer', 'announce', 'announce'],
    ]);
  });

  for (const step of ['connecting', 'challenge'] as const)
    it(`follows a try that continues, after ${step}, to its outcome`, () => {
      const goesOn = { provider: password.slug, attempt: 2 };
      const way = reloaded({ provider: password.slug, step }, goesOn);
      expect(at(play(way).state, 'connecting')).to.deep.include({ via: 'password', stage: 0 });
      expect(types(way)).to.include.members(['poll-session', 'remember']);
      const ends = (says: Partial<LinkSession>) => play([...way, polled({ ...goesOn, ...says })]).state;
      expect(ends({}).step).to.equal('connecting');
      expect(ends({ state: 'success' }).step).to.equal('done');
      expect(ends({ state: 'pending_provider_mfa' }).step).to.equal('challenge');
      expect(at(ends(error), 'sign-in').fieldError).to.equal('provider_credential_error');
      expect(
        at(ends({ ...error, attempt: 2, error_type: 'provider_api_error' }), 'problem').problem.via,
      ).to.equal('password');
    });

  it('says what was lost with another token too, but not in the form of another provider', () => {
    const notice = (resume: Partial<Resume>, more: object = {}) =>
      at(
        play([
          {
            type: 'started',
            options: options(more),
            resume: { sameToken: false, provider: password.slug, step: 'connecting', told: null, ...resume },
          },
          sessionStarted(),
        ]).state,
        'sign-in',
      ).notice;
    expect(notice({})).to.equal('unanswered');
    expect(notice({ step: 'challenge' })).to.equal('code-ended');
    expect(notice({ step: 'sign-in' })).to.equal(null);
    expect(notice({}, { provider: otherPassword.slug })).to.equal(null);
  });

  it('shows no outcome of another provider', () => {
    const other = reloaded(out(password.slug), { ...error, provider: oauth.slug });
    expect(at(play(other).state, 'sign-in').fieldError).to.equal(null);
    expect(play(reloaded(out(null), { ...error, provider: null })).state.step).to.equal('select-provider');
  });

  it('asks for no code of a provider that is not offered any more', () => {
    const says = { state: 'pending_provider_mfa', provider: 'nobody' };
    expect(play(reloaded({ provider: 'nobody', step: 'challenge' }, says)).state.step).to.equal(
      'select-provider',
    );
  });

  it('redirects by itself only if the person was at the provider', () => {
    const linked = { state: 'success', redirect_url: 'https://app.example/' };
    expect(types(reloaded({ step: 'sign-in' }, linked))).not.to.include('redirect');
    expect(types(reloaded({ step: 'connecting' }, linked))).to.include('redirect');
  });
});

describe('a challenge after a reload', () => {
  it('never offers a new code, because the credentials were lost with the page', () => {
    const { effects } = play(toCode);
    const timers = effects.flatMap((effect) => (effect.type === 'start-timer' ? [effect.timer] : []));
    expect(timers).to.deep.equal(['expiry']);
    expect(effects.map(({ type }) => type)).not.to.include(undefined);
    const further = [...toCode, submitCode(), resultReceived(pending('email'))];
    expect(at(play(further).state, 'challenge')).to.deep.include({ round: 2, resend: 'unavailable' });
    const lost: readonly Play[] = [...toCode, submitCode(), requestFailed('network_failed')];
    const back = play([...lost, { type: 'retry-requested' }, stateRead({ state: 'pending_provider_mfa' })]);
    expect(at(back.state, 'challenge')).to.deep.include({ busy: false, resend: 'unavailable' });
  });
});

describe('a page that is shown again', () => {
  it('treats a page from the back/forward cache as after a reload', () => {
    const { state, effects } = play([...toChallenge, { type: 'page-restored' }]);
    expect(state.step).to.equal('loading');
    expect(effects).to.deep.include({ type: 'forget-credentials' });
    const back = play(
      [
        sessionStarted({
          session: session({ state: 'pending_provider_mfa', provider: password.slug }),
          providers: [password, oauth],
        }),
      ],
      state,
    );
    expect(at(back.state, 'challenge').resend).to.equal('unavailable');
  });

  it('does not wait for a window if the page itself went to the provider and was brought back', () => {
    const { state } = play([
      ...toAuthorize,
      { type: 'authorize-requested' },
      windowSays('blocked'),
      { type: 'same-window-requested' },
      { type: 'page-restored' },
    ]);
    expect(state.step).to.equal('loading');
    const started = session({ state: 'started', provider: oauth.slug });
    const back = play([sessionStarted({ session: started, providers: [password, oauth] })], state);
    expect(at(back.state, 'authorize').phase).to.equal('ready');
  });
});
