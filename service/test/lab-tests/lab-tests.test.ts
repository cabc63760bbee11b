import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient } from 'svc-link/client';
import { labSlugs, listLabTestMarkers, listLabTests, listOrderSetMarkers } from 'svc-link/contract';
import { analytes } from '../../src/lab-tests/analytes.js';
import { catalogue } from '../../src/lab-tests/catalogue.js';
import { labAccounts, labs } from '../../src/lab-tests/labs.js';
import { markersOf, markersOfLab } from '../../src/lab-tests/markers.js';
import { sandboxKeys } from '../../src/server/server.js';
import { errorType } from '../support/error-type.js';
import { heartHealth, nobody } from '../support/lab-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
const lipids = '00000000-0000-4000-8000-000000000105';
const wellness = '00000000-0000-4000-8000-000000000110';
const testosterone = '00000000-0000-4000-8000-000000000112';
const secondAccount = '00000000-0000-4000-8000-000000000012';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const markers = (
  lab_test_id: string,
  query: { page?: number; size?: number; lab_account_id?: string } = {},
) => service.call(listLabTestMarkers, { apiKey, params: { lab_test_id }, query });
type OrderSet = NonNullable<Parameters<typeof orderSet>[0]>;
const orderSet = (
  body?: {
    lab_test_ids?: string[] | null;
    add_on?: { provider_ids: string[] } | null;
    lab_account_id?: string | null;
  },
  query: { page?: number; size?: number } = {},
) => service.call(listOrderSetMarkers, { apiKey, body: body ?? {}, query });
const slugs = (list: readonly { readonly slug: string }[]) => list.map(({ slug }) => slug);

describe('the catalogue', () => {
  it('has LOINC codes with the right check digit, each once', () => {
    const codes = Object.values(analytes).map(({ loinc }) => loinc);
    assert.equal(new Set(codes).size, codes.length);
    for (const code of codes) {
      const [number = '', checkDigit] = code.split('-');
      // Luhn: from the right, each second digit is doubled, and then all digits are added.
      const digits = [...number].reverse().map(Number);
      const sum = digits.reduce((total, digit, at) => {
        const value = at % 2 === 0 ? digit * 2 : digit;
        return total + (value > 9 ? value - 9 : value);
      }, 0);
      assert.equal(Number(checkDigit), (10 - (sum % 10)) % 10, code);
    }
  });

  it('names nothing twice, and only what there is', () => {
    assert.deepEqual(slugs(labs), [...labSlugs]);
    const all = labs.flatMap(({ slug }) => markersOfLab(slug));
    for (const ids of [
      all.map(({ id }) => id),
      all.map(({ provider_id }) => provider_id),
      all.flatMap((marker) => marker.expected_results.map(({ id }) => id)),
      catalogue.map(({ id }) => id),
      catalogue.map(({ slug }) => slug),
      labAccounts.map(({ id }) => id),
    ])
      assert.equal(new Set<number | string>(ids).size, ids.length);
    for (const test of catalogue) assert.deepEqual(slugs(markersOf(test)), test.panels);
  });

  // spec 2.9.2
  it('has prices in dollars and in words', async () => {
    const prices = labs.flatMap(({ slug }) => markersOfLab(slug)).map(({ price }) => price);
    assert.ok(prices.every((price) => /^\d+\.\d\d$|^included$|^on request$/.test(price)));
    assert.ok(prices.includes('included') && prices.includes('on request') && prices.includes('12.00'));
    const read: unknown[] = [];
    for (const { id } of catalogue) {
      // Some markers belong to another lab account.
      const { status, body } = await markers(id);
      if (status === 200) read.push(...body.markers.map(({ price }) => price));
    }
    assert.ok(read.includes('included') && read.includes('12.00'));
    assert.ok(read.every((price) => typeof price === 'string'));
  });
});

describe('GET /v3/lab_tests', () => {
  it('lists what the usual account offers, and what another one does', async () => {
    const { status, body } = await service.call(listLabTests, { apiKey });
    assert.equal(status, 200);
    assert.deepEqual([body.total, body.page, body.size], [11, 1, 50]);
    assert.ok(!slugs(body.lab_tests).includes('dogwood_testosterone'));
    const other = await service.call(listLabTests, { apiKey, query: { lab_account_id: secondAccount } });
    assert.deepEqual(slugs(other.body.lab_tests), [
      'cedar_iron',
      'cedar_wellness',
      'cedar_urinalysis',
      'dogwood_testosterone',
      'dogwood_prostate',
    ]);
  });

  it('is read to its end by the client', async () => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      apiKey,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
    const tests = [];
    for await (const { slug } of client.labTests()) tests.push(slug);
    assert.equal(tests.length, 11);
    const measured = [];
    for await (const { slug } of client.labTestMarkers(testosterone, secondAccount)) measured.push(slug);
    assert.deepEqual(measured, ['testosterone_total', 'shbg']);
    const together = [];
    for await (const { slug } of client.orderSetMarkers({ lab_test_ids: [heartHealth] })) together.push(slug);
    assert.deepEqual(together, ['lipid_panel', 'apolipoprotein_b', 'hs_crp']);
  });
});

describe('GET /v3/lab_tests/{lab_test_id}/markers', () => {
  // spec 2.9.1, 2.9.3, 4.7.2, 4.7.3
  it('answers complete markers, and echoes page and size', async () => {
    const { status, body } = await markers(heartHealth);
    assert.equal(status, 200);
    assert.deepEqual([body.total, body.page, body.size], [3, 1, 50]);
    const { body: second } = await markers(heartHealth, { page: 2, size: 2 });
    assert.deepEqual([second.markers.length, second.total, second.page, second.size], [1, 3, 2, 2]);
    assert.ok(!('pages' in body));
    for (const marker of body.markers)
      for (const number of [marker.id, marker.lab_id]) assert.ok(Number.isInteger(number));
    const [panel, single] = body.markers;
    assert.deepEqual(
      { ...panel, expected_results: panel?.expected_results.length },
      {
        id: 1004,
        name: 'Lipid Panel',
        slug: 'lipid_panel',
        description: 'Cholesterol, its kinds, and triglycerides.',
        lab_id: 1,
        provider_id: 'ALD0004',
        type: 'panel',
        unit: null,
        price: '14.00',
        expected_results: 5,
      },
    );
    assert.deepEqual(panel?.expected_results[3], {
      id: 100404,
      name: 'LDL cholesterol, calculated',
      slug: 'ldl_cholesterol_calculated',
      lab_id: 1,
      provider_id: 'ALD0004-4',
      loinc: {
        id: 13457,
        name: 'Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation',
        slug: 'cholesterol_in_ldl_mass_volume_in_serum_or_plasma_by_calculation',
        code: '13457-7',
        unit: 'mg/dL',
      },
    });
    assert.deepEqual([single?.type, single?.unit], ['biomarker', 'mg/dL']);
  });

  it('goes on page by page', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => markers(wellness, { page, size: 5 })));
    assert.deepEqual(
      pages.map(({ body }) => body.markers.length),
      [5, 5, 2, 0],
    );
    const all = (await markers(wellness)).body.markers;
    assert.deepEqual(
      pages.flatMap(({ body }) => slugs(body.markers)),
      slugs(all),
    );
    assert.deepEqual(
      pages.map(({ body }) => [body.total, body.page, body.size]),
      [1, 2, 3, 4].map((page) => [12, page, 5]),
    );
  });

  // spec 4.7.3, 8.2, 8.3
  it('refuses a page or size outside of the limits, and names it', async () => {
    for (const [query, name] of [
      [{ page: 0 }, 'page'],
      [{ page: -1 }, 'page'],
      [{ page: 1.5 }, 'page'],
      [{ size: 0 }, 'size'],
      [{ size: 101 }, 'size'],
      [{ lab_account_id: 'mine' }, 'lab_account_id'],
    ] as const) {
      const { status, detail } = await markers(wellness, query);
      assert.equal(status, 422);
      assert.deepEqual((detail as { loc: string[] }[])[0]?.loc, ['query', name]);
    }
    assert.equal((await markers(wellness, { size: 100 })).status, 200);
  });

  // spec 4.7.1
  it('knows only the tests of the account', async () => {
    const unknown = await markers(nobody);
    assert.deepEqual([unknown.status, errorType(unknown.detail)], [404, 'lab_test_not_found']);
    assert.equal((await markers(testosterone)).status, 404);
    assert.equal((await markers(testosterone, { lab_account_id: secondAccount })).status, 200);
    const stranger = await markers(wellness, { lab_account_id: nobody });
    assert.deepEqual([stranger.status, errorType(stranger.detail)], [404, 'lab_account_not_found']);
    assert.equal((await markers('wellness')).status, 422);
  });
});

describe('POST /v3/lab_tests/list_order_set_markers', () => {
  // spec 2.13.1, 4.8.1, 4.8.2, 4.8.3, 8.2, 8.3
  it('puts tests and add-ons together, each marker once', async () => {
    const body: OrderSet = {
      lab_test_ids: [heartHealth, lipids, heartHealth],
      add_on: { provider_ids: ['ALD0012', 'ALD0004'] },
    };
    const answer = await orderSet(body);
    assert.equal(answer.status, 200);
    assert.deepEqual(
      answer.body.markers.map(({ provider_id }) => provider_id),
      ['ALD0004', 'ALD0005', 'ALD0017', 'BIR0004', 'ALD0012'],
    );
    const { total, page, size, pages } = answer.body;
    assert.deepEqual([total, page, size, pages], [5, 1, 50, 1]);
    const second = await orderSet(body, { page: 2, size: 2 });
    assert.deepEqual([second.body.markers.length, second.body.total, second.body.pages], [2, 5, 3]);
  });

  // spec 4.8.1, 4.8.3
  it('has nothing where nothing is asked for', async () => {
    for (const body of [
      {},
      { lab_test_ids: null, add_on: null, lab_account_id: null },
      { lab_test_ids: [] },
    ]) {
      const answer = await orderSet(body);
      assert.deepEqual([answer.body.markers, answer.body.total, answer.body.pages], [[], 0, 0]);
    }
  });

  // spec 2.13.1, 4.8.1, 8.2, 8.3
  it('refuses what the account does not offer', async () => {
    const addOn = await orderSet({ add_on: { provider_ids: ['ALD0001', 'DOG0020'] } });
    assert.equal(addOn.status, 422);
    assert.deepEqual((addOn.detail as { loc: unknown }[])[0]?.loc, ['body', 'add_on', 'provider_ids', 1]);
    const theirs = { add_on: { provider_ids: ['DOG0020'] }, lab_account_id: secondAccount };
    assert.equal((await orderSet(theirs)).status, 200);
    assert.equal((await orderSet({ lab_test_ids: [testosterone] })).status, 404);
    assert.equal((await orderSet({ lab_account_id: nobody })).status, 404);
    assert.equal((await orderSet({}, { size: 101 })).status, 422);
    assert.equal((await orderSet({}, { page: 0 })).status, 422);
  });

  it('asks for a key before anything else', async () => {
    const { status } = await service.call(listOrderSetMarkers, { body: { lab_test_ids: 'x' as never } });
    assert.equal(status, 401);
    const managed = await service.call(listLabTests, { apiKey: sandboxKeys.managementKey });
    assert.equal(managed.status, 403);
  });
});
