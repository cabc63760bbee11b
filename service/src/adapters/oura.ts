// The Oura API, version 2.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import { jsonOf } from './fields.js';
import * as collections from './oura/collections.js';
import * as items from './oura/items.js';
import { subscriptions } from './oura/subscriptions.js';
import { hmacSha256, isRecent, isSameSecret } from './signatures.js';

const Account = z.looseObject({ id: z.string().check(z.minLength(1)) });
const Notice = z.looseObject({ data_type: z.string(), user_id: z.string().check(z.minLength(1)) });

const resourcesOfType: Readonly<Record<string, readonly string[]>> = {
  sleep: ['sleep', 'sleep_cycle'],
  daily_sleep: ['sleep'],
  // Heart rates have no notices of their own.
  daily_activity: ['activity', 'heartrate'],
  workout: ['workouts'],
};

const daily = { required: ['daily'], optional: [] };
export const oura = defineAdapter({
  slug: 'oura',
  name: 'Oura',
  description: 'Rings for sleep and recovery',
  aliases: ['Oura Ring'],
  helpUrl: 'https://support.ouraring.com',
  colour: '#2f4a4f',
  monogram: 'O',
  source: 'ring',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://cloud.ouraring.com/oauth/authorize',
      token: 'https://api.ouraring.com/oauth/token',
      revoke: 'https://api.ouraring.com/oauth/revoke',
      // The maker's documentation has only the two addresses above, which refuse applications from its new portal. These
      // come from public clients, which have them from the issuer's own metadata (`/.well-known/openid-configuration`).
      newer_token: 'https://moi.ouraring.com/oauth/v2/ext/oauth-token',
      newer_revoke: 'https://moi.ouraring.com/oauth/v2/ext/oauth-revoke',
      api: 'https://api.ouraring.com',
    },
    newerIssuer: 'https://moi.ouraring.com/oauth/v2/ext/oauth-anonymous',
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: ['daily'], optional: ['personal', 'workout', 'heartrate'] },
    scopeSeparator: ' ',
    grantedScopes: ({ callback, token }) => {
      // Assumed: the callback says what the person ticked. Newer applications have scopes with a prefix.
      const scopes = callback.get('scope') ?? token.scope;
      return scopes?.split(/[ +]/).map((scope) => scope.replace(/^extapi:/, '')) ?? null;
    },
    // If a refresh token has ended, the answer is `invalid_request`, the same as for a mistake of ours.
    classifyTokenError: (status, body) =>
      status === 400 && z.looseObject({ error: z.literal('invalid_request') }).safeParse(body).success
        ? 'suspicious'
        : undefined,
    // Any token may ask for its account, whatever was granted.
    readAccount: async ({ api }) =>
      Account.parse(await api.send({ to: '/v2/usercollection/personal_info' })).id,
    // Typically 30 days, according to the maker.
    refresh: { rotates: true, aheadSeconds: 600, lifeSeconds: 2_592_000 },
    revoke: ({ accessToken, refreshToken, isNewer }) => {
      const token = refreshToken ?? accessToken;
      const request = { method: 'POST', to: { address: 'revoke' } } as const;
      // According to RFC 7009, ending an ended token is a success.
      if (isNewer) return { ...request, form: { token }, as: 'application-by-form' };
      // A client in production sends it like this. Another client has the access
      // token in the query, where logs would keep it. 401: it had ended before.
      return {
        ...request,
        as: 'nobody',
        headers: { authorization: `Bearer ${token}` },
        alsoSuccess: [401],
      };
    },
  },
  collections: {
    nights: collections.nights,
    scores: collections.scores,
    activities: collections.activities,
    workouts: collections.workouts,
    beats: collections.beats,
    person: collections.person,
  },
  resources: {
    profile: {
      from: ['person'],
      scopes: { required: ['personal'], optional: [] },
      items: ({ person }, context) => person.map((each) => items.profileItem(each, context)),
    },
    sleep: {
      from: ['nights', 'scores'],
      scopes: daily,
      items: ({ nights, scores }) =>
        items.nightItems(nights, new Map(scores.map(({ day, score }) => [day, score ?? null]))),
    },
    sleep_cycle: { from: ['nights'], scopes: daily, items: ({ nights }) => items.courseItems(nights) },
    activity: {
      from: ['activities'],
      scopes: daily,
      items: ({ activities }) => activities.map(items.activityItem),
    },
    workouts: {
      from: ['workouts'],
      scopes: { required: ['workout'], optional: [] },
      items: ({ workouts }) => workouts.map(items.workoutItem),
    },
    heartrate: {
      from: ['beats', 'activities'],
      scopes: { required: ['heartrate'], optional: ['daily'] },
      items: ({ beats, activities }, context) => items.beatItems(beats, activities, context),
    },
  },
  // There are two layers, whose sizes are only told when they are reached. This value is from an earlier document.
  limits: [{ per: 'application', requests: 5000, seconds: 300 }],
  standing: ({ status, headers }) => {
    const seconds = Number(headers.get('x-ratelimit-window') ?? Number.NaN);
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
    if (status !== 429 || !Number.isFinite(seconds + reset)) return undefined;
    // Assumed: the name of the layer for one person contains one of these words.
    const per = /token|user/i.test(headers.get('x-ratelimit-tier') ?? '') ? 'grant' : 'application';
    return { per, seconds, remaining: 0, resetAt: new Date(reset * 1000) };
  },
  classify: ({ status, body }) =>
    // Without JSON the answer comes from a proxy in front of Oura.
    status === 403 && body !== undefined
      ? {
          kind: 'scope',
          errorType: 'provider_data_refused',
          message: 'Oura refuses this data: it was not granted, or the membership has ended.',
        }
      : undefined,
  notices: {
    subscriptions,
    signedByApplication: true,
    // Whoever knows the address may see their own challenge again.
    challenge: ({ method, query }) => {
      const challenge = query.get('challenge');
      return method === 'GET' && challenge !== null
        ? { body: JSON.stringify({ challenge }), type: 'application/json' }
        : undefined;
    },
    verify: ({ headers, body }, secret, now) => {
      if (secret === null) return 'hint';
      const time = headers.get('x-oura-timestamp');
      const signature = headers.get('x-oura-signature') ?? '';
      const isNew = isRecent(time, now);
      const isTrue = isSameSecret(signature.toLowerCase(), hmacSha256(secret, `${time}${body}`, 'hex'));
      return isNew && isTrue ? 'signed' : 'forged';
    },
    read: ({ body }) => {
      const { data_type, user_id } = Notice.parse(jsonOf(body));
      const resources = resourcesOfType[data_type];
      return resources === undefined ? [] : [{ account: user_id, is: 'changed', resources }];
    },
  },
});
