import { expect } from '@open-wc/testing';
import { conclude } from '../../../src/flow/transition/conclude.js';
import { closeRun } from '../../../src/flow/transition/end-run.js';
import { show } from '../../../src/flow/transition/failure.js';
import { closeFirst, firstTurn, stranded } from '../../../src/flow/transition/first-turn.js';
import { failureOf, problemOf } from '../../../src/flow/transition/problem.js';
import type { Event } from '../../../src/flow/index.js';
import { begin, transition } from '../../../src/flow/index.js';
import {
  answer,
  oauth,
  options,
  password,
  play,
  requestFailed,
  sessionStarted,
  start,
  toPicker,
  toSignIn,
  type Play,
} from '../plays.js';

const close: Event = { type: 'close-requested' };
const told = (id: number, more = {}): Event => ({
  ...{ type: 'session-started', id, answer: answer(more), now: Date.parse('2026-01-01T00:00:00Z') },
});

describe('the first turns', () => {
  const early: Record<string, readonly [readonly Play[], Event]> = {
    'a start': [[], start()],
    'a session that has begun': [[start()], told(1)],
    'a session that is new': [[start()], told(1, { state: 'created' })],
    'a query': [toPicker, { type: 'query-changed', query: 'x' }],
    'the network that went': [toPicker, { type: 'went-offline' }],
    'a close before the start': [[], close],
    'a close before the start, with a redirect for who gives up': [
      [{ type: 'options-changed', options: options({ redirectOn: ['cancel'] }) }],
      close,
    ],
    'a close in the picker': [toPicker, close],
    'a close while it loads': [[start()], close],
    'a close where the host page wants no redirect': [[start({ redirectOn: ['success', 'error'] })], close],
    'a close after the start failed': [[start(), requestFailed('network_failed')], close],
  };
  for (const [name, [way, event]] of Object.entries(early))
    it(`need no more than the first screen: ${name}`, () => {
      const { state } = way.length > 0 ? play(way) : { state: begin() };
      const turn = firstTurn(state, event);
      expect(turn).not.to.equal(null);
      expect(transition(state, event)).to.deep.equal(turn);
    });

  const redirecting = sessionStarted(answer({ on_close: 'redirect', redirect_url: 'https://app.example/' }));
  const later: Record<string, readonly [readonly Play[], Event]> = {
    'a session that has succeeded': [[start()], told(1, { state: 'success' })],
    'a session that failed': [[start()], told(1, { state: 'error', error_type: 'user_cancelled' })],
    'a session that nobody waits for': [[start()], told(7)],
    'a session after the picker': [toPicker, told(1)],
    'a session of a chosen provider': [[...toSignIn, { type: 'token-replaced' }], told(2)],
    'a session behind a form': [toSignIn, told(2)],
    'a session of the one provider': [
      [start()],
      { ...(told(1) as Extract<Event, { type: 'session-started' }>), answer: answer({}, [password]) },
    ],
    'a close that leads on, by the host page': [[start({ redirectOn: ['cancel'] })], close],
    'a close that leads on, by the token': [[start(), redirecting], close],
    'a query where nobody searches': [[start()], { type: 'query-changed', query: 'x' }],
    'a choice': [toPicker, { type: 'provider-chosen', provider: password.slug }],
    'the network that is back': [toPicker, { type: 'went-online' }],
  };
  for (const [name, [way, event]] of Object.entries(later))
    it(`are left to the rest: ${name}`, () => {
      expect(firstTurn(play(way).state, event)).to.equal(null);
    });

  it('count a run that is closed before it begins, and announce nothing', () => {
    expect(firstTurn(begin(), close)).to.deep.equal([{ ...begin(), run: 1 }, []]);
  });

  it('never close a page twice', () => {
    const over = play([start(options()), close]).state;
    expect(firstTurn(over, close)).to.equal(null);
  });
});

describe('after the first turns', () => {
  it('the return of the network orders no effects', () => {
    const { state } = play([...toPicker, { type: 'went-offline' }]);
    expect(transition(state, { type: 'went-online' })).to.deep.equal([{ ...state, online: true }, []]);
  });

  it('options that name another provider change nothing if the person has chosen one', () => {
    const { state } = play(toSignIn);
    const given = options({ provider: oauth.slug });
    expect(transition(state, { type: 'options-changed', options: given })).to.deep.equal([
      { ...state, options: given },
      [],
    ]);
  });
});

describe('a flow if the rest does not load', () => {
  const network: Record<string, readonly Play[]> = {
    network_failed: toPicker,
    offline: [...toPicker, { type: 'went-offline' }],
  };
  for (const [code, way] of Object.entries(network))
    it(`reports ${code} and orders nothing else`, () => {
      const [state, effects] = stranded(play(way).state)!;
      expect(state).to.deep.include({ step: 'problem' });
      expect(effects).to.deep.equal([
        {
          type: 'announce',
          announcement: {
            ...{ name: 'svc-step', detail: { step: 'problem', previous: 'select-provider', provider: null } },
          },
        },
        {
          type: 'announce',
          announcement: {
            name: 'svc-error',
            detail: { result: null, code, step: 'select-provider', retryable: true },
          },
        },
      ]);
    });

  it('reports nothing more after the first screen', () => {
    expect(stranded(play(toSignIn).state)).to.equal(null);
    expect(stranded(play([...toPicker, close]).state)).to.equal(null);
  });
});

describe('the rules that the first screen has in a simpler form', () => {
  const ways: Record<string, readonly Play[]> = {
    'while it loads': [start()],
    'in the picker': toPicker,
    'in the picker without a network': [...toPicker, { type: 'went-offline' }],
  };
  for (const [name, way] of Object.entries(ways)) {
    const { state } = play(way);
    const problem = problemOf(state, failureOf(state.online ? 'network_failed' : 'offline'), state.step);

    it(`show the same problem as the complete rules: ${name}`, () => {
      expect(stranded(state)).to.deep.equal(conclude(state, show(state, problem)));
    });

    for (const [where, from] of [
      ['there', state],
      ['at that problem', show(state, problem)[0]],
    ] as const)
      it(`end like the complete rules, except for a note to the service: ${name}, ${where}`, () => {
        const [after, effects] = conclude(from, closeRun(from)!);
        const others = effects.filter(({ type }) => type !== 'note-leaving');
        expect(closeFirst(from)).to.deep.equal([after, others]);
      });
  }
});
