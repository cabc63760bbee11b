import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sweep } from '../../src/server/sweeps.js';
import { newBulkTeam, recipeFor, type BulkTeam } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let team: BulkTeam;
beforeAll(async () => {
  service = await startTestService();
  team = await newBulkTeam(service);
});
afterAll(() => service.stop());

describe('GET /v2/link/bulk_op', () => {
  // spec 4.3.6, 4.13.2
  it('lists the newest first, on pages that stay while operations are added', async () => {
    const own = await newBulkTeam(service);
    const begin = async () => (await own.ended(await own.import([recipeFor(randomUUID())]))).id;
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift(await begin());
      await service.clock.advance(1);
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await own.operations({ page_size: 2, ...(cursor && { next_cursor: cursor }) });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      await begin();
    } while (cursor !== null);
    assert.deepEqual(seen, ids);
    assert.equal((await own.operations()).data.length, 8);
    await begin();
    await begin();
    await begin();
    const whole = await own.operations();
    assert.equal(whole.data.length, 10);
    assert.notEqual(whole.next_cursor, null);
    assert.deepEqual(
      (await own.operations({ id: ids[2]! })).data.map(({ id }) => id),
      [ids[2]],
    );
  });

  // spec 4.13.2
  it('shows only the operations of the own team, and refuses values out of range', async () => {
    await team.import([], true);
    const { data } = await team.operations({ page_size: 1 });
    const stranger = await newBulkTeam(service);
    assert.deepEqual(await stranger.operations({ id: data[0]!.id }), { data: [], next_cursor: null });
    assert.deepEqual((await stranger.operations()).data, []);
    for (const [query, name] of [
      ['page_size=0', 'page_size'],
      ['page_size=51', 'page_size'],
      ['next_cursor=nothing', 'next_cursor'],
      // A year of five digits.
      [`next_cursor=${Buffer.from(`253402300800000 ${data[0]!.id}`).toString('base64url')}`, 'next_cursor'],
      ['id=nothing', 'id'],
    ]) {
      const response = await service.app.request(`/v2/link/bulk_op?${query}`, {
        headers: { 'x-svc-api-key': team.apiKey },
      });
      assert.equal(response.status, 422, query);
      const { detail } = (await response.json()) as { detail: { loc: unknown }[] };
      assert.deepEqual(detail[0]?.loc, ['query', name]);
    }
    assert.equal((await service.app.request('/v2/link/bulk_op')).status, 401);
  });

  it('forgets operations 30 days after their end', async () => {
    const own = await newBulkTeam(service);
    await own.ended(await own.import([recipeFor(randomUUID())]));
    const day = 86_400_000;
    await sweep(service.deps.db, new Date(service.clock.now().getTime() + 29.9 * day));
    assert.equal((await own.operations()).data.length, 1);
    await sweep(service.deps.db, new Date(service.clock.now().getTime() + 30.1 * day));
    assert.equal((await own.operations()).data.length, 0);
  });
});
