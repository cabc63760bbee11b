// Subscriptions at Oura: an application has one for each type of data and event. They expire, and are renewed.
import * as z from 'zod/mini';
import type { Subscribed, Subscriptions } from '../subscriptions.js';

/** A moment with or without an offset. */
const moment = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'no time'));
const One = z.looseObject({
  id: z.string().check(z.minLength(1)),
  callback_url: z.string(),
  event_type: z.string(),
  data_type: z.string(),
  expiration_time: z.nullish(moment),
});
type One = z.infer<typeof One>;

const path = '/v2/webhook/subscription';
const as = 'application-by-headers';
const types = ['sleep', 'daily_sleep', 'daily_activity', 'workout'];
const events = ['create', 'update', 'delete'];
const topics = types.flatMap((type) => events.map((event) => `${type} ${event}`));

/** Assumed: a moment without an offset is in UTC. */
function endOf({ expiration_time }: One): Pick<Subscribed, 'endsAt'> {
  if (expiration_time == null) return {};
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(expiration_time);
  return { endsAt: new Date(hasOffset ? expiration_time : `${expiration_time}Z`) };
}

export const subscriptions: Subscriptions = {
  per: 'application',
  topics: () => topics,
  list: {
    request: { to: path, as },
    read: (body) =>
      z.parse(z.array(One), body).map((one) => ({
        id: one.id,
        topic: `${one.data_type} ${one.event_type}`,
        url: one.callback_url,
        ...endOf(one),
      })),
  },
  create({ topic, url, verifyToken }) {
    const [data_type, event_type] = topic.split(' ');
    const json = { callback_url: url, verification_token: verifyToken, event_type, data_type };
    return { method: 'POST', to: path, json, as };
  },
  readCreated(body) {
    const one = z.parse(One, body);
    return { id: one.id, ...endOf(one) };
  },
  renew: ({ id }) => ({ method: 'PUT', to: `${path}/renew/${encodeURIComponent(id)}`, as }),
  // Oura answers 403 if there is no such subscription.
  delete: ({ id }) => ({
    method: 'DELETE',
    to: `${path}/${encodeURIComponent(id)}`,
    as,
    alsoSuccess: [403, 404],
  }),
};
