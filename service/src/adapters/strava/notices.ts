// Strava's notices report new activities, and people who have left (developers.strava.com/docs/webhooks).
import * as z from 'zod/mini';
import { jsonOf, recordId } from '../fields.js';
import type { NoticeRequest, Notices } from '../notices.js';
import { hmacSha256, isSameSecret } from '../signatures.js';
import { subscriptions } from './subscriptions.js';

/**
 * Strava documents no signature. Real notices carry one, as `t=<seconds>,v1=<hex>`, but no public client has found out
 * which key it uses. It is not known to fit the application's secret, so a signature that does not fit proves nothing.
 */
function verify({ headers, body }: NoticeRequest, secret: string | null, now: Date): 'signed' | 'hint' {
  const given = headers.get('x-strava-signature');
  if (secret === null || given === null) return 'hint';
  const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(given) ?? [];
  const isOld = Math.abs(now.getTime() - Number(time) * 1000) > 300_000;
  if (time === '' || isOld) return 'hint';
  const expected = hmacSha256(secret, `${time}.${body}`, 'hex');
  return isSameSecret(signature.toLowerCase(), expected) ? 'signed' : 'hint';
}

const Notice = z.looseObject({
  object_type: z.string(),
  aspect_type: z.string(),
  owner_id: recordId,
  updates: z.nullish(z.looseObject({ authorized: z.optional(z.union([z.string(), z.boolean()])) })),
});

export const notices: Notices = {
  subscriptions,
  signedByApplication: true,
  challenge({ method, query }) {
    const challenge = query.get('hub.challenge');
    if (method !== 'GET' || query.get('hub.mode') !== 'subscribe' || challenge === null) return undefined;
    return { body: JSON.stringify({ 'hub.challenge': challenge }), type: 'application/json' };
  },
  verify,
  read({ body }) {
    const notice = z.parse(Notice, jsonOf(body));
    const account = String(notice.owner_id);
    if (notice.object_type === 'activity') return [{ account, is: 'changed', resources: ['workouts'] }];
    const hasLeft = notice.aspect_type === 'delete' || String(notice.updates?.authorized) === 'false';
    return hasLeft ? [{ account, is: 'ended' }] : [];
  },
};
