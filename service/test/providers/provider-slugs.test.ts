// The provider slugs of the interface, at the endpoints that accept them (spec 2.8).
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { bulkExport, completeMfa } from 'svc-link/contract';
import { sandboxKeys } from '../../src/server/server.js';
import { startTestService, type TestService } from '../support/test-service.js';

const oauth =
  'aurora_ring borealis_watch cadence_cycle delta_strides ember_scale fjord_band glide_rower harbor_glucose iris_sleep juniper_pulse kestrel_run lumen_patch mistral_bike nimbus_health orchard_food pinnacle_climb';
const password =
  'quartz_scale ridge_treadmill solstice_ring tundra_watch umbra_sleep vertex_trainer willow_diary xenon_pump yarrow_meter zephyr_bed atlas_cuff breeze_inhaler';
const slugs = (list: string) => list.split(' ');

describe('a provider', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  // spec 2.8.1
  it('that signs in by OAuth is one of sixteen, whose connections move in bulk', async () => {
    const statusOf = async (provider: string) =>
      (await service.call(bulkExport, { apiKey: sandboxKeys.apiKey, body: { provider } })).status;
    // 400, because the team has no application of its own at this provider yet.
    for (const slug of slugs(oauth)) assert.equal(await statusOf(slug), 400, slug);
    assert.equal(slugs(oauth).length, 16);
    for (const slug of [...slugs(password), 'nobody']) assert.equal(await statusOf(slug), 422, slug);
  });

  // spec 2.8.2, 4.10.1
  it('that signs in by password is one of twelve, which take codes', async () => {
    const sendCode = (provider: string, token: string) =>
      service.call(completeMfa, { params: { provider }, token, body: { mfa_code: '123456' } });
    assert.equal(slugs(password).length, 12);
    for (const slug of slugs(password)) {
      const link = await service.newLink();
      const region = { xenon_pump: 'eu', yarrow_meter: 'us' }[slug];
      await service.signIn(link, 'sms@example.com', { provider: slug, ...(region && { region }) });
      const { body } = await sendCode(slug, link.token);
      assert.deepEqual([body.state, body.provider], ['success', slug], slug);
    }
    const { token } = await service.newLink();
    for (const slug of [...slugs(oauth), 'nobody'])
      assert.equal((await sendCode(slug, token)).status, 422, slug);
  });
});
