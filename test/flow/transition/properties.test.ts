import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { Event, Step } from '../../../src/flow/index.js';
import { createPerformers, steps, transition } from '../../../src/flow/index.js';
import { createUnderWay } from '../../../src/flow/runner/under-way.js';
import { secrets } from '../plays.js';
import { walk, ways } from '../random.js';
import { World } from '../world.js';

const secret = new RegExp(`${secrets.password}|${secrets.code}`);

/** Ten times as many in the long check; web-test-runner.config.mjs puts the number here. */
declare const PROPERTY_RUNS: number;
const numRuns = PROPERTY_RUNS;

const check = (look: () => Parameters<typeof walk>[1]) =>
  fc.assert(
    fc.property(ways, (way) => {
      walk(way, look());
    }),
    { numRuns },
  );

/** Something for each event that a person can cause without leaving. */
const acts: readonly Event[] = [
  { type: 'retry-requested' },
  { type: 'back-requested' },
  { type: 'cancel-requested' },
  { type: 'sign-in-again-requested' },
  { type: 'another-provider-requested' },
  { type: 'authorize-requested' },
  { type: 'query-changed', query: 'x' },
  { type: 'username-changed', username: 'x' },
  { type: 'code-submitted', code: 'x' },
];

/** Answers after which an effect is over. */
const last = /^(session-started|result-received|state-read|request-failed|token-.*|window-blocked)$/;

describe('any sequence of events', () => {
  it('reaches every step', () => {
    const seen = new Set<Step>();
    check(() => (_, __, after) => seen.add(after.step));
    expect([...seen]).to.have.members([...steps]);
  });

  it('never shows or tells a password or a code', () => {
    check(() => (_, __, after, effects) => {
      expect(JSON.stringify(after)).not.to.match(secret);
      const told = effects.filter(({ type }) => type !== 'submit-credentials' && type !== 'submit-code');
      expect(JSON.stringify(told)).not.to.match(secret);
    });
  });

  it('says svc-exit once a run and svc-ready at most once', () => {
    check(() => {
      const said = new Set<string>();
      return (before, event, after, effects) => {
        for (const effect of effects) {
          if (effect.type !== 'announce') continue;
          const { name } = effect.announcement;
          if (name !== 'svc-exit' && name !== 'svc-ready') continue;
          // What begins a run ends the one before it first.
          const begins = event.type === 'restart-requested' || event.type === 'started';
          const run = name === 'svc-exit' && begins ? before.run : after.run;
          expect(said.has(name + run), `${name} twice in run ${run}`).to.equal(false);
          said.add(name + run);
        }
        if (after.run > before.run && before.run > 0)
          expect(said.has(`svc-exit${before.run}`)).to.equal(true);
      };
    });
  });

  it('never stands in a step that cannot be left', () => {
    check(() => (_, __, after) => {
      if (after.step === 'closed') return;
      expect(transition(after, { type: 'leave-requested' })[0].step).to.equal('closed');
      // Who does not want to give up has something to do or to wait for, unless it is over.
      const over =
        after.step === 'done' ||
        (after.step === 'problem' && (!after.problem.retryable || after.problem.retryAfter !== null));
      const act = acts.some((event) => transition(after, event)[0] !== after);
      expect(over || act || after.awaiting !== null, after.step).to.equal(true);
    });
  });

  it('drops answers that are not awaited', () => {
    check(() => (before, event, after, effects) => {
      if (!('id' in event) || event.id === before.awaiting || event.id === before.renewing) return;
      expect(after).to.equal(before);
      expect(effects).to.deep.equal([]);
    });
  });

  it('gives up what it does not wait for any more', () => {
    check(() => {
      const open = new Set<number>();
      return (before, event, after, effects) => {
        if (after === before && effects.length === 0) return;
        if ('id' in event && last.test(event.type)) open.delete(event.id);
        for (const effect of effects) {
          if (effect.type === 'abort') open.delete(effect.id);
          else if ('id' in effect && effect.type !== 'focus-window') open.add(effect.id);
        }
        const expected = [after.awaiting, after.renewing].filter((id) => id !== null);
        expect([...open].sort()).to.deep.equal(expected.sort());
      };
    });
  });

  it('sends credentials and codes only on the word of a person', () => {
    const words: Record<string, Event['type']> = {
      'submit-credentials': 'credentials-submitted',
      'resubmit-credentials': 'new-code-requested',
      'submit-code': 'code-submitted',
    };
    check(() => (_, event, __, effects) => {
      for (const { type } of effects) if (words[type]) expect(event.type).to.equal(words[type]);
    });
  });

  it('keeps credentials only where a challenge may want a new code', () => {
    check(() => {
      let kept = false;
      return (_, __, after, effects) => {
        for (const { type } of effects) {
          if (type === 'submit-credentials') kept = true;
          if (type === 'resubmit-credentials') expect(kept, 'asks again without credentials').to.equal(true);
          if (type === 'forget-credentials') kept = false;
        }
        if (['done', 'closed', 'loading', 'sign-in', 'select-provider'].includes(after.step)) {
          expect(kept, after.step).to.equal(false);
        }
      };
    });
  });

  it('never follows a redirect of a dangerous kind', () => {
    check(() => (_, __, ___, effects) => {
      for (const effect of effects) if (effect.type === 'redirect') expect(effect.url).to.match(/^https:/);
    });
  });

  it('orders nothing but what can be carried out', () => {
    const { ports } = new World();
    const performers = createPerformers(
      ports,
      createUnderWay(ports, () => {}),
      () => {},
    );
    const first = ['start-session', 'abort', 'start-timer', 'remember', 'forget', 'announce'];
    const known: readonly string[] = [...Object.keys(performers), ...first];
    check(() => (_, __, ___, effects) => {
      for (const effect of effects) {
        expect(known).to.include(effect.type);
        if (effect.type === 'start-timer') expect(effect.seconds).to.be.at.least(0);
      }
    });
  });
});
