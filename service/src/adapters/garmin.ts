// Garmin's Health and Activity interfaces, version 1 with OAuth 2: watches, bike computers and scales. Only data that
// notices offer is requested, and Garmin offers the past on request. What it expects and answers is known from public
// clients only: its documentation is for businesses that it has approved. Applications need approval too, so each team has
// its own.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Answer, Failure } from './api.js';
import { recordId } from './fields.js';
import { collections, permissions } from './garmin/collections.js';
import {
  activityItems,
  bodyItems,
  courseItems,
  heartRateItems,
  nightItems,
  pressureItems,
  workoutItems,
} from './garmin/items.js';
import { notices } from './garmin/notices.js';

const User = z.looseObject({ userId: recordId });
const list = z.array(z.string());
/** Public clients read an object around the list; some notes about the interface show the list alone. */
const Permissions = z.union([list, z.looseObject({ permissions: list })]);

const health = { required: [permissions.health], optional: [permissions.past] };
const activity = { required: [permissions.activity], optional: [permissions.past] };

/** The person has not ticked this kind of data, or has unticked it since. */
const withheld: Failure = {
  kind: 'scope',
  errorType: 'required_scopes_not_granted',
  message: 'The person does not share this kind of data with the application.',
};
const classify = ({ status }: Answer): Failure | undefined => (status === 412 ? withheld : undefined);

export const garmin = defineAdapter({
  slug: 'garmin',
  name: 'Garmin',
  description: 'Watches, bike computers and scales',
  aliases: ['Garmin Connect', 'Forerunner', 'fenix', 'Venu', 'vivosmart', 'Edge', 'Index'],
  helpUrl: 'https://support.garmin.com',
  colour: '#00609c',
  monogram: 'Ga',
  source: 'watch',
  ownApplicationsOnly: true,
  comesByOffers: true,
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://connect.garmin.com/oauth2Confirm',
      token: 'https://diauth.garmin.com/di-oauth2-service/oauth/token',
      api: 'https://apis.garmin.com/wellness-api/rest',
    },
    clientAuthentication: 'body',
    pkce: true,
    scopes: { required: [], optional: Object.values(permissions) },
    scopeSeparator: ' ',
    namesNoScopes: true,
    // The scopes in the token answer are the same for every application.
    readGranted: async (api) => {
      const said = z.parse(Permissions, await api.send({ to: '/user/permissions' }));
      return 'permissions' in said ? said.permissions : said;
    },
    readAccount: async ({ api }) => String(z.parse(User, await api.send({ to: '/user/id' })).userId),
    // A day. Garmin wants tokens to be refreshed ten minutes before the end.
    refresh: { rotates: true, aheadSeconds: 600, lifeSeconds: 86_400 },
    revoke: () => ({ method: 'DELETE', to: '/user/registration' }),
  },
  collections,
  resources: {
    sleep: {
      from: ['sleeps'],
      scopes: health,
      items: ({ sleeps }, context) => nightItems(sleeps, context),
    },
    sleep_cycle: {
      from: ['sleeps'],
      scopes: health,
      items: ({ sleeps }, context) => courseItems(sleeps, context),
    },
    activity: {
      from: ['dailies'],
      scopes: health,
      items: ({ dailies }, context) => dailies.flatMap((each) => activityItems(each, context)),
    },
    heartrate: {
      from: ['dailies'],
      scopes: health,
      items: ({ dailies }, context) => dailies.flatMap((each) => heartRateItems(each, context)),
    },
    workouts: {
      from: ['activities'],
      moves: true,
      scopes: activity,
      items: ({ activities }, context) => activities.flatMap((each) => workoutItems(each, context)),
    },
    body: {
      from: ['bodyComps'],
      moves: true,
      scopes: health,
      items: ({ bodyComps }, context) => bodyComps.flatMap((each) => bodyItems(each, context)),
    },
    blood_pressure: {
      from: ['bloodPressures'],
      moves: true,
      scopes: health,
      items: ({ bloodPressures }, context) => bloodPressures.flatMap((each) => pressureItems(each, context)),
    },
  },
  // As far as is published, requests are not limited. The days of the past that may be asked for are, depending on the
  // application's status.
  limits: [],
  classify,
  notices,
});
