// Intervals.icu, version 1 of its interface: workouts, and what people and their devices record for each day. Access does
// not end.
// Data from Strava is not provided.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import { recordId } from './fields.js';
import { Athlete, collections, scopes } from './intervals-icu/collections.js';
import {
  activityItems,
  bodyItems,
  breathItems,
  pressureItems,
  profileItem,
  workoutItems,
} from './intervals-icu/items.js';
import { notices } from './intervals-icu/notices.js';

const CodeAnswer = z.looseObject({ athlete: z.looseObject({ id: recordId }) });

const wellness = { required: [scopes.wellness], optional: [] };

export const intervalsIcu = defineAdapter({
  slug: 'intervals_icu',
  name: 'Intervals.icu',
  description: 'Training log of many watches and bike computers',
  aliases: ['Intervals', 'intervals icu'],
  helpUrl: 'https://forum.intervals.icu',
  colour: '#b3263f',
  monogram: 'In',
  source: 'app',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://intervals.icu/oauth/authorize',
      token: 'https://intervals.icu/api/oauth/token',
      api: 'https://intervals.icu/api/v1',
    },
    clientAuthentication: 'body',
    pkce: false,
    // People choose on its page which of these they grant.
    scopes: { required: [], optional: Object.values(scopes) },
    scopeSeparator: ',',
    grantedScopes: ({ token }) => {
      if (token.scope === undefined) return null;
      const granted = token.scope.split(',').filter((scope) => scope !== '');
      // A scope for writing includes reading.
      const readable = granted.map((scope) => scope.replace(/:WRITE$/, ':READ'));
      return [...new Set([...granted, ...readable])];
    },
    // Only the answer to the code contains the account, whatever was granted.
    readAccount: async ({ token }) => String(z.parse(CodeAnswer, token).athlete.id),
    // Assumed: refused without `SETTINGS:READ`. With the person's own id in place of 0, a coach's token would be answered
    // too.
    readImportedAccount: async ({ api }) => String(z.parse(Athlete, await api.send({ to: '/athlete/0' })).id),
    refresh: null,
    revoke: () => ({ method: 'DELETE', to: '/disconnect-app' }),
  },
  collections,
  resources: {
    profile: {
      from: ['athlete'],
      scopes: { required: [scopes.settings], optional: [] },
      items: ({ athlete }, context) => athlete.map((each) => profileItem(each, context)),
    },
    workouts: {
      from: ['activities'],
      scopes: { required: [scopes.activity], optional: [] },
      items: ({ activities }, context) => activities.flatMap((each) => workoutItems(each, context)),
    },
    activity: {
      from: ['wellness'],
      scopes: wellness,
      items: (of, context) => of.wellness.flatMap((each) => activityItems(each, context)),
    },
    body: {
      from: ['wellness'],
      scopes: wellness,
      items: (of, context) => of.wellness.flatMap((each) => bodyItems(each, context)),
    },
    blood_pressure: {
      from: ['wellness'],
      scopes: wellness,
      items: (of, context) => of.wellness.flatMap((each) => pressureItems(each, context)),
    },
    respiratory_rate: {
      from: ['wellness'],
      scopes: wellness,
      items: (of, context) => of.wellness.flatMap((each) => breathItems(each, context)),
    },
  },
  // The daily limit grows with the number of people, by a hundred for each, up to this. With few people it is smaller, and
  // the answers say so.
  limits: [
    { per: 'application', requests: 2500, seconds: 900 },
    { per: 'application', requests: 50_000, seconds: 86_400, aligned: true },
  ],
  notices,
});
