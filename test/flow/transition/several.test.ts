import { expect } from '@open-wc/testing';
import { transition, type Event, type Resume, type State } from '../../../src/flow/index.js';
import type { PublicResult } from '../../../src/contract/index.js';
import {
  answer,
  at,
  choose,
  detailOf,
  oauth,
  options,
  otherPassword,
  password,
  play,
  polled,
  refused,
  requestFailed,
  result,
  resultReceived,
  session,
  sessionStarted,
  start,
  stateRead,
  submit,
  timer,
  toDone,
  windowSays,
  type Play,
} from '../plays.js';

const several = { multiple: true, connections: [] };
const another: Event = { type: 'another-connection-requested' };
const finish: Event = { type: 'leave-requested' };
const connect = (provider: string, attempt: number): readonly Play[] => [
  choose(provider),
  submit(),
  resultReceived(result({ provider, provider_id: `at ${provider}`, attempt })),
];
const begun = [start(), sessionStarted(answer(several))];
const one: readonly Play[] = [...begun, ...connect(password.slug, 1)];
const two: readonly Play[] = [...one, another, ...connect(otherPassword.slug, 2)];
const providersOf = (detail: unknown): unknown[] =>
  (detail as { results: PublicResult[] }).results.map(({ provider }) => provider);
const exits = (said: readonly string[]) => said.filter((name) => name === 'svc-exit').length;

describe('a token for several connections', () => {
  it('dispatches svc-success for each, and continues', () => {
    const { state, said, effects } = play(two);
    expect(state.step).to.equal('done');
    expect(said.filter((name) => name === 'svc-success')).to.have.length(2);
    expect(exits(said)).to.equal(0);
    expect(effects.map(({ type }) => type)).not.to.include('finish-session');
    expect(state.results.map(({ provider }) => provider)).to.deep.equal([password.slug, otherPassword.slug]);
  });

  it('goes to the picker for another one without a new token, and marks the connected ones', () => {
    const { state, effects } = play([...one, another]);
    expect(state.step).to.equal('select-provider');
    expect(effects.map(({ type }) => type)).not.to.include('request-token');
    expect(state.providers.filter((provider) => provider.connected).map(({ slug }) => slug)).to.deep.equal([
      password.slug,
    ]);
  });

  it('announces nothing again while the person stays at done', () => {
    const { state, said } = play([...one, { type: 'went-offline' }, { type: 'went-online' }]);
    expect(state.step).to.equal('done');
    expect(said.filter((name) => name === 'svc-success')).to.have.length(1);
    expect(play([{ type: 'token-replaced' }], state).state).to.equal(state);
  });

  it('lists connected providers first if the person may manage them, as the service does', () => {
    const slugsAfter = (more: object) =>
      play([
        start(),
        sessionStarted(answer({ ...several, ...more })),
        ...connect(otherPassword.slug, 1),
        another,
      ]).state.providers.map(({ slug }) => slug);
    const others = [password.slug, oauth.slug];
    expect(slugsAfter({ manage: true }).slice(0, 3)).to.deep.equal([otherPassword.slug, ...others]);
    expect(slugsAfter({}).slice(0, 3)).to.deep.equal([...others, otherPassword.slug]);
  });

  it('dispatches svc-exit once, with all results, uses up the token and then redirects', () => {
    const url = 'https://app.example/back';
    const { said, effects } = play([
      start(),
      sessionStarted(answer({ ...several, redirect_url: url })),
      ...two.slice(2),
      finish,
    ]);
    expect(exits(said)).to.equal(1);
    const detail = detailOf(effects, 'svc-exit');
    expect(detail).to.deep.include({ outcome: 'success', step: 'done' });
    expect(providersOf(detail)).to.deep.equal([password.slug, otherPassword.slug]);
    expect(said.filter((name) => name === 'svc-success')).to.have.length(2);
    const types = effects.map(({ type }) => type);
    expect(types.filter((type) => type === 'redirect')).to.have.length(1);
    expect(types.indexOf('finish-session')).to.be.lessThan(types.indexOf('redirect'));
    const redirect = effects.find(({ type }) => type === 'redirect');
    expect(redirect).to.deep.include({
      url: `${url}?state=success&provider=${otherPassword.slug}&link_session_id=session-1`,
    });
  });

  it('ends with success in any step once something is connected', () => {
    const leaves: readonly (readonly Play[])[] = [
      [another, finish],
      [another, { type: 'close-requested' }],
      [another, choose(otherPassword.slug), { type: 'close-requested' }],
      [another, choose(otherPassword.slug), submit(), { type: 'close-requested' }, stateRead({ ...several })],
      [another, choose(otherPassword.slug), submit(), resultReceived(refused('provider_api_error')), finish],
      [another, choose(otherPassword.slug), submit(), requestFailed('not_found'), finish],
    ];
    for (const way of leaves) {
      const { effects, said, state } = play([...one, ...way]);
      expect(state.step).to.equal('closed');
      expect(exits(said)).to.equal(1);
      const detail = detailOf(effects, 'svc-exit');
      expect(detail).to.deep.include({ outcome: 'success' });
      expect((detail as { result: PublicResult }).result.provider).to.equal(password.slug);
      expect(providersOf(detail)).to.deep.equal([password.slug]);
      expect(effects.filter(({ type }) => type === 'finish-session')).to.have.length(1);
    }
  });

  it('includes the open try at its end, so that the next run reports no connection again', () => {
    const open: readonly Play[] = [...one, another, choose(otherPassword.slug), submit()];
    const restart: Event = { type: 'restart-requested', options: options() };
    // The service ends a try that is open when the person has finished, and has one more number for it.
    const over = sessionStarted(
      answer({
        ...{ multiple: true, connections: [{ provider: password.slug, provider_id: 'p1' }] },
        ...{ state: 'success', provider: password.slug, attempt: 3 },
      }),
    );
    for (const way of [
      [...open, restart, over],
      [...open, { type: 'close-requested' }, timer('last-look'), restart, over],
    ] satisfies Play[][]) {
      const { state, said, effects } = play(way);
      expect(state.step).to.equal('done');
      expect(said.filter((name) => name === 'svc-success')).to.have.length(1);
      expect(effects.findLast(({ type }) => type === 'remember' || type === 'forget')?.type).to.equal(
        'forget',
      );
    }
  });

  it('is cancelled, and stays usable, if nothing was connected', () => {
    for (const way of [[], [choose(password.slug)], [choose(password.slug), submit()]]) {
      const { effects } = play([...begun, ...way, { type: 'close-requested' }, timer('last-look')]);
      expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'cancelled', results: [] });
      expect(effects.map(({ type }) => type)).not.to.include('finish-session');
    }
    const single = play(toDone).effects.map(({ type }) => type);
    expect(single).not.to.include('finish-session');
  });

  it('never uses an earlier success as the outcome of this try', () => {
    const told = { ...several, state: 'success', attempt: 1, provider: password.slug };
    const out = play([
      ...one,
      another,
      choose(oauth.slug),
      { type: 'authorize-requested' },
      windowSays('opened'),
      polled(told),
      polled(told),
    ]);
    expect(out.state.step).to.equal('authorize');
    const after = play([polled({ ...told, attempt: 2, provider: oauth.slug })], out.state);
    expect(after.state.step).to.equal('done');
    expect(after.said.filter((name) => name === 'svc-success')).to.have.length(1);

    // A request that never reached the service; then the state is requested.
    const lost = play([...one, another, choose(otherPassword.slug), submit(), requestFailed('timeout')]);
    const read = play([{ type: 'retry-requested' }, polled(told)], lost.state);
    expect(read.state.step).to.equal('connecting');
  });

  it('counts tries by the service’s number', () => {
    // The service has begun more attempts than this page knows of.
    const { state } = play([...begun, ...connect(password.slug, 7)]);
    expect(state.told).to.equal('session-1 7');
  });

  it('has one result for each provider, the latest', () => {
    const { state } = play([...one, another, ...connect(password.slug, 2)]);
    expect(state.results).to.have.length(1);
  });

  it('reports the success of another session as new', () => {
    const renewed = answer({ ...several, link_session_id: 'session-2' });
    const { state, said } = play([
      start({ canRenew: true }),
      ...one.slice(1),
      another,
      { type: 'token-replaced' },
      sessionStarted(renewed),
      ...connect(otherPassword.slug, 1),
    ]);
    expect(state.step).to.equal('done');
    expect(said.filter((name) => name === 'svc-success')).to.have.length(2);
    expect(state.results).to.have.length(2);
  });

  it('warns of its token’s expiry between two connections', () => {
    const { said } = play([
      ...one,
      { type: 'timer-fired', timer: 'expiry', now: Date.parse('2026-01-01T00:58:00Z') },
    ]);
    expect(said).to.include('svc-expiring');
  });

  it('offers no other connection if there is only one provider', () => {
    const { state } = play([
      start({ provider: password.slug }),
      sessionStarted(answer(several)),
      submit(),
      resultReceived(result({ provider: password.slug, attempt: 1 })),
    ]);
    expect(transition(state, another)[0]).to.equal(state);
  });
});

describe('a reload between several connections', () => {
  const made = { connections: [{ provider: password.slug, provider_id: 'p1' }], multiple: true };
  const success = { ...made, state: 'success', attempt: 1, provider: password.slug };
  const reloaded = (
    note: Partial<Resume> | null,
    says: Partial<ReturnType<typeof session>>,
  ): readonly Play[] => [
    {
      type: 'started',
      options: options(),
      resume: note && {
        sameToken: true,
        provider: null,
        step: 'select-provider',
        told: 'session-1 1',
        ...note,
      },
    } satisfies Event,
    sessionStarted(answer(says)),
  ];
  const stands = (plays: readonly Play[]): State => play(plays).state;

  it('continues in the picker or with the chosen provider', () => {
    expect(stands(reloaded({}, success)).step).to.equal('select-provider');
    const form = reloaded({ provider: otherPassword.slug, step: 'sign-in' }, success);
    expect(at(stands(form), 'sign-in').provider).to.equal(otherPassword.slug);
  });

  it('shows what is connected if the person was in that step, and does not report it a second time', () => {
    const { state, said } = play(reloaded(null, success));
    expect(state.step).to.equal('done');
    expect(said).not.to.include('svc-success');
    const ended = play([finish], state);
    expect(ended.said).to.include('svc-exit');
    expect(ended.said).not.to.include('svc-success');
    expect(providersOf(detailOf(ended.effects, 'svc-exit'))).to.deep.equal([password.slug]);
  });

  it('redirects once at the end', () => {
    const redirect_url = 'https://app.example/back';
    const { effects } = play([...reloaded(null, { ...success, redirect_url }), finish]);
    expect(effects.filter(({ type }) => type === 'redirect')).to.have.length(1);
  });

  it('uses the success of the try that was open, and not the one before', () => {
    const out = { provider: oauth.slug, step: 'connecting' as const };
    expect(stands(reloaded(out, success)).step).to.equal('authorize');
    const { state, said } = play(reloaded(out, { ...success, attempt: 2, provider: oauth.slug }));
    expect(state.step).to.equal('done');
    expect(said).to.include('svc-success');
  });

  it('remembers what was connected if another try has begun', () => {
    const { effects } = play([
      ...reloaded({}, { ...made, state: 'started', attempt: 2, provider: null }),
      { type: 'close-requested' },
    ]);
    expect(detailOf(effects, 'svc-exit')).to.deep.include({ outcome: 'success' });
  });
});
