import { Hono } from 'hono';
import {
  listLabTestMarkers,
  listLabTests,
  listOrderSetMarkers,
  type Marker,
  type ResponseOf,
} from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import type { Deps, Env } from '../deps.js';
import { invalid } from '../errors.js';
import { onPage, pageOf } from '../numbered-pages.js';
import { check, readBody, uuidParam } from '../request.js';
import { findLabAccount, findLabTest, testsOf } from './find.js';
import type { LabAccount } from './labs.js';
import { markersOf, markersOfLab, toLabTest } from './markers.js';

/** What can be ordered, and what it measures (spec 4.7, 4.8). */
export function labTestRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/v3/lab_tests', async (c) => {
    await requireTeam(db, c.req.header('x-svc-api-key'));
    const query = check(listLabTests.query, c.req.query(), 'query');
    const page = pageOf(query);
    const tests = testsOf(findLabAccount(query.lab_account_id));
    const answer: ResponseOf<typeof listLabTests> = {
      lab_tests: onPage(tests, page).map(toLabTest),
      total: tests.length,
      ...page,
    };
    return c.json(answer);
  });

  app.get('/v3/lab_tests/:lab_test_id/markers', async (c) => {
    await requireTeam(db, c.req.header('x-svc-api-key'));
    const id = uuidParam(c, 'lab_test_id');
    const query = check(listLabTestMarkers.query, c.req.query(), 'query');
    const page = pageOf(query);
    const markers = markersOf(findLabTest(id, findLabAccount(query.lab_account_id)));
    const answer: ResponseOf<typeof listLabTestMarkers> = {
      markers: onPage(markers, page),
      total: markers.length,
      ...page,
    };
    return c.json(answer);
  });

  app.post('/v3/lab_tests/list_order_set_markers', async (c) => {
    await requireTeam(db, c.req.header('x-svc-api-key'));
    const page = pageOf(check(listOrderSetMarkers.query, c.req.query(), 'query'));
    const body = await readBody(c, listOrderSetMarkers.body, { mayBeEmpty: true });
    const account = findLabAccount(body.lab_account_id);
    const markers = once([
      ...(body.lab_test_ids ?? []).flatMap((id) => markersOf(findLabTest(id, account))),
      ...addOns(body.add_on?.provider_ids ?? [], account),
    ]);
    const answer: ResponseOf<typeof listOrderSetMarkers> = {
      markers: onPage(markers, page),
      total: markers.length,
      ...page,
      pages: Math.ceil(markers.length / page.size),
    };
    return c.json(answer);
  });

  return app;
}

/** Markers by the laboratories' own names (spec 2.13). Throws 422 for one that the account does not offer. */
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
