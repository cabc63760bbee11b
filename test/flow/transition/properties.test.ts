import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { Event, Step } from '../../../src/flow/index.js';
import { createPerformers, steps, transition } from '../../../src/flow/index.js';
import { createUnderWay } from '../../../src/flow/runner/under-way.js';
import { secrets } from '../plays.js';
import { walk, ways, type Way } from '../random.js';
import { World } from '../world.js';

const secret = new RegExp(`${secrets.password}|${secrets.code}`);

/** Ten times as many in the long check; web-test-runner.config.mjs puts the number here. */
declare const PROPERTY_RUNS: number;
const numRuns = PROPERTY_RUNS;

/** Orders that hold what a person typed. */
const sends = /^(submit|hold)-(credentials|code)$/;

/** `first`: ways that are always walked too. */
const check = (look: () => Parameters<typeof walk>[1], first: readonly Way[] = []) =>
  fc.assert(
    fc.property(ways, (way) => {
      walk(way, look());
    }),
    { numRuns, examples: first.map((way) => [way]) },
  );

/** Something for each event that a person can cause without leaving. */
const acts: readonly Event[] = [
  { type: 'retry-requested' },
  { type: 'back-requested' },
  { type: 'cancel-requested' },
  { type: 'sign-in-again-requested' },
  { type: 'another-provider-requested' },
  { type: 'authorize-requested' },
  { type: 'disconnect-confirmed' },
  { type: 'query-changed', query: 'x' },
  { type: 'username-changed', username: 'x' },
  { type: 'code-submitted', code: 'x' },
];

/** Answers after which an effect is over. */
const last =
  /^(session-started|result-received|state-read|request-failed|token-.*|window-blocked|disconnected)$/;

describe('any sequence of events', () => {
  it('reaches every step', () => {
    const seen = new Set<Step>();
    check(() => (_, __, after) => seen.add(after.step));
    expect([...seen]).to.have.members([...steps]);
  });

  it('never shows or announces a password or a code', () => {
    check(() => (_, __, after, effects) => {
      expect(JSON.stringify(after)).not.to.match(secret);
      const told = effects.filter(({ type }) => !sends.test(type));
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
          // An event that begins a run first ends the run before it.
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

  it('is never in a step that cannot be left', () => {
    check(() => (_, __, after) => {
      if (after.step === 'closed') return;
      expect(transition(after, { type: 'leave-requested' })[0].step).to.equal('closed');
      // A person who does not want to give up has something to do or to wait for, unless the run is over.
      const over =
        after.step === 'done' ||
        (after.step === 'problem' && (!after.problem.retryable || after.problem.retryAfter !== null));
      const act = acts.some((event) => transition(after, event)[0] !== after);
      expect(over || act || after.awaiting !== null, after.step).to.equal(true);
    });
  });

  it('drops answers for which it does not wait', () => {
    check(() => (before, event, after, effects) => {
      if (!('id' in event)) return;
      if ([before.awaiting, before.renewing, before.confirming].includes(event.id)) return;
      expect(after).to.equal(before);
      expect(effects).to.deep.equal([]);
    });
  });

  it('aborts the requests for which it does not wait any more', () => {
    check(() => {
      const open = new Set<number>();
      return (before, event, after, effects) => {
        if (after === before && effects.length === 0) return;
        if ('id' in event && last.test(event.type)) open.delete(event.id);
        for (const effect of effects) {
          if (effect.type === 'abort') open.delete(effect.id);
          else if ('id' in effect && effect.type !== 'focus-window') open.add(effect.id);
        }
        const expected = [after.awaiting, after.renewing, after.confirming].filter((id) => id !== null);
        expect([...open].sort()).to.deep.equal(expected.sort());
      };
    });
  });

  it('sends credentials and codes only if a person says so', () => {
    const words: Record<string, Event['type']> = {
      'submit-credentials': 'credentials-submitted',
      'hold-credentials': 'credentials-submitted',
      'resubmit-credentials': 'new-code-requested',
      'submit-code': 'code-submitted',
    };
    check(() => {
      // What the person sent before the start was confirmed is sent once, with the confirmation.
      let held = false;
      return (before, event, after, effects) => {
        for (const { type } of effects) {
          if (!words[type]) continue;
          const released = held && type === 'resubmit-credentials' && before.confirming !== null;
          if (!released) expect(event.type).to.equal(words[type]);
          held = type === 'hold-credentials';
        }
        if (after.step !== 'connecting') held = false;
      };
    });
  });

  it('ends a connection only if a person who may do so says so, and never sends two requests for it at once', () => {
    let times = 0;
    check(() => {
      // A yes before the start was confirmed is sent once the start is confirmed.
      let said = false;
      return (before, event, after, effects) => {
        said =
          (said && before.step === 'disconnect' && before.busy) ||
          event.type === 'disconnect-confirmed' ||
          (event.type === 'retry-requested' && before.step === 'problem');
        const orders = effects.filter(({ type }) => type === 'disconnect');
        expect(orders.length).to.be.at.most(before.step === 'disconnect' && before.awaiting !== null ? 0 : 1);
        if (orders.length === 0) return;
        times += 1;
        expect(said, event.type).to.equal(true);
        expect(after).to.deep.include({ step: 'disconnect', busy: true });
        expect(orders[0]).to.deep.include({ provider: before.provider });
      };
    }, [{ from: 'question', canRenew: false, moves: [{ type: 'disconnect-confirmed' }] }]);
    expect(times).to.be.above(0);
  });

  it('dispatches svc-disconnect only for an answer, after which nothing of the connection is left', () => {
    check(() => (before, event, after, effects) => {
      const told = effects.flatMap((effect) =>
        effect.type === 'announce' && effect.announcement.name === 'svc-disconnect'
          ? [effect.announcement.detail.provider]
          : [],
      );
      expect(told).to.deep.equal(event.type === 'disconnected' && after !== before ? [before.provider] : []);
      for (const slug of told) {
        expect(after.results.map(({ provider }) => provider)).not.to.include(slug);
        const provider = after.offered.find((each) => each.slug === slug);
        expect(provider?.connected || provider?.broken || false).to.equal(false);
      }
    });
  });

  it('sends nothing before the start is confirmed', () => {
    const leaves = ['submit-credentials', 'resubmit-credentials', 'submit-code', 'disconnect'];
    const early = ['select-provider', 'disconnect', 'sign-in', 'authorize', 'connecting', 'problem'];
    let times = 0;
    check(() => (_, __, after, effects) => {
      if (after.confirming === null) return;
      times += 1;
      for (const { type } of effects) expect(leaves).not.to.include(type);
      expect(early).to.include(after.step);
    });
    expect(times).to.be.above(0);
  });

  it('keeps credentials only if a challenge may want a new code', () => {
    check(() => {
      let kept = false;
      return (_, __, after, effects) => {
        for (const { type } of effects) {
          if (type === 'submit-credentials' || type === 'hold-credentials') kept = true;
          if (type === 'resubmit-credentials') expect(kept, 'asks again without credentials').to.equal(true);
          if (type === 'forget-credentials') kept = false;
        }
        if (['done', 'closed', 'loading', 'sign-in', 'select-provider'].includes(after.step)) {
          expect(kept, after.step).to.equal(false);
        }
      };
    });
  });

  it('never follows a dangerous redirect', () => {
    check(() => (_, __, ___, effects) => {
      for (const effect of effects) if (effect.type === 'redirect') expect(effect.url).to.match(/^https:/);
    });
  });

  it('orders only effects that can be carried out', () => {
    const { ports } = new World();
    const performers = createPerformers(
      ports,
      createUnderWay(ports, () => {}),
      () => {},
    );
    const first = ['start-session', 'abort', 'start-timer', 'announce'];
    const known: readonly string[] = [...Object.keys(performers), ...first];
    check(() => (_, __, ___, effects) => {
      for (const effect of effects) {
        expect(known).to.include(effect.type);
        if (effect.type === 'start-timer') expect(effect.seconds).to.be.at.least(0);
      }
    });
  });
});
