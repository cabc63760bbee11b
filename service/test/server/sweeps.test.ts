import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sweep } from '../../src/server/sweeps.js';
import {
  Browser,
  consent,
  newLink,
  oauthUrl,
  ours,
  startOauthService,
  type OauthService,
} from '../support/oauth-service.js';

const day = 86_400_000;

describe('a sweep', () => {
  let service: OauthService;
  beforeAll(async () => {
    service = await startOauthService();
  });
  afterAll(() => service.close());

  /** Sweeps as if it were so much later. */
  const sweepLater = (milliseconds: number) =>
    sweep(service.deps.db, new Date(service.deps.clock.now().getTime() + milliseconds));
  const attempts = () =>
    service.deps.db.selectFrom('oauth_attempt').select(['used_on', 'verifier']).execute();
  const tokens = () => service.deps.db.selectFrom('sandbox_token').select(['kind', 'used_on']).execute();
  const grants = () => service.deps.db.selectFrom('sandbox_grant').select('id').execute();

  it('deletes the verifier of attempts when they expire, and the attempts a day later', async () => {
    const done = await oauthUrl(service, await newLink(service), 'aurora_ring');
    await consent(service, new Browser(), done, 'allow');
    await new Browser().step(await oauthUrl(service, await newLink(service), 'aurora_ring'), undefined, ours);
    const [used, open] = (await attempts()).sort((one) => (one.used_on ? -1 : 1));
    assert.equal(used?.verifier, null);
    assert.ok(open?.verifier);

    await sweepLater(day / 24);
    assert.deepEqual(
      (await attempts()).map(({ verifier }) => verifier),
      [null, null],
    );
    await sweepLater(day * 1.1);
    assert.deepEqual(await attempts(), []);
  });

  it('deletes grants and tokens that are long out of use, and keeps those that may still be used', async () => {
    const { db, clock } = service.deps;
    await db.deleteFrom('sandbox_token').execute();
    await db.deleteFrom('sandbox_grant').execute();
    for (const provider of ['aurora_ring', 'ember_scale']) {
      const ticket = await oauthUrl(service, await newLink(service), provider);
      await consent(service, new Browser(), ticket, 'allow');
    }
    const [, second] = await grants();
    await db
      .updateTable('sandbox_token')
      .set({ used_on: clock.now() })
      .where('grant_id', '=', String(second?.id))
      .execute();

    await sweepLater(29 * day);
    assert.equal((await tokens()).length, 4);
    await sweepLater(31 * day);
    assert.deepEqual(await tokens(), [{ kind: 'refresh', used_on: null }]);
    assert.equal((await grants()).length, 1);
  });

  it('changes nothing when it runs again', async () => {
    await sweepLater(0);
    await sweepLater(0);
    assert.equal((await tokens()).length, 1);
  });
});
