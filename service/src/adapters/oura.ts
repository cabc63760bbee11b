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
      // The maker's document has the two above only, which refuse applications of its new portal. These are those of public clients, who
      // have them from what the issuer publishes (`/.well-known/openid-configuration` below it).
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
      // Assumed: the callback says what the person ticked. Newer applications name scopes with a prefix.
      const scopes = callback.get('scope') ?? token.scope;
      return scopes?.split(/[ +]/).map((scope) => scope.replace(/^extapi:/, '')) ?? null;
    },
    // A refresh token that has ended is an invalid request here, as a mistake of ours would be.
    classifyTokenError: (status, body) =>
      status === 400 && z.looseObject({ error: z.literal('invalid_request') }).safeParse(body).success
        ? 'suspicious'
        : undefined,
    // Any token may ask whose it is, whatever was granted.
    readAccount: async ({ api }) =>
      Account.parse(await api.send({ to: '/v2/usercollection/personal_info' })).id,
    // Typically 30 days, as the maker says.
    refresh: { rotates: true, aheadSeconds: 600, lifeSeconds: 2_592_000 },
    revoke: ({ accessToken, refreshToken, isNewer }) => {
      const token = refreshToken ?? accessToken;
      const request = { method: 'POST', to: { address: 'revoke' } } as const;
      // By RFC 7009: what was ended before is a success.
      if (isNewer) return { ...request, form: { token }, as: 'application-by-form' };
      // A client in production sends it so; another one has the access token in the query, where logs would keep it. 401: it was ended
      // before.
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
  // Two layers, whose sizes are told only once they are reached. This is what an earlier document said.
  limits: [{ per: 'application', requests: 5000, seconds: 300 }],
  standing: ({ status, headers }) => {
    const seconds = Number(headers.get('x-ratelimit-window') ?? Number.NaN);
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
    if (status !== 429 || !Number.isFinite(seconds + reset)) return undefined;
    // Assumed: the name of the layer of one person has one of these words in it.
    const per = /token|user/i.test(headers.get('x-ratelimit-tier') ?? '') ? 'grant' : 'application';
    return { per, seconds, remaining: 0, resetAt: new Date(reset * 1000) };
  },
  classify: ({ status, body }) =>
    // Without JSON it comes from a server that stands before Oura's.
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
    // Whoever knows the address may see their own word again.
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
