// Intervals.icu's notices report new data, and people who have left. One request holds
// several events, with a secret that is shown on the page of the application. The kinds
// of events come from that page, their fields from what a public client has received.
import * as z from 'zod/mini';
import { day, jsonOf, localTime, recordId } from '../fields.js';
import type { Notice, Notices } from '../notices.js';
import { isSameSecret } from '../signatures.js';

const Proof = z.looseObject({ secret: z.string() });
const Event = z.looseObject({
  athlete_id: recordId,
  type: z.string(),
  /** For an activity that was deleted, little more than the id is sent. */
  activity: z.nullish(z.looseObject({ start_date_local: z.nullish(localTime) })),
  records: z.nullish(z.array(z.unknown())),
  /** Set if the person has ended all access. */
  deauthorized: z.nullish(z.boolean()),
});
type Event = z.infer<typeof Event>;
const Events = z.looseObject({ events: z.array(Event) });
const Wellness = z.looseObject({ id: day });

/** Only events about workouts: computed data such as achievements and fitness, and settings, are not read. */
const ofWorkouts = new Set([
  'ACTIVITY_UPLOADED',
  'ACTIVITY_ANALYZED',
  'ACTIVITY_UPDATED',
  'ACTIVITY_DELETED',
]);
const ofWellness = ['activity', 'body', 'blood_pressure', 'respiratory_rate'];

function noticeOf({ athlete_id, type, activity, records, deauthorized }: Event): Notice[] {
  const account = String(athlete_id);
  if (type === 'APP_SCOPE_CHANGED') return deauthorized === true ? [{ account, is: 'ended' }] : [];
  if (ofWorkouts.has(type)) {
    const date = activity?.start_date_local?.slice(0, 10);
    const days = date === undefined ? {} : { from: date, until: date };
    return [{ account, is: 'changed', resources: ['workouts'], ...days }];
  }
  if (type !== 'WELLNESS_UPDATED') return [];
  const dates = (records ?? []).map((record) => z.parse(Wellness, record).id).toSorted();
  const [from, until] = [dates.at(0), dates.at(-1)];
  const days = from === undefined || until === undefined ? {} : { from, until };
  return [{ account, is: 'changed', resources: ofWellness, ...days }];
}

export const notices: Notices = {
  verify({ body }, secret) {
    if (secret === null) return 'hint';
    const sent = Proof.safeParse(jsonOf(body));
    return sent.success && isSameSecret(sent.data.secret, secret) ? 'signed' : 'forged';
  },
  read: ({ body }) => z.parse(Events, jsonOf(body)).events.flatMap(noticeOf),
};
