import { expect } from '@open-wc/testing';
import type { Effect } from '../../../src/flow/index.js';
import {
  answer,
  at,
  choose,
  detailOf,
  oauth,
  options,
  password,
  play,
  polled,
  requestFailed,
  sessionGiven,
  sessionStarted,
  start,
  timer,
  toAuthorize,
  windowSays,
  type Play,
} from '../plays.js';

const asked: Play = { type: 'handoff-requested' };
const mayHandOff = answer({ can_hand_off: true });
const atSignIn: readonly Play[] = [start(), sessionStarted(mayHandOff), choose(password.slug)];
const onPhone: readonly Play[] = [...atSignIn, asked];
const handoff = (state: string) => ({ handoff: { id: 'h1', state }, can_hand_off: true });
const types = (effects: readonly Effect[]) => effects.map(({ type }) => type);

describe('a link on a phone', () => {
  it('is offered at sign-in and before a window opens, if the service allows it', () => {
    const { state, effects } = play(onPhone);
    expect([state.step, state.acted, state.provider]).to.deep.equal(['handoff', true, password.slug]);
    expect(types(effects)).to.include('poll-session');
    const ready = play([start(), sessionStarted(mayHandOff), choose(oauth.slug), asked]).state;
    expect(ready.step).to.equal('handoff');
    expect(play([...toAuthorize, asked]).state.step).to.equal('authorize');
  });

  it('is not begun while the start waits for confirmation, or a window is open', () => {
    const given = play([
      start(),
      sessionGiven(answer({ state: 'created', can_hand_off: true })),
      choose(password.slug),
    ]).state;
    expect(play([asked], given).state).to.equal(given);
    const out = play([
      start(),
      sessionStarted(mayHandOff),
      choose(oauth.slug),
      { type: 'authorize-requested' },
      windowSays('opened'),
    ]).state;
    expect(play([asked], out).state).to.equal(out);
  });

  it('keeps what the service says about it, and asks at once if something is expected', () => {
    const { state } = play([...onPhone, polled(handoff('opened'))]);
    expect(state.session?.handoff?.state).to.equal('opened');
    const again = play([{ type: 'news-expected' }], state);
    expect(again.effects).to.deep.equal([{ type: 'poll-session', id: state.awaiting }]);
  });

  it('ends here as if it had been made here', () => {
    const { state, effects, said } = play([
      ...onPhone,
      polled(handoff('accepted')),
      polled({ state: 'success', provider: oauth.slug, provider_id: 'p1', connected: true }),
    ]);
    expect([state.step, state.provider]).to.deep.equal(['done', oauth.slug]);
    expect(said.slice(-3)).to.include.members(['svc-success', 'svc-exit']);
    expect(detailOf(effects, 'svc-success')).to.deep.include({ provider: oauth.slug, provider_id: 'p1' });
  });

  it('passes on the code with which the host confirms', () => {
    const { effects } = play([...onPhone, polled({ state: 'pending_confirmation', confirm_code: 'c1' })]);
    expect(detailOf(effects, 'svc-success')).to.deep.include({ confirm_code: 'c1', state: 'success' });
  });

  it('reports each problem once, and waits for the next try', () => {
    const wrong = { ...handoff('accepted'), state: 'error', error_type: 'provider_credential_error' };
    const { state, said } = play([
      ...onPhone,
      polled(handoff('accepted')),
      polled({ ...wrong, attempt: 1 }),
      polled({ ...wrong, attempt: 1 }),
      polled({ ...wrong, attempt: 2 }),
    ]);
    expect(said.filter((name) => name === 'svc-error')).to.have.length(2);
    expect(at(state, 'handoff').lastProblem?.code).to.equal('provider_credential_error');
    const next = play([polled({ ...handoff('accepted'), attempt: 3 })], state);
    expect(next.state.lastProblem).to.equal(null);
  });

  it('has words for an error without a type', () => {
    const odd = { ...handoff('accepted'), state: 'error', error_type: null, attempt: 1 };
    const { state } = play([...onPhone, polled(handoff('accepted')), polled(odd)]);
    expect(at(state, 'handoff').lastProblem).to.deep.include({ code: 'unknown', from: 'handoff' });
  });

  it('says nothing about an earlier error', () => {
    const old = { ...handoff('offered'), state: 'error', error_type: 'provider_api_error', attempt: 4 };
    const { state, said } = play([...onPhone, polled(old), polled(old)]);
    expect([state.step, state.lastProblem]).to.deep.equal(['handoff', null]);
    expect(said).not.to.include('svc-error');
  });

  it('returns to the form before it, and ends with an unusable token', () => {
    for (const type of ['back-requested', 'cancel-requested'] as const)
      expect(play([...onPhone, { type }]).state.step).to.equal('sign-in');
    expect(play([...onPhone, requestFailed('invalid_token')]).state.step).to.equal('problem');
  });

  it('is ended when the person closes, and the answer says whether it has just finished', () => {
    const { state, effects } = play([...onPhone, { type: 'close-requested' }]);
    expect(types(effects).slice(-4)).to.include('end-handoff').and.not.to.include('read-state');
    const late = play([timer('last-look')], state);
    expect(detailOf(late.effects, 'svc-exit')).to.deep.include({ outcome: 'cancelled', step: 'handoff' });
  });

  it('is followed after a reload for as long as a phone may come or is in use', () => {
    const resume = { sameToken: true, provider: password.slug, step: 'handoff' as const, told: null };
    const reloaded: Play = { type: 'started', options: options(), resume };
    for (const [state, step] of [
      ['accepted', 'handoff'],
      ['opened', 'handoff'],
      ['offered', 'handoff'],
      ['expired', 'sign-in'],
      ['ended', 'sign-in'],
    ] as const)
      expect(play([reloaded, sessionStarted(answer(handoff(state)))]).state.step, state).to.equal(step);
    for (const other of [{ sameToken: false }, { step: 'sign-in' as const }]) {
      const begun: Play = { type: 'started', options: options(), resume: { ...resume, ...other } };
      expect(play([begun, sessionStarted(answer(handoff('opened')))]).state.step).to.equal('sign-in');
    }
    const done = play([reloaded, sessionStarted(answer({ state: 'success', provider: password.slug }))]);
    expect(done.said).to.include('svc-success');
  });
});
