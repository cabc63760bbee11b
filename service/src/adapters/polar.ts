// Polar AccessLink v3. It has one scope for everything, no refresh tokens, and
// no past workouts: only those that were uploaded after the person linked.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import { day, jsonOf } from './fields.js';
import { collections, scopes } from './polar/collections.js';
import { activityItem, courseItems, exerciseItems, nightItems } from './polar/items.js';
import { subscriptions } from './polar/subscriptions.js';
import { hmacSha256, isSameSecret } from './signatures.js';

const Notice = z.looseObject({
  event: z.string(),
  user_id: z.union([z.number(), z.string()]),
  date: z.nullish(day),
});

const User = z.looseObject({ 'polar-user-id': z.union([z.int(), z.string().check(z.minLength(1))]) });

const resourcesOfEvent: Readonly<Record<string, readonly string[]>> = {
  EXERCISE: ['workouts'],
  SLEEP: ['sleep', 'sleep_cycle'],
  ACTIVITY_SUMMARY: ['activity'],
  PHYSICAL_INFORMATION: ['profile'],
};

const needed = { required: scopes, optional: [] };
const numbers = (text: string | null): number[] => text?.split(',').map(Number) ?? [];
/** Assumed: the windows are in the order of the headers' numbers, and the resets are in seconds. */
const windows = [900, 86_400];

export const polar = defineAdapter({
  slug: 'polar',
  name: 'Polar',
  description: 'Sports watches and heart rate sensors',
  maker: 'Polar Electro',
  aliases: ['Polar Flow', 'Vantage', 'Grit X', 'Ignite', 'Pacer', 'Verity Sense'],
  helpUrl: 'https://support.polar.com',
  colour: '#c4062f',
  monogram: 'P',
  source: 'watch',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://flow.polar.com/oauth2/authorization',
      token: 'https://polarremote.com/v2/oauth2/token',
      api: 'https://www.polaraccesslink.com',
    },
    clientAuthentication: 'basic',
    pkce: false,
    scopes: needed,
    scopeSeparator: ' ',
    async readAccount({ token }) {
      return String(z.union([z.int(), z.string().check(z.minLength(1))]).parse(token['x_user_id']));
    },
    async readImportedAccount({ claimed, api }) {
      // Polar refuses this path to everybody except the holder of the token.
      const user = await api.send({ to: `/v3/users/${encodeURIComponent(claimed)}` });
      return String(z.parse(User, user)['polar-user-id']);
    },
    async afterLink({ account, api }) {
      // 409: registered before. The account is used as the member id, because an id that belongs to another account is a
      // 409 too.
      await api.send({
        method: 'POST',
        to: '/v3/users',
        json: { 'member-id': account },
        alsoSuccess: [409],
      });
    },
    refresh: null,
    revoke: ({ account }) => ({ method: 'DELETE', to: `/v3/users/${encodeURIComponent(account)}` }),
  },
  collections,
  resources: {
    profile: {
      from: ['physical'],
      scopes: needed,
      items: ({ physical }, { window }) =>
        physical.map(({ height, birthday, gender }) => ({
          day: window.until,
          id: 'profile',
          item: {
            height: height ?? null,
            birth_date: birthday ?? null,
            gender: gender === 'MALE' ? 'male' : gender === 'FEMALE' ? 'female' : null,
            time_zone: null,
          },
        })),
    },
    sleep: {
      from: ['nights', 'recharges'],
      scopes: needed,
      items: (of) => {
        const recharges = new Map(of.recharges.map((each) => [each.date, each]));
        return of.nights.flatMap((night) => nightItems(night, recharges.get(night.date)));
      },
    },
    sleep_cycle: {
      from: ['nights'],
      scopes: needed,
      items: ({ nights }) => nights.flatMap(courseItems),
    },
    activity: {
      from: ['activities'],
      scopes: needed,
      items: ({ activities }, context) => activities.map((each) => activityItem(each, context)),
    },
    workouts: {
      from: ['exercises'],
      scopes: needed,
      items: ({ exercises }, context) => exercises.flatMap((each) => exerciseItems(each, context)),
    },
  },
  // For each person, twenty and a hundred more requests are allowed; these are not counted on.
  limits: [
    { per: 'application', requests: 500, seconds: 900 },
    { per: 'application', requests: 5000, seconds: 86_400 },
  ],
  standing({ headers }, now) {
    const used = numbers(headers.get('ratelimit-usage'));
    const most = numbers(headers.get('ratelimit-limit'));
    const resets = numbers(headers.get('ratelimit-reset'));
    const [tightest] = windows
      .map((seconds, at) => ({
        per: 'application' as const,
        seconds,
        remaining: Math.max(0, (most[at] ?? Number.NaN) - (used[at] ?? Number.NaN)),
        reset: resets[at] ?? Number.NaN,
      }))
      .filter(({ remaining, reset }) => Number.isFinite(remaining + reset))
      .sort((one, other) => one.remaining - other.remaining);
    if (!tightest) return undefined;
    const { reset, ...standing } = tightest;
    return { ...standing, resetAt: new Date(now.getTime() + reset * 1000) };
  },
  classify({ status, headers }) {
    // An HTML page comes from a proxy in front of Polar.
    if (status !== 403 || headers.get('content-type')?.includes('html')) return undefined;
    return {
      kind: 'scope',
      errorType: 'provider_data_refused',
      message: 'The person has not given all consents that Polar asks for in Polar Flow.',
    };
  },
  notices: {
    subscriptions,
    // A ping has no signature that could be checked: the secret comes in the answer to the request that makes the webhook.
    challenge: ({ method, body }) =>
      method === 'POST' && /^\s*\{[^{}]*"event"\s*:\s*"PING"/.test(body)
        ? { body: '', type: 'text/plain' }
        : undefined,
    verify({ headers, body }, secret) {
      if (secret === null) return 'hint';
      const signature = headers.get('polar-webhook-signature') ?? '';
      return isSameSecret(signature.toLowerCase(), hmacSha256(secret, body, 'hex')) ? 'signed' : 'forged';
    },
    read({ body }) {
      const notice = Notice.parse(jsonOf(body));
      const resources = resourcesOfEvent[notice.event];
      if (resources === undefined) return [];
      return [
        {
          account: String(notice.user_id),
          is: 'changed',
          resources,
          ...(notice.date ? { from: notice.date, until: notice.date } : {}),
        },
      ];
    },
  },
});
