// What is counted about real providers, by the hour, for the team whose connections it concerns.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { createActivity, readActivity } from '../../src/provider-activity/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { failureOf, type StoredGrant } from '../grants/grant-scene.js';
import { type KeeperScene, startKeeperScene } from '../grants/keeper-scene.js';

let scene: KeeperScene;
beforeAll(async () => {
  scene = await startKeeperScene();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.empty();
  await scene.service.deps.activity.flush();
  await scene.db.deleteFrom('provider_activity').execute();
});

const atPartner = ({ id }: { readonly id: string }) => ({ id, provider: 'withings' });

/** The team's counts for the provider, by kind. */
async function counted(teamId = seededTeam): Promise<Record<string, number>> {
  await scene.service.deps.activity.flush();
  const kinds = (await readActivity(scene.db, teamId)).get('made_up') ?? [];
  return Object.fromEntries([...kinds].map(([kind, { times }]) => [kind, times]));
}
const giveTo = (of: StoredGrant, team_id: string) =>
  scene.db.updateTable('connection').set({ team_id }).where('user_id', '=', of.userId).execute();

describe('what happens with a grant', () => {
  it('is counted: renewals, requests, refusals, and failures of another kind', async () => {
    const of = await scene.grant();
    await scene.me(of);
    await scene.me(of);
    assert.deepEqual(await counted(), { renewed: 1, request: 2 });

    const other = await scene.grant();
    scene.server.interfere = () => ({ refuse: { status: 400, body: { error: 'invalid_grant' } } });
    await failureOf(scene.tokenOf(other));
    scene.server.interfere = () => ({ refuse: { status: 503 } });
    await failureOf(scene.tokenOf(other));
    assert.deepEqual(await counted(), { failed: 1, refused: 1, renewed: 1, request: 2 });
  });

  it('is counted if the provider refuses data with a token that is good', async () => {
    const of = await scene.grant({ seconds: 3600 });
    scene.server.data = () => ({ status: 401, body: {} });
    await failureOf(scene.me(of));
    const { refused, renewed } = await counted();
    assert.deepEqual([refused, renewed], [1, 1]);
  });

  it('is counted once for each team that has a connection of it', async () => {
    const { id: other } = await scene.service.newTeam();
    const of = await scene.grant();
    await scene.grant({ account: of.account });
    await giveTo(await scene.grant({ account: of.account }), other);
    await scene.tokenOf(of);
    assert.deepEqual(await counted(), { renewed: 1 });
    assert.deepEqual(await counted(other), { renewed: 1 });
  });

  it('covers the last 24 hours, and each hour only once', async () => {
    const of = await scene.grant();
    const { activity } = scene.service.deps;
    const pass = (hours: number) =>
      sql`update provider_activity set hour = hour - make_interval(hours => ${hours})`.execute(scene.db);
    activity.count(atPartner(of), 'notice');
    activity.count(atPartner(of), 'notice');
    await counted();
    await pass(23);
    assert.deepEqual(await counted(), { notice: 2 });
    await pass(1);
    assert.deepEqual(await counted(), { notice: 0 });
    // The same hour of the next day starts from zero.
    activity.count(atPartner(of), 'notice');
    assert.deepEqual(await counted(), { notice: 1 });
    activity.count(atPartner(of), 'notice');
    assert.deepEqual(await counted(), { notice: 2 });
    const rows = await scene.db.selectFrom('provider_activity').select('latest').execute();
    assert.equal(rows.length, 1);
    assert.ok(Date.now() - Number(rows[0]?.latest) < 60_000);
  });

  it('is left out for a connection that is gone', async () => {
    scene.service.deps.activity.count(atPartner({ id: randomUUID() }), 'notice');
    assert.deepEqual(await counted(), {});
  });
});

describe('counts', () => {
  it('are kept while the database is away', async () => {
    const of = await scene.grant();
    let isAway = true;
    const away = new Proxy(scene.db, {
      get(target, name) {
        if (isAway) throw new Error('the database is away');
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const activity = createActivity(away);
    activity.count(atPartner(of), 'renewed');
    await assert.rejects(activity.flush(), /away/);
    activity.count(atPartner(of), 'renewed');
    isAway = false;
    await activity.flush();
    assert.deepEqual(await counted(), { renewed: 2 });
    await activity.flush();
    assert.deepEqual(await counted(), { renewed: 2 });
  });
});
