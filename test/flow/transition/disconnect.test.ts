// A person who may end connections: the question, the orders after a yes, and where the person is then.
import { expect } from '@open-wc/testing';
import { firstTurn } from '../../../src/flow/transition/index.js';
import type { Event } from '../../../src/flow/index.js';
import {
  answer,
  askToEnd,
  at,
  broken,
  choose,
  connected,
  detailOf,
  disconnected,
  failure,
  managed,
  password,
  play,
  requestFailed,
  result,
  resultReceived,
  sessionGiven,
  sessionStarted,
  start,
  startConfirmed,
  startRefused,
  submit,
  tokenRefused,
  tokenRenewed,
  toQuestion,
  type Play,
} from '../plays.js';
import { World } from '../world.js';

const yes: Event = { type: 'disconnect-confirmed' };
const back: Event = { type: 'back-requested' };
const cancel: Event = { type: 'cancel-requested' };
const retry: Event = { type: 'retry-requested' };
const asked: readonly Play[] = [...toQuestion, yes];
const orders = ({ effects }: ReturnType<typeof play>) =>
  effects
    .filter(({ type }) => type === 'disconnect')
    .map((effect) => 'provider' in effect && effect.provider);
const starts = ({ effects }: ReturnType<typeof play>) =>
  effects.filter(({ type }) => type === 'start-session').length;

describe('a person who may end connections', () => {
  it('gets the list with all its actions', () => {
    const begun = play([start()]).state;
    const arrives: Event = { type: 'session-started', id: 1, answer: answer({ manage: true }), now: 0 };
    expect(firstTurn(begun, arrives)).to.equal(null);
    expect(firstTurn(begun, { ...arrives, answer: answer() })).not.to.equal(null);
  });

  it('gets the list of one provider, too', () => {
    const one = [connected];
    expect(play([start(), sessionStarted(answer({}, one))]).state.step).to.equal('sign-in');
    const list = play([start(), sessionStarted(answer({ manage: true }, one))]).state;
    expect(list.step).to.equal('select-provider');
  });

  it('is asked first, for a working connection and for a broken one', () => {
    const question = play(toQuestion);
    expect(question.state).to.deep.include({ step: 'disconnect', provider: connected.slug, busy: false });
    expect(orders(question)).to.deep.equal([]);
    const other = play(
      [{ type: 'disconnect-requested', provider: broken.slug }],
      play([...toQuestion, cancel]).state,
    );
    expect(other.state).to.deep.include({ step: 'disconnect', provider: broken.slug });
  });

  it('is not asked about a provider that is not connected or not offered, or if the token does not allow it', () => {
    const list = play([...toQuestion, cancel]).state;
    for (const provider of [password.slug, 'nobody'])
      expect(play([{ type: 'disconnect-requested', provider }], list).state).to.equal(list);
    const others = play([start(), sessionStarted(answer({}, managed))]).state;
    expect(play([askToEnd], others).state).to.equal(others);
  });

  it('ends it once, however often they confirm', () => {
    const played = play([...asked, yes, yes]);
    expect(orders(played)).to.deep.equal([connected.slug]);
    expect(played.state).to.deep.include({ step: 'disconnect', busy: true });
    expect(played.said).not.to.include('svc-disconnect');
  });

  it('finds it unmarked in the list, after the providers that are still connected, and the page is told', () => {
    const { state, effects, said } = play([...asked, disconnected]);
    expect(state).to.deep.include({ step: 'select-provider', provider: null, awaiting: null });
    expect(said.slice(-2)).to.deep.equal(['svc-disconnect', 'svc-step']);
    expect(detailOf(effects, 'svc-disconnect')).to.deep.equal({ provider: connected.slug });
    expect(state.providers.map(({ slug, connected: is }) => [slug, is])).to.deep.equal([
      [broken.slug, false],
      [connected.slug, false],
      [password.slug, false],
      ['carrier_pigeon', false],
    ]);
    expect(play([askToEnd], state).state).to.equal(state);
  });

  it('gets no result for a connection that was made here and ended again, which does not use up the token', () => {
    const token = answer({ manage: true, multiple: true, connections: [] });
    const made: readonly Play[] = [
      start(),
      sessionStarted(token),
      choose(password.slug),
      submit(),
      resultReceived(result({ provider: password.slug, provider_id: 'p1', attempt: 1 })),
      { type: 'another-connection-requested' },
      { type: 'disconnect-requested', provider: password.slug },
      yes,
      disconnected,
    ];
    const left = play([...made, { type: 'leave-requested' }]);
    expect(detailOf(left.effects, 'svc-exit')).to.deep.equal({
      outcome: 'cancelled',
      step: 'select-provider',
      result: null,
      results: [],
    });
    expect(left.effects.map(({ type }) => type)).not.to.include('finish-session');
    const again = play([
      ...made,
      choose(password.slug),
      submit(),
      resultReceived(result({ provider: password.slug, provider_id: 'p1', attempt: 2 })),
    ]);
    expect(again.said.filter((name) => name === 'svc-success')).to.have.length(2);
  });

  for (const event of [back, cancel])
    it(`goes back to the list by ${event.type}, without a request`, () => {
      const before = play(toQuestion);
      const played = play([event], before.state);
      expect(played.state).to.deep.include({ step: 'select-provider', provider: null });
      expect(played.effects.filter(({ type }) => type !== 'remember' && type !== 'announce')).to.deep.equal(
        [],
      );
    });

  it('learns from the service what is connected, if they go back while it is being ended', () => {
    const played = play([cancel], play(asked).state);
    expect(played.state).to.deep.include({ step: 'loading', provider: null });
    expect(played.effects.map(({ type }) => type)).to.include.members(['abort', 'start-session']);
    const after = play([sessionStarted(answer({ manage: true }, [password]))], played.state).state;
    expect(after.step).to.equal('select-provider');
  });

  it('is not brought back to the question by a reload', () => {
    const remembered = play(asked).effects.flatMap((effect) => (effect.type === 'remember' ? [effect] : []));
    expect(remembered.map(({ step, provider }) => [step, provider])).to.deep.equal([
      ['select-provider', null],
    ]);
  });
});

describe('a connection that could not be ended', () => {
  it('can be tried again at once, and is ended then', () => {
    const failed = play([...asked, requestFailed('network_failed')]);
    const { problem } = at(failed.state, 'problem');
    expect(problem).to.deep.include({ code: 'network_failed', from: 'disconnect', retryable: true });
    expect(failed.said.at(-1)).to.equal('svc-error');
    const again = play([retry], failed.state);
    expect(orders(again)).to.deep.equal([connected.slug]);
    expect(play([disconnected], again.state).said).to.include('svc-disconnect');
  });

  it('may have been ended anyway, so the list is requested again', () => {
    const failed = play([...asked, requestFailed('network_failed')]).state;
    for (const event of [back, cancel]) {
      const played = play([event], failed);
      expect([played.state.step, starts(played)]).to.deep.equal(['loading', 1]);
      expect(played.state.provider).to.equal(null);
    }
  });

  it('waits as long as the service says, and the list can be used meanwhile', () => {
    const limited = play([...asked, requestFailed('rate_limited', { retryAfter: 30 })]);
    expect(play([retry], limited.state).effects).to.deep.equal([]);
    expect(play([back], limited.state).state.step).to.equal('select-provider');
  });

  it('leads to the list by a new token, and not to the provider', () => {
    const renews: readonly Play[] = [
      start({ canRenew: true }),
      sessionStarted(answer({ manage: true }, managed)),
      askToEnd,
      yes,
      requestFailed('token_expired'),
    ];
    const renewed = play([...renews, tokenRenewed, sessionStarted(answer({ manage: true }, managed))]);
    expect(renewed.state).to.deep.include({ step: 'select-provider', provider: null });
    const refused = play([...renews, tokenRefused]).state;
    expect(at(refused, 'problem').problem).to.deep.include({ code: 'token_expired', from: 'disconnect' });
    expect(play([back], refused).state.step).to.equal('select-provider');
  });

  it('ends with its token, if there is no other', () => {
    for (const code of ['token_expired', 'invalid_token']) {
      const { state } = play([...asked, requestFailed(code)]);
      expect(at(state, 'problem').problem).to.deep.include({ code, retryable: false });
      expect(play([back], state).state).to.equal(state);
    }
  });

  it('leads to the list if the page sets another token meanwhile', () => {
    const replaced = play([...asked, { type: 'token-replaced' }]);
    expect(replaced.state).to.deep.include({ step: 'loading', provider: null });
  });
});

describe('a connection that the person ends before the start is confirmed', () => {
  const early: readonly Play[] = [
    start(),
    sessionGiven(answer({ state: 'created', manage: true }, managed)),
    askToEnd,
    yes,
  ];

  it('ends with the confirmation', () => {
    expect(orders(play(early))).to.deep.equal([]);
    const confirmed = play([...early, yes, startConfirmed(answer({ manage: true }, managed))]);
    expect(orders(confirmed)).to.deep.equal([connected.slug]);
    expect(play([disconnected], confirmed.state).said).to.include('svc-disconnect');
  });

  it('stays if the start is refused, and the next start brings the list', () => {
    const refused = play([...early, startRefused('service_error')]);
    expect(orders(refused)).to.deep.equal([]);
    expect(at(refused.state, 'problem').problem.from).to.equal('loading');
    const again = play([retry, sessionStarted(answer({ manage: true }, managed))], refused.state);
    expect(again.state.step).to.equal('select-provider');
  });
});

describe('the request that ends a connection', () => {
  it('names its provider, and the event has the answer as its source', async () => {
    const world = new World();
    await world.flow.preload();
    world.send(start());
    await world.answer('start', answer({ manage: true }, managed));
    world.send(askToEnd, yes);
    const [call] = world.named('/v2/link/connection/{provider}');
    expect(call?.given).to.deep.equal([{ provider: connected.slug }]);
    await world.answer('/v2/link/connection/{provider}', { success: true, reference: 'r-end' });
    expect(world.said.find(({ name }) => name === 'svc-disconnect')?.detail).to.deep.equal({
      provider: connected.slug,
      link_session_id: 'session-1',
      request_id: 'r-end',
    });
  });

  it('is aborted if the person goes back', async () => {
    const world = new World();
    await world.flow.preload();
    world.send(start());
    await world.answer('start', answer({ manage: true }, managed));
    world.send(askToEnd, yes, cancel);
    await world.fail('/v2/link/connection/{provider}', failure('network_failed'));
    expect(world.flow.state.step).to.equal('loading');
  });
});
