// Strava's subscription: one for an application. Its list would have the application's secret in an address, where logs keep it,
// so a new one is asked for instead, which Strava refuses if there is one.
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
