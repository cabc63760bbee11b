// Strava's subscription: one for each application. To list it, the application's secret would have to be in an address,
// where logs keep it.
// So a new subscription is requested instead, which Strava refuses if one exists.
import * as z from 'zod/mini';
import { recordId } from '../fields.js';
import type { Subscriptions } from '../subscriptions.js';

const Created = z.looseObject({ id: recordId });
const path = '/push_subscriptions';
const as = 'application-by-form';

export const subscriptions: Subscriptions = {
  per: 'application',
  topics: () => ['all'],
  create: ({ url, verifyToken }) => ({
    method: 'POST',
    to: path,
    form: { callback_url: url, verify_token: verifyToken },
    as,
  }),
  readCreated: (body) => ({ id: String(z.parse(Created, body).id) }),
  delete: ({ id }) => ({
    method: 'DELETE',
    to: `${path}/${encodeURIComponent(id)}`,
    as,
    alsoSuccess: [404],
  }),
};
