import { Hono } from 'hono';
import { listLabTestMarkers, listLabTests, listOrderSetMarkers, type Marker } from 'svc-link/contract';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { type Env, invalid, onPage, pageOf } from '../http/index.js';
import { findLabAccount, findLabTest, testsOf } from './find.js';
import type { LabAccount } from './labs.js';
import { markersOf, markersOfLab, toLabTest } from './markers.js';

/** The routes for the tests that can be ordered and what they measure (spec 4.7, 4.8). */
export function labTestRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, listLabTests, async ({ query }) => {
    const page = pageOf(query);
    const tests = testsOf(findLabAccount(query.lab_account_id));
    return {
      lab_tests: onPage(tests, page).map(toLabTest),
      total: tests.length,
      ...page,
    };
  });

  route(app, db, listLabTestMarkers, async ({ params, query }) => {
    const id = params.lab_test_id;
    const page = pageOf(query);
    const markers = markersOf(findLabTest(id, findLabAccount(query.lab_account_id)));
    return {
      markers: onPage(markers, page),
      total: markers.length,
      ...page,
    };
  });

  route(app, db, listOrderSetMarkers, async ({ query, readBody }) => {
    const page = pageOf(query);
    const body = await readBody({ mayBeEmpty: true });
    const account = findLabAccount(body.lab_account_id);
    const markers = once([
      ...(body.lab_test_ids ?? []).flatMap((id) => markersOf(findLabTest(id, account))),
      ...addOns(body.add_on?.provider_ids ?? [], account),
    ]);
    return {
      markers: onPage(markers, page),
      total: markers.length,
      ...page,
      pages: Math.ceil(markers.length / page.size),
    };
  });

  return app;
}

/** Markers by the laboratories' own names (spec 2.13). Throws 422 for a name that the account does not offer. */
function addOns(providerIds: readonly string[], account: LabAccount): readonly Marker[] {
  const offered = account.labs.flatMap(markersOfLab);
  return providerIds.map((providerId, at) => {
    const found = offered.find((marker) => marker.provider_id === providerId);
    if (found) return found;
    const loc = ['body', 'add_on', 'provider_ids', at];
    throw invalid({ loc, msg: 'no marker of the lab account', type: 'value_invalid' });
  });
}

const once = (markers: readonly Marker[]): readonly Marker[] => [
  ...new Map(markers.map((marker) => [marker.id, marker])).values(),
];
