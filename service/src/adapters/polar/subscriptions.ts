// Polar's webhook: one for each application. Its signing secret is shown once.
import * as z from 'zod/mini';
import type { Subscriptions } from '../subscriptions.js';

const Info = z.looseObject({
  id: z.string().check(z.minLength(1)),
  events: z.nullish(z.array(z.string())),
  url: z.string(),
  active: z.nullish(z.boolean()),
});
const Listed = z.looseObject({ data: z.nullish(z.array(Info)) });
const Created = z.looseObject({
  data: z.looseObject({
    id: z.string().check(z.minLength(1)),
    signature_secret_key: z.string().check(z.minLength(1)),
  }),
});

const path = '/v3/webhooks';
const as = 'application';
/** All events together are one subscription here. */
const topicOf = (events: readonly string[]): string => events.toSorted().join(' ');
const events = ['ACTIVITY_SUMMARY', 'EXERCISE', 'PHYSICAL_INFORMATION', 'SLEEP'];

export const subscriptions: Subscriptions = {
  per: 'application',
  topics: () => [topicOf(events)],
  showsSecret: true,
  list: {
    request: { to: path, as },
    read: (body) =>
      // 204 without a body if there is none.
      (body === undefined ? [] : (z.parse(Listed, body).data ?? [])).map((one) => ({
        id: one.id,
        topic: topicOf(one.events ?? []),
        url: one.url,
        ...(one.active === false && { isOff: true as const }),
      })),
  },
  create: ({ topic, url }) => ({ method: 'POST', to: path, json: { events: topic.split(' '), url }, as }),
  readCreated(body) {
    const { id, signature_secret_key } = z.parse(Created, body).data;
    return { id, secret: signature_secret_key };
  },
  activate: () => ({ method: 'POST', to: `${path}/activate`, as }),
  delete: ({ id }) => ({
    method: 'DELETE',
    to: `${path}/${encodeURIComponent(id)}`,
    as,
    alsoSuccess: [404],
  }),
};
