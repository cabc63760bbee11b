// Subscriptions at Withings: one for each category and person, made with the person's token.
import * as z from 'zod/mini';
import type { Subscriptions } from '../subscriptions.js';

const Listed = z.looseObject({
  body: z.looseObject({
    profiles: z.nullish(
      z.array(z.looseObject({ appli: z.union([z.int(), z.string()]), callbackurl: z.string() })),
    ),
  }),
});

/** Assumed: the scope that each category needs. */
const categories: Readonly<Record<string, readonly string[]>> = {
  'user.metrics': ['1', '2', '4'],
  'user.activity': ['16', '44'],
};
const ask = (action: string, fields: Readonly<Record<string, string>> = {}) => ({
  method: 'POST' as const,
  to: '/notify',
  form: { action, ...fields },
});

export const subscriptions: Subscriptions = {
  per: 'grant',
  topics: (granted) => granted.flatMap((scope) => categories[scope] ?? []),
  list: {
    request: ask('list'),
    read: (body) =>
      (z.parse(Listed, body).body.profiles ?? []).map(({ appli, callbackurl }) => ({
        id: String(appli),
        topic: String(appli),
        url: callbackurl,
      })),
  },
  create: ({ topic, url }) => ask('subscribe', { appli: topic, callbackurl: url }),
  readCreated: (_body, { topic }) => ({ id: topic }),
  delete: ({ topic, url }) => ask('revoke', { appli: topic, callbackurl: url }),
};
