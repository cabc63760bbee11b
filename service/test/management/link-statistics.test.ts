import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import fc from 'fast-check';
import { createClient } from 'svc-link/client';
import {
  advanceClock,
  completeMfa,
  deleteUser,
  linkSteps,
  readLinkFunnel,
  readLinkProblems,
  type LinkFunnel,
  type LinkProblems,
  type LinkStep,
  type QueryOf,
} from 'svc-link/contract';
import { seededOrg, seededTeam } from '../../src/server/seed.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newOrg, newTeamKey, ofTeam } from '../support/management-scene.js';
import {
  Browser,
  consent,
  newLink as newOauthLink,
  oauthUrl,
  startOauthService,
} from '../support/oauth-service.js';
import { startTestService, type StartedLink, type TestService } from '../support/test-service.js';

const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const daySeconds = 86_400;
type Query = QueryOf<typeof readLinkFunnel>;

/** The totals of a funnel, in the order of its steps. */
const totals = ({ steps }: LinkFunnel) => steps.map(({ sessions }) => sessions);
/** For each problem, the number of sessions and the number of times. */
const counted = ({ problems }: LinkProblems) =>
  Object.fromEntries(problems.map(({ error_type, sessions, times }) => [error_type, [sessions, times]]));

describe(`the statistics of links (SEED=${seed})`, () => {
  let service: TestService;
  let team: { readonly id: string; readonly apiKey: string };
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    team = await service.newTeam();
  });

  const funnel = async (query: Query = {}): Promise<LinkFunnel> =>
    (await service.call(readLinkFunnel, { ...ofTeam(team.id), query })).body;
  const problems = async (query: Query = {}): Promise<LinkProblems> =>
    (await service.call(readLinkProblems, { ...ofTeam(team.id), query })).body;
  const newLink = (body: Parameters<TestService['newLink']>[0] = {}) => service.newLink(body, team.apiKey);
  const answerCode = (link: StartedLink, mfa_code: string, provider = 'quartz_scale') =>
    service.call(completeMfa, { params: { provider }, token: link.token, body: { mfa_code } });
  const wait = (advance_seconds: number) => service.call(advanceClock, { body: { advance_seconds } });
  const today = () => service.clock.now().toISOString().slice(0, 10);
  /** Moves the clock to this many seconds before the next UTC day. */
  const waitUntilBefore = (seconds: number) => {
    const left = daySeconds - (Math.floor(service.clock.now().getTime() / 1000) % daySeconds);
    return wait(left > seconds ? left - seconds : left + daySeconds - seconds);
  };

  it('count how far each session came', async () => {
    await service.newToken({}, team.apiKey);
    await newLink();
    await service.signIn(await newLink(), 'ok@example.com', { password: 'wrong' });
    await service.signIn(await newLink(), 'sms@example.com');
    const challenged = await newLink();
    await service.signIn(challenged, 'sms@example.com');
    await answerCode(challenged, '123456');
    await service.signIn(await newLink(), 'ok@example.com', { provider: 'zephyr_bed' });

    const read = await funnel();
    assert.deepEqual(totals(read), [5, 4, 3, 2, 2]);
    assert.deepEqual(
      read.steps.map(({ step }) => step),
      [...linkSteps],
    );
    assert.deepEqual(read.providers, [
      { provider: 'quartz_scale', provider_chosen: 3, connected: 1 },
      { provider: 'zephyr_bed', provider_chosen: 1, connected: 1 },
    ]);
  });

  it('count a session once, however many tries it took', async () => {
    const link = await newLink();
    await service.signIn(link, 'ok@example.com', { password: 'wrong' });
    await service.signIn(link, 'error-provider_api_error@example.com', { provider: 'zephyr_bed' });
    await service.signIn(link, 'ok@example.com', { password: 'wrong' });
    await service.signIn(link, 'twice@example.com');
    await answerCode(link, '000000');
    await answerCode(link, '000000');
    await answerCode(link, '123456');
    await answerCode(link, '654321');

    const read = await funnel();
    assert.deepEqual(totals(read), [1, 1, 1, 1, 1]);
    assert.deepEqual(read.providers, [
      { provider: 'quartz_scale', provider_chosen: 1, connected: 1 },
      { provider: 'zephyr_bed', provider_chosen: 1, connected: 0 },
    ]);
    const { days, ...rest } = await problems();
    assert.deepEqual(rest.problems, [
      { error_type: 'incorrect_mfa_code', sessions: 1, times: 2 },
      { error_type: 'provider_credential_error', sessions: 1, times: 2 },
      { error_type: 'provider_api_error', sessions: 1, times: 1 },
    ]);
    assert.deepEqual(
      days,
      ['incorrect_mfa_code', 'provider_api_error', 'provider_credential_error'].map((error_type) => ({
        date: today(),
        error_type,
        times: error_type === 'provider_api_error' ? 1 : 2,
      })),
    );
  });

  it('can be limited to one provider, where every session counts as opened', async () => {
    const link = await newLink();
    await service.signIn(link, 'ok@example.com', { password: 'wrong' });
    await service.signIn(link, 'ok@example.com', { provider: 'zephyr_bed' });
    await newLink();
    const read = await funnel({ provider: 'quartz_scale' });
    assert.deepEqual(totals(read), [2, 1, 0, 0, 0]);
    assert.deepEqual(read.providers, [{ provider: 'quartz_scale', provider_chosen: 1, connected: 0 }]);
    assert.deepEqual(counted(await problems({ provider: 'quartz_scale' })), {
      provider_credential_error: [1, 1],
    });
    assert.deepEqual((await problems({ provider: 'zephyr_bed' })).problems, []);
    assert.deepEqual(totals(await funnel({ provider: 'none_of_ours' })), [2, 0, 0, 0, 0]);
  });

  it('distinguish an accepted sign-in from a connection', async () => {
    await service.signIn(await newLink({ confirm: 'host' }), 'ok@example.com');
    const [one, two] = [await newLink(), await newLink({ reject_duplicate_connection: true })];
    await service.signIn(one, 'shared@example.com');
    await service.signIn(two, 'shared@example.com');
    assert.deepEqual(totals(await funnel()), [3, 3, 3, 0, 1]);
    assert.deepEqual(counted(await problems()), { duplicate_connection: [1, 1] });
  });

  it('count expired sessions, and a challenge that was given up', async () => {
    await service.signIn(await newLink({ confirm: 'host' }), 'ok@example.com');
    await service.signIn(await newLink(), 'sms@example.com');
    const link = await newLink();
    await service.signIn(link, 'email@example.com');
    for (let times = 0; times < 5; times++) await answerCode(link, '000000');
    await wait(601);
    assert.deepEqual(counted(await problems({ end: tomorrow() })), {
      incorrect_mfa_code: [1, 4],
      provider_credential_error: [2, 2],
      user_cancelled: [1, 1],
    });
    assert.deepEqual(totals(await funnel()), [3, 3, 3, 2, 0]);
  });
  const tomorrow = () =>
    new Date(service.clock.now().getTime() + daySeconds * 1000).toISOString().slice(0, 10);

  it('count by the day on which a session was opened, from start on and before end', async () => {
    await waitUntilBefore(1200);
    const late = await newLink();
    const day = today();
    await wait(1800);
    await service.signIn(late, 'ok@example.com', { password: 'wrong' });
    await service.signIn(late, 'ok@example.com');
    await newLink();
    const next = today();
    assert.notEqual(day, next);

    const { days, start, end } = await funnel();
    assert.deepEqual([days.length, days.at(-1)?.date, start], [28, next, days[0]?.date]);
    assert.equal(end, tomorrow());
    const nobody = { opened: 0, provider_chosen: 0, signed_in: 0, challenged: 0, connected: 0 };
    assert.deepEqual(days.slice(-3), [
      { ...nobody, date: days.at(-3)?.date },
      { date: day, opened: 1, provider_chosen: 1, signed_in: 1, challenged: 0, connected: 1 },
      { ...nobody, date: next, opened: 1 },
    ]);
    assert.deepEqual(totals(await funnel({ start: day, end: next })), [1, 1, 1, 0, 1]);
    assert.deepEqual(totals(await funnel({ start: next })), [1, 0, 0, 0, 0]);
    assert.deepEqual((await problems({ start: day, end: next })).days, [
      { date: day, error_type: 'provider_credential_error', times: 1 },
    ]);
    assert.deepEqual((await problems({ start: next })).problems, []);
  });

  it('cover at least one day and at most 366 days', async () => {
    const year = await funnel({ start: '2024-01-01', end: '2025-01-01' });
    assert.equal(year.days.length, 366);
    assert.equal((await funnel({ end: '2024-03-01' })).start, '2024-02-02');
    for (const [query, field] of [
      [{ start: '2024-01-01', end: '2025-01-02' }, 'end'],
      [{ start: '2020-01-01' }, 'end'],
      [{ start: '2024-01-01', end: '2024-01-01' }, 'end'],
      [{ start: tomorrow() }, 'end'],
      [{ start: '2024-02-30' }, 'start'],
      [{ end: 'today' }, 'end'],
    ] as const)
      for (const endpoint of [readLinkFunnel, readLinkProblems]) {
        const { status, detail } = await service.call(endpoint, { ...ofTeam(team.id), query });
        const [place] = detail as { loc: string[] }[];
        assert.deepEqual([status, place?.loc], [422, ['query', field]], JSON.stringify(query));
      }
  });

  it('are for keys that reach the team, for the organization or some teams', async () => {
    await newLink();
    const other = await service.newTeam();
    const own = (await newTeamKey(service, team.id)).key;
    const theirs = await newOrg(service);
    for (const [key, status] of [
      [sandboxKeys.managementKey, 200],
      [own, 200],
      [(await newTeamKey(service, other.id)).key, 403],
      [theirs.key, 403],
      [team.apiKey, 403],
      ['mk_unknown', 401],
    ] as const)
      for (const endpoint of [readLinkFunnel, readLinkProblems])
        assert.equal((await service.call(endpoint, ofTeam(team.id, key))).status, status, key);
    // Nothing of one team is in the figures of another.
    assert.deepEqual(
      totals((await service.call(readLinkFunnel, ofTeam(team.id, own))).body),
      [1, 0, 0, 0, 0],
    );
    assert.deepEqual(totals((await service.call(readLinkFunnel, ofTeam(other.id))).body), [0, 0, 0, 0, 0]);
  });

  it('contain nothing that a person typed, and are deleted with the user', async () => {
    const link = await newLink();
    await service.signIn(link, 'email@typed-name.example', { password: 'good-typed-password' });
    await answerCode(link, '987654');
    const rows = () =>
      service.deps.db.selectFrom('link_step').selectAll().where('team_id', '=', team.id).execute();
    const kept = JSON.stringify(await rows());
    for (const typed of ['typed', '987654', link.token]) assert.ok(!kept.includes(typed), kept);
    assert.equal((await rows()).length, 4);

    await service.call(deleteUser, { apiKey: team.apiKey, params: { user_id: link.userId } });
    assert.deepEqual(totals(await funnel()), [1, 1, 1, 1, 0]);
    await wait(8 * daySeconds);
    assert.deepEqual(await rows(), []);
  });

  it('sum up to their totals, whatever people do', async () => {
    const acts = {
      right: (link: StartedLink) => service.signIn(link, 'ok@example.com'),
      wrong: (link: StartedLink) => service.signIn(link, 'ok@example.com', { password: 'no' }),
      challenged: (link: StartedLink) => service.signIn(link, 'sms@example.com'),
      'right code': async (link: StartedLink) => {
        await service.signIn(link, 'sms@example.com');
        await answerCode(link, '123456');
      },
      'wrong code': async (link: StartedLink) => {
        await service.signIn(link, 'sms@example.com');
        await answerCode(link, '000000');
      },
    };
    type Act = keyof typeof acts;
    const reaches: Readonly<Record<Act, readonly LinkStep[]>> = {
      right: ['signed_in', 'connected'],
      wrong: [],
      challenged: ['signed_in', 'challenged'],
      'right code': ['signed_in', 'challenged', 'connected'],
      'wrong code': ['signed_in', 'challenged'],
    };
    const errors: Readonly<Partial<Record<Act, string>>> = {
      wrong: 'provider_credential_error',
      'wrong code': 'incorrect_mfa_code',
    };
    const session = fc.record({
      later: fc.constantFrom(0, 0, 5, 30),
      acts: fc.array(fc.constantFrom(...(Object.keys(acts) as Act[])), { maxLength: 3 }),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(session, { maxLength: 5 }), async (sessions) => {
        team = await service.newTeam();
        const expected = new Map<string, Map<LinkStep, number>>();
        const wrong = new Map<string, number>();
        const goWrong = (error: string) => wrong.set(error, (wrong.get(error) ?? 0) + 1);
        let unanswered = 0;
        for (const { later, acts: tries } of sessions) {
          if (later > 0) {
            await wait(later * 3600);
            for (; unanswered > 0; unanswered--) goWrong('provider_credential_error');
          }
          const link = await newLink();
          const reached = new Set<LinkStep>(['opened']);
          const day = today();
          for (const act of tries) {
            await acts[act](link);
            for (const step of ['provider_chosen', ...reaches[act]] as const) reached.add(step);
            const error = errors[act];
            if (error !== undefined) goWrong(error);
            if (reached.has('connected')) break;
          }
          const last = tries.at(-1);
          if (!reached.has('connected') && (last === 'challenged' || last === 'wrong code')) unanswered++;
          const counts = expected.get(day) ?? new Map<LinkStep, number>();
          for (const step of reached) counts.set(step, (counts.get(step) ?? 0) + 1);
          expected.set(day, counts);
        }

        const read = await funnel();
        for (const day of read.days)
          for (const step of linkSteps)
            assert.equal(day[step], expected.get(day.date)?.get(step) ?? 0, `${step} on ${day.date}`);
        assert.deepEqual(
          totals(read),
          linkSteps.map((step) => read.days.reduce((sum, day) => sum + day[step], 0)),
        );
        const [opened = 0, chosen = 0, signedIn = 0, challenged = 0, connected = 0] = totals(read);
        assert.ok(opened >= chosen && chosen >= signedIn && signedIn >= Math.max(challenged, connected));

        const went = await problems();
        const times = (of: readonly { error_type: string; times: number }[], error: string) =>
          of.reduce((sum, each) => sum + (each.error_type === error ? each.times : 0), 0);
        assert.equal(went.problems.length, wrong.size);
        for (const [error, count] of wrong) {
          assert.equal(times(went.problems, error), count);
          assert.equal(times(went.days, error), count);
        }
      }),
      { seed, numRuns: process.env['LONG'] ? 200 : 6 },
    );
  });
});

describe('the statistics of OAuth links', () => {
  it('distinguish refused consent, insufficient consent, and people who do not come back', async () => {
    const service = await startOauthService();
    try {
      await oauthUrl(service, await newOauthLink(service), 'aurora_ring');
      for (const decision of ['deny', 'allow-optional', 'allow']) {
        const ticket = await oauthUrl(service, await newOauthLink(service), 'aurora_ring');
        await consent(service, new Browser(), ticket, decision);
      }
      const { managementKey } = sandboxKeys;
      const client = createClient({ baseUrl: service.url, managementKey });
      const funnel = await client.readLinkFunnel(seededOrg, seededTeam);
      assert.deepEqual(totals(funnel), [4, 4, 2, 0, 1]);
      assert.deepEqual(funnel.providers, [{ provider: 'aurora_ring', provider_chosen: 4, connected: 1 }]);
      assert.deepEqual(counted(await client.readLinkProblems(seededOrg, seededTeam)), {
        required_scopes_not_granted: [1, 1],
        user_cancelled: [1, 1],
      });
    } finally {
      await service.close();
    }
  });
});
