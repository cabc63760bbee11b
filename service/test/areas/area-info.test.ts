import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { labSlugs, radii, readAreaInfo, type QueryOf } from 'svc-link/contract';
import { areaInfo, findZipCode, milesBetween } from '../../src/areas/index.js';
import { centersOf } from '../../src/areas/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { clientOf } from '../support/client-of.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
const phoenix = '85004';

describe('area info', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const read = async (query: QueryOf<typeof readAreaInfo>) => {
    const { status, body, detail } = await service.call(readAreaInfo, { apiKey, query });
    assert.equal(status, 200, JSON.stringify(detail));
    return body;
  };
  /** The status and the places of a refusal, for any query. */
  const refused = async (search: string) => {
    const response = await service.app.request(`/v3/order/area/info?${search}`, {
      headers: { 'x-svc-api-key': apiKey },
    });
    const { detail } = (await response.json()) as { detail: { loc?: string[] }[] };
    return [response.status, Array.isArray(detail) ? detail.map(({ loc }) => loc?.join('.')) : detail];
  };
  const centersAt = (body: Awaited<ReturnType<typeof read>>, lab: string) =>
    body.central_labs[lab]!.patient_service_centers;

  // spec 2.11.1, 2.11.2, 4.11.6
  it('shows who draws blood at home in a city, in the country and in a remote place', async () => {
    assert.deepEqual((await read({ zip_code: phoenix })).phlebotomy, {
      is_served: true,
      providers: [
        { name: 'prompt', tier: ['appointment-ready', 'appointment-request'] },
        { name: 'late', tier: ['appointment-ready', 'appointment-request'] },
        { name: 'never', tier: ['appointment-request'] },
        { name: 'failing', tier: ['appointment-ready'] },
      ],
    });
    assert.deepEqual(Object.keys(await read({ zip_code: phoenix })).sort(), [
      'central_labs',
      'phlebotomy',
      'zip_code',
    ]);
    const country = await read({ zip_code: '82001' });
    assert.equal(country.zip_code, '82001');
    assert.deepEqual(country.phlebotomy.providers, [{ name: 'prompt', tier: ['appointment-request'] }]);
    for (const zip_code of ['99723', '09002']) {
      const remote = await read({ zip_code });
      assert.equal(remote.zip_code, zip_code);
      assert.deepEqual(remote.phlebotomy, { is_served: false, providers: [] });
    }
  });

  // spec 2.11.3
  it('counts the same centers of each laboratory as a plain measurement', async () => {
    const { place } = findZipCode(phoenix)!;
    for (const radius of radii) {
      const body = await read({ zip_code: phoenix, radius });
      assert.deepEqual(Object.keys(body.central_labs), [...labSlugs]);
      for (const lab of labSlugs) {
        const { latitudes, longitudes, capabilities } = centersOf(lab);
        const near = [...latitudes.keys()].filter(
          (at) =>
            milesBetween(place!, { latitude: latitudes[at]! / 1e6, longitude: longitudes[at]! / 1e6 }) <=
            Number(radius),
        );
        const can = new Set(near.flatMap((at) => capabilities[at]!));
        assert.deepEqual(centersAt(body, lab), {
          within_radius: near.length,
          radius,
          capabilities: [...can].sort(),
        });
      }
    }
    const near = centersAt(await read({ zip_code: phoenix, radius: '100' }), 'alder_labs');
    assert.ok(near.within_radius > 0);
    assert.deepEqual(near.capabilities, ['stat', 'walk-in']);
    // This laboratory is in the east only.
    assert.equal(
      centersAt(await read({ zip_code: phoenix, radius: '100' }), 'cedar_clinical').within_radius,
      0,
    );
  });

  // spec 4.11.1, 8.10
  it('accepts exactly five digits, and knows of nothing near those that are no ZIP code', async () => {
    for (const zip of ['', '1234', '123456', '85004-1234', '8500a', '%20850', '８５００４'])
      assert.deepEqual(await refused(`zip_code=${zip}`), [422, ['query.zip_code']], zip);
    assert.deepEqual(await refused(''), [422, ['query.zip_code']]);
    const nowhere = { within_radius: 0, radius: '25', capabilities: [] };
    for (const zip_code of ['00000', '54321', '99999'])
      assert.deepEqual(await read({ zip_code }), {
        zip_code,
        phlebotomy: { is_served: false, providers: [] },
        central_labs: Object.fromEntries(labSlugs.map((lab) => [lab, { patient_service_centers: nowhere }])),
      });
  });

  // spec 4.11.2, 8.9
  it('accepts five radii, as text, and uses 25 miles by default', async () => {
    assert.equal(centersAt(await read({ zip_code: phoenix }), 'alder_labs').radius, '25');
    assert.deepEqual(await read({ zip_code: phoenix }), await read({ zip_code: phoenix, radius: '25' }));
    for (const radius of ['10', '20', '25', '50', '100'] as const)
      assert.equal(centersAt(await read({ zip_code: phoenix, radius }), 'alder_labs').radius, radius);
    for (const radius of ['0', '15', '25.0', '025', '1000', 'x'])
      assert.deepEqual(
        await refused(`zip_code=${phoenix}&radius=${radius}`),
        [422, ['query.radius']],
        radius,
      );
  });

  // spec 4.11.3, 4.11.4
  it('returns the requested laboratories, and the deprecated parameter adds one more', async () => {
    const asked = async (query: Partial<QueryOf<typeof readAreaInfo>>) =>
      Object.keys((await read({ zip_code: phoenix, ...query })).central_labs).sort();
    assert.deepEqual(await asked({ labs: ['dogwood_health', 'alder_labs'] }), [
      'alder_labs',
      'dogwood_health',
    ]);
    assert.deepEqual(await asked({ lab: 'cedar_clinical' }), ['cedar_clinical']);
    assert.deepEqual(await asked({ lab: 'cedar_clinical', labs: ['alder_labs', 'cedar_clinical'] }), [
      'alder_labs',
      'cedar_clinical',
    ]);
    assert.deepEqual(await refused(`zip_code=${phoenix}&labs=alder_labs&labs=acme`), [422, ['query.labs.1']]);
    assert.deepEqual(await refused(`zip_code=${phoenix}&lab=acme`), [422, ['query.lab']]);
  });

  // spec 4.11.5
  it('counts only the laboratories that a lab account reaches', async () => {
    assert.deepEqual(await refused(`zip_code=${phoenix}&lab_account_id=one`), [
      422,
      ['query.lab_account_id'],
    ]);
    const query = {
      zip_code: phoenix,
      radius: '100',
      lab_account_id: '00000000-0000-4000-8000-000000000012',
    } as const;
    const own = await read(query);
    assert.deepEqual(Object.keys(own.central_labs), ['cedar_clinical', 'dogwood_health']);
    assert.ok(centersAt(own, 'dogwood_health').within_radius > 0);
    const mixed = await read({ ...query, labs: ['alder_labs', 'dogwood_health'] });
    assert.deepEqual(centersAt(mixed, 'alder_labs'), { within_radius: 0, radius: '100', capabilities: [] });
    assert.deepEqual(centersAt(mixed, 'dogwood_health'), centersAt(own, 'dogwood_health'));
    const unknown = { ...query, lab_account_id: '00000000-0000-4000-8000-00000000dead' };
    const { status, detail } = await service.call(readAreaInfo, { apiKey, query: unknown });
    assert.deepEqual([status, (detail as { error_type: string }).error_type], [404, 'lab_account_not_found']);
  });

  it('accepts an API key and nothing else', async () => {
    const query = { zip_code: phoenix };
    assert.equal((await service.call(readAreaInfo, { query })).status, 401);
    assert.equal(
      (await service.call(readAreaInfo, { query, apiKey: sandboxKeys.managementKey })).status,
      403,
    );
    const stranger = await service.newTeam();
    assert.equal((await service.call(readAreaInfo, { query, apiKey: stranger.apiKey })).status, 200);
  });

  it('is read by the client, which repeats a parameter for a list', async () => {
    const client = clientOf(service);
    const body = await client.readAreaInfo({
      zip_code: phoenix,
      radius: '50',
      labs: ['alder_labs', 'dogwood_health'],
    });
    assert.deepEqual(body, areaInfo(findZipCode(phoenix)!, ['alder_labs', 'dogwood_health'], '50'));
  });
});
