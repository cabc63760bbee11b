// Imports of one team never keep another team's waiting until they end, however large they are.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { BulkOperation } from 'svc-link/contract';
import { acceptPause, workOperation } from '../../src/bulk/index.js';
import { transact } from '../../src/db/index.js';
import type { Deps } from '../../src/deps.js';
import type { LaneData } from '../../src/jobs/index.js';
import { findProvider } from '../../src/providers/index.js';
import { newBulkTeam, provider, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const huge = 4000;
const small = 20;

/** Makes users for an import of `count` connections. Returns the function that begins it. */
async function importOf(team: BulkTeam, count: number) {
  const users = await team.users(count);
  return async () => {
    const answer = await team.import(users.map((user) => recipeFor(user)));
    assert.equal(answer.status, 202);
    return answer;
  };
}
const operations = async (team: BulkTeam): Promise<BulkOperation[]> => (await team.operations()).data;

describe('a small import', () => {
  it('does not wait for the two huge ones that another team began before', async () => {
    const [busy, other] = [await newBulkTeam(service), await newBulkTeam(service)];
    const imports = [await importOf(busy, huge), await importOf(busy, huge)];
    const quick = await importOf(other, small);
    const begun = [await imports[0]!(), await imports[1]!()];
    const { status, processed } = await other.ended(await quick());
    assert.deepEqual([status, processed], ['success', small]);
    const left = await operations(busy);
    assert.deepEqual(
      left.map((each) => each.status),
      ['in_progress', 'in_progress'],
    );
    assert.ok(Math.max(...left.map(({ pending }) => pending)) > huge / 2);
    for (const answer of begun) {
      const ended = await busy.ended(answer);
      assert.deepEqual([ended.status, ended.processed, ended.failed], ['success', huge, 0]);
    }
    const { length } = await service.deps.db
      .selectFrom('connection')
      .select('id')
      .where('team_id', '=', busy.id)
      .execute();
    assert.equal(length, 2 * huge);
  });

  it('does not wait for the huge ones of as many teams as there are places', async () => {
    const teams = [await newBulkTeam(service), await newBulkTeam(service), await newBulkTeam(service)];
    const imports = await Promise.all(teams.map((team) => importOf(team, huge)));
    const other = await newBulkTeam(service);
    const quick = await importOf(other, small);
    const begun = await Promise.all(imports.map((begin) => begin()));
    assert.equal((await other.ended(await quick())).status, 'success');
    for (const team of teams) assert.equal((await operations(team))[0]?.status, 'in_progress');
    for (const [at, answer] of begun.entries())
      assert.equal((await teams[at]!.ended(answer)).processed, huge);
  });
});

describe('the turns of an operation', () => {
  it('follow one another, and a finished turn does nothing when its job comes again', async () => {
    const team = await newBulkTeam(service);
    const jobs: LaneData['bulk'][] = [];
    const enqueue = (_tx: unknown, _lane: string, data: object) => {
      jobs.push(data as LaneData['bulk']);
      return Promise.resolve();
    };
    const deps: Deps = { ...service.deps, jobs: { ...service.deps.jobs, enqueue } };
    const users = await team.users(1250);
    const to = { teamId: team.id, provider: findProvider(provider)! };
    await transact(deps.db, (tx) => acceptPause(deps, tx, to, users));
    const run = async (job: LaneData['bulk']) => {
      await workOperation(deps, job, new AbortController().signal);
      const [operation] = await operations(team);
      return [operation?.status, operation?.processed];
    };
    assert.deepEqual(await run(jobs[0]!), ['in_progress', 1000]);
    assert.deepEqual(await run(jobs[0]!), ['in_progress', 1000]);
    assert.deepEqual(
      jobs.map(({ from }) => from),
      [0, 1000],
    );
    assert.deepEqual(await run(jobs[1]!), ['failure', 1250]);
    assert.equal(jobs.length, 2);
  });

  it('are a single one if the job is from an earlier version', async () => {
    const team = await newBulkTeam(service);
    const to = { teamId: team.id, provider: findProvider(provider)! };
    const users = await team.users(1250);
    const { deps } = service;
    const enqueue = () => Promise.resolve();
    const quiet = { ...deps, jobs: { ...deps.jobs, enqueue } };
    const operation_id = await transact(deps.db, (tx) => acceptPause(quiet, tx, to, users));
    await workOperation(quiet, { operation_id }, new AbortController().signal);
    assert.equal((await operations(team))[0]?.processed, 1250);
  });
});
