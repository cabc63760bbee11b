// The WHOOP API, version 2.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import { jsonOf } from './fields.js';
import { hmacSha256, isRecent, isSameSecret } from './signatures.js';
import * as collections from './whoop/collections.js';
import * as items from './whoop/items.js';

const Account = z.looseObject({ user_id: z.union([z.int(), z.string().check(z.minLength(1))]) });
const Notice = z.extend(Account, { type: z.string() });

/** The resources, by the first word of a notice's type, such as `sleep.updated`. */
const resourcesOf: Readonly<Record<string, readonly string[]>> = {
  sleep: ['sleep'],
  recovery: ['sleep', 'activity'],
  workout: ['workouts'],
};

export const whoop = defineAdapter({
  slug: 'whoop',
  name: 'WHOOP',
  description: 'Bands for sleep, recovery and strain',
  aliases: ['WHOOP 4.0', 'WHOOP MG'],
  helpUrl: 'https://support.whoop.com',
  colour: '#363636',
  monogram: 'Wh',
  source: 'band',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://api.prod.whoop.com/oauth/oauth2/auth',
      token: 'https://api.prod.whoop.com/oauth/oauth2/token',
      api: 'https://api.prod.whoop.com/developer',
    },
    clientAuthentication: 'body',
    pkce: false,
    // `read:profile` gives the account. Without `offline` there is no refresh token;
    // whether the answer lists it among the granted scopes is not documented.
    scopes: {
      required: ['read:profile'],
      optional: [
        'offline',
        'read:sleep',
        'read:recovery',
        'read:cycles',
        'read:workout',
        'read:body_measurement',
      ],
    },
    scopeSeparator: ' ',
    prepareTokenRequest: (form, step) => {
      // Without this scope, the answer has no refresh token.
      if (step === 'refresh') form.set('scope', 'offline');
    },
    readAccount: async ({ api }) =>
      String(Account.parse(await api.send({ to: '/v2/user/profile/basic' })).user_id),
    refresh: { rotates: true, aheadSeconds: 300, lifeSeconds: 3600 },
    revoke: () => ({ method: 'DELETE', to: '/v2/user/access' }),
  },
  collections: {
    sleeps: collections.sleeps,
    recoveries: collections.recoveries,
    cycles: collections.cycles,
    workouts: collections.workouts,
    bodies: collections.bodies,
  },
  resources: {
    profile: {
      from: ['bodies'],
      scopes: { required: ['read:body_measurement'], optional: [] },
      items: ({ bodies }, context) => bodies.map((body) => items.profileItem(body, context)),
    },
    sleep: {
      from: ['sleeps', 'recoveries'],
      scopes: { required: ['read:sleep'], optional: ['read:recovery'] },
      items: ({ sleeps, recoveries }) => items.nightItems(sleeps, recoveries),
    },
    activity: {
      from: ['cycles', 'recoveries'],
      scopes: { required: ['read:cycles'], optional: ['read:recovery'] },
      items: ({ cycles, recoveries }) => items.activityItems(cycles, recoveries),
    },
    workouts: {
      from: ['workouts'],
      scopes: { required: ['read:workout'], optional: [] },
      items: ({ workouts }) => workouts.map(items.workoutItem),
    },
  },
  limits: [
    { per: 'application', requests: 100, seconds: 60 },
    { per: 'application', requests: 10_000, seconds: 86_400 },
  ],
  standing: ({ headers }, now) => {
    // `100, 100;window=60, 10000;window=86400`: the first number is the limit that the other two headers describe.
    const [limit = '', ...windows] = (headers.get('x-ratelimit-limit') ?? '')
      .split(',')
      .map((each) => each.trim());
    const window = windows
      .map((each) => /^(\d+);window=(\d+)$/.exec(each))
      .find((each) => each?.[1] === limit);
    const remaining = headers.get('x-ratelimit-remaining') ?? '';
    const reset = headers.get('x-ratelimit-reset') ?? '';
    if (!window || !/^\d+$/.test(remaining) || !/^\d+$/.test(reset)) return undefined;
    return {
      per: 'application',
      seconds: Number(window[2]),
      remaining: Number(remaining),
      resetAt: new Date(now.getTime() + Number(reset) * 1000),
    };
  },
  notices: {
    signedByApplication: true,
    verify: ({ headers, body }, secret, now) => {
      if (secret === null) return 'hint';
      const time = headers.get('x-whoop-signature-timestamp');
      const isNew = isRecent(time, now);
      const isTrue = isSameSecret(
        headers.get('x-whoop-signature') ?? '',
        hmacSha256(secret, `${time}${body}`, 'base64'),
      );
      return isNew && isTrue ? 'signed' : 'forged';
    },
    read: ({ body }) => {
      const { user_id, type } = Notice.parse(jsonOf(body));
      const resources = resourcesOf[type.split('.')[0] ?? ''];
      return resources === undefined ? [] : [{ account: String(user_id), is: 'changed', resources }];
    },
  },
});
