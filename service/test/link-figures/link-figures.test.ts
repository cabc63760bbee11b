// The statistics stay the same when sessions become figures of their day.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import fc from 'fast-check';
import { linkSteps, linkTraces } from 'svc-link/contract';
import { transact } from '../../src/db/index.js';
import { endOverdue } from '../../src/link/index.js';
import { countDays, forgetSessions } from '../../src/link-figures/index.js';
import { linkFunnel } from '../../src/management/link-funnel.js';
import { linkProblems } from '../../src/management/link-problems.js';
import { addDays, dayOf, whileMore } from '../../src/work/index.js';
import { openLinkRows, type LinkRows } from '../support/link-rows.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const runs = process.env['LONG'] === undefined ? 10 : 300;
const now = new Date('2026-06-15T12:00:00Z');
const providers = ['aurora_ring', 'quartz_scale', 'zephyr_bed'] as const;

describe(`the figures of days (SEED=${seed})`, () => {
  let rows: LinkRows;
  beforeAll(async () => {
    rows = await openLinkRows(now);
  });
  afterAll(() => rows.close());

  const step = fc.record({
    step: fc.constantFrom(...linkSteps, ...linkTraces, 'problem' as const),
    provider: fc.constantFrom(null, ...providers),
    error_type: fc.constantFrom('user_cancelled', 'provider_api_error'),
  });
  const session = fc.record({
    day: fc.integer({ min: 0, max: 3 }),
    mode: fc.constantFrom(null, 'inline', 'dialog'),
    team: fc.constantFrom('own', 'own', 'other'),
    steps: fc.array(step, { maxLength: 8 }),
  });
  type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

  async function store({ day, mode, team, steps }: Session): Promise<string> {
    const started = new Date(now.getTime() + day * 86_400_000);
    const team_id = team === 'own' ? rows.teamId : rows.otherTeamId;
    const page = JSON.stringify({ origin: null, mode, version: null });
    const { session: made } = await rows.newSession({ team_id, started_on: started, ...(mode && { page }) });
    const stored = steps.map(({ error_type, ...each }) => ({
      ...each,
      ...{ session_id: made.id, team_id, day: dayOf(started), at: started },
      error_type: each.step === 'problem' ? error_type : null,
    }));
    if (stored.length > 0) await rows.db.insertInto('link_step').values(stored).execute();
    return made.id;
  }

  /** All statistics of both teams: for all providers and each one, for all days and for some. */
  async function statistics(): Promise<unknown> {
    const said: unknown[] = [];
    for (const teamId of [rows.teamId, rows.otherTeamId])
      for (const provider of [undefined, ...(teamId === rows.teamId ? providers : [])])
        for (const [from, until] of [
          [0, 4],
          [1, 3],
        ] as const) {
          const filter = {
            teamId,
            provider,
            start: addDays(dayOf(now), from),
            end: addDays(dayOf(now), until),
          };
          said.push(await linkFunnel(rows.db, filter), await linkProblems(rows.db, filter));
        }
    return said;
  }

  async function empty(): Promise<void> {
    for (const table of ['link_session', 'link_day', 'link_total', 'link_counted'] as const)
      await rows.db.deleteFrom(table).execute();
  }

  /** Counts the days that are over this many days after the first of these sessions. */
  const count = (days: number) =>
    whileMore(
      () => transact(rows.db, (tx) => countDays(tx, new Date(now.getTime() + days * 86_400_000))),
      Infinity,
    );

  const whens = fc.array(fc.nat(2));
  const days = fc.tuple(fc.nat(8), fc.nat(8), fc.nat(8));
  it('say the same as the sessions did, whichever of them are gone and whatever is counted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(session, { maxLength: 8 }),
        whens,
        days,
        async (sessions, when, countedAfter) => {
          await empty();
          const ids: string[] = [];
          for (const each of sessions) ids.push(await store(each));
          const before = await statistics();
          // Some are deleted first, some later, and the rest at the end.
          for (const turn of [0, 1, 2] as const) {
            const gone = ids.filter((_, at) => (when[at] ?? 2) === turn);
            await transact(rows.db, (tx) => forgetSessions(tx, gone));
            assert.deepEqual(await statistics(), before);
            await count(countedAfter[turn]);
            assert.deepEqual(await statistics(), before);
          }
          assert.deepEqual(await rows.db.selectFrom('link_step').select('id').execute(), []);
        },
      ),
      { seed, numRuns: runs },
    );
  });

  const opened = { step: 'opened', provider: null, error_type: 'user_cancelled' } as const;
  const funnelOf = (day: number) =>
    linkFunnel(rows.db, {
      ...{ teamId: rows.teamId, provider: undefined },
      ...{ start: addDays(dayOf(now), day), end: addDays(dayOf(now), day + 1) },
    });

  it('are read without the steps of a day from its third day on', async () => {
    await empty();
    for (const day of [0, 1]) await store({ day, mode: null, team: 'own', steps: [opened] });
    await count(3);
    await rows.db.deleteFrom('link_step').execute();
    assert.deepEqual(
      [(await funnelOf(0)).steps[0], (await funnelOf(1)).steps[0]].map((step) => step?.sessions),
      [1, 0],
    );
  });

  it('are not those of a day that is over by the clock of one process alone', async () => {
    await empty();
    const ahead = new Date(Date.now() + 30 * 86_400_000);
    await transact(rows.db, (tx) => countDays(tx, ahead));
    const counted = await rows.db.selectFrom('link_counted').select('until').execute();
    assert.deepEqual(
      counted.map(({ until }) => until < dayOf(new Date())),
      [true, true],
    );
  });

  it('wait for what a session that was left is still to be told', async () => {
    await empty();
    const id = await store({ day: 0, mode: null, team: 'own', steps: [opened] });
    const left = { challenge: new Uint8Array(1), challenge_expires_at: now };
    await rows.db.updateTable('link_session').set(left).where('id', '=', id).execute();
    await count(9);
    assert.deepEqual(await rows.db.selectFrom('link_counted').selectAll().execute(), []);
    await transact(rows.db, (tx) => endOverdue(tx, now));
    await count(9);
    const problems = await linkProblems(rows.db, {
      ...{ teamId: rows.teamId, provider: undefined, start: dayOf(now), end: addDays(dayOf(now), 1) },
    });
    assert.deepEqual(
      problems.problems.map(({ error_type, sessions }) => [error_type, sessions]),
      [['provider_credential_error', 1]],
    );
    assert.equal((await rows.db.selectFrom('link_counted').selectAll().execute()).length, 2);
  });

  it('tell of days, providers, modes and outcomes, and of nobody', async () => {
    await rows.db.deleteFrom('link_day').execute();
    const id = await store({
      ...{ day: 0, mode: 'dialog', team: 'own' },
      steps: [
        { step: 'opened', provider: null, error_type: 'user_cancelled' },
        { step: 'connected', provider: 'aurora_ring', error_type: 'user_cancelled' },
        { step: 'left', provider: 'aurora_ring', error_type: 'user_cancelled' },
      ],
    });
    await transact(rows.db, (tx) => forgetSessions(tx, [id]));
    const figures = await rows.db
      .selectFrom('link_day')
      .selectAll()
      .orderBy('step')
      .orderBy('provider')
      .execute();
    const of = {
      team_id: rows.teamId,
      day: '2026-06-15',
      mode: 'dialog',
      error_type: '',
      sessions: 1,
      times: 1,
    };
    assert.deepEqual(figures, [
      { ...of, step: 'connected', provider: '' },
      { ...of, step: 'connected', provider: 'aurora_ring' },
      { ...of, step: 'opened', provider: '' },
      { ...of, step: 'signed_in', provider: '' },
      { ...of, step: 'signed_in', provider: 'aurora_ring' },
    ]);
  });
});
