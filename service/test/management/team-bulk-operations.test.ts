import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { BulkOperation, listBulkOperations, listTeamBulkOperations } from 'svc-link/contract';
import { newBulkTeam, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { newTeam, newTeamKey, ofTeam } from '../support/management-scene.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let team: BulkTeam;
/** A management key of the team. */
let key: string;
beforeAll(async () => {
  service = await startTestService();
  team = await newBulkTeam(service);
  key = (await newTeamKey(service, team.id)).key;
});
afterAll(() => service.stop());

const list = (query: { id?: string; next_cursor?: string; page_size?: number } = {}, as = key) =>
  service.call(listTeamBulkOperations, { ...ofTeam(team.id, as), query });

describe('GET /v1/org/{org_id}/team/{team_id}/bulk_op', () => {
  // spec 4.3.6, 4.13.2
  it('shows the operations and their progress as the team itself sees them, and no token or user', async () => {
    const [one, two] = await team.users(2);
    const recipe = recipeFor(one!);
    await team.ended(await team.import([recipe, recipeFor(two!, { access_token: 'of-another-one' })]));
    await team.ended(await team.import([recipe]));

    const { status, body } = await list();
    assert.equal(status, 200);
    const own = await service.call(listBulkOperations, { apiKey: team.apiKey });
    assert.deepEqual(body, own.body);
    assert.deepEqual(
      body.data.map(({ type, processed, failed }) => [type, processed, failed]),
      [
        ['bulk_import', 1, 0],
        ['bulk_import', 2, 1],
      ],
    );
    for (const each of body.data)
      assert.deepEqual(Object.keys(each).sort(), Object.keys(BulkOperation.shape).sort());
    const text = JSON.stringify(body);
    for (const secret of [recipe.access_token, recipe.refresh_token, one!, two!])
      assert.ok(!text.includes(secret));
  });

  it('continues page by page, and reads one by its id', async () => {
    const all = (await list({ page_size: 50 })).body.data;
    const first = (await list({ page_size: 1 })).body;
    assert.deepEqual(first.data, all.slice(0, 1));
    const second = (await list({ page_size: 1, next_cursor: first.next_cursor! })).body;
    assert.deepEqual(second, { data: all.slice(1), next_cursor: null });
    assert.deepEqual((await list({ id: all[1]!.id })).body.data, [all[1]]);
    assert.deepEqual((await list({ id: randomUUID() })).body.data, []);
    for (const query of [{ page_size: 0 }, { page_size: 51 }, { next_cursor: 'x' }, { id: 'x' }])
      assert.equal((await list(query)).status, 422, JSON.stringify(query));
  });

  it('shows only teams that the key reaches', async () => {
    const other = await newTeam(service);
    const { key: stranger } = await newTeamKey(service, other.id);
    assert.equal((await list({}, stranger)).status, 403);
    const empty = await service.call(listTeamBulkOperations, ofTeam(other.id, stranger));
    assert.deepEqual(empty.body, { data: [], next_cursor: null });
    assert.equal((await service.call(listTeamBulkOperations, ofTeam(randomUUID()))).status, 404);
  });
});
