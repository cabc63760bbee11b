// The providers of the matrix, and where each differs from the standard. Their pages in docs/providers give
// the sources. The tests, the table in docs/providers/README.md and `npm run demo:real` use these rows.
import type { AuthorizationServer, Profile } from '../../support/authorization-server.js';
import { createConcept2Simulator } from '../simulators/concept2.js';
import { createDexcomSimulator } from '../simulators/dexcom.js';
import { createGarminSimulator } from '../simulators/garmin.js';
import { createGoogleHealthSimulator } from '../simulators/google-health.js';
import { createIntervalsIcuSimulator } from '../simulators/intervals-icu.js';
import { createOuraSimulator } from '../simulators/oura.js';
import { createPolarSimulator } from '../simulators/polar.js';
import type { Simulator, SimulatorOptions } from '../simulators/simulator.js';
import { createSmartSimulator } from '../simulators/smart.js';
import { createStravaSimulator } from '../simulators/strava.js';
import { createSuuntoSimulator } from '../simulators/suunto.js';
import { createUltrahumanSimulator } from '../simulators/ultrahuman.js';
import { createWahooSimulator } from '../simulators/wahoo.js';
import { createWhoopSimulator } from '../simulators/whoop.js';
import { createWithingsSimulator } from '../simulators/withings.js';

export interface Row {
  readonly slug: string;
  simulate(
    options: SimulatorOptions,
    urls: AuthorizationServer['urls'],
  ): Pick<Simulator, 'app' | 'refuseNext' | 'breakNext' | 'requests'>;
  readonly profile: Profile;
  /** A request to the interface that ends a grant. Requests to the authorization server are in the profile. */
  readonly endedBy?: { readonly method: string; readonly path: RegExp };
  /** The interface's name of an account, if it differs from the name at sign-in. */
  named?(account: string, api: string): string;
  /** The application's further key. The interface requires it. */
  readonly apiKey?: string;
}

export const rows: readonly Row[] = [
  {
    slug: 'google_health',
    simulate: createGoogleHealthSimulator,
    profile: { pkce: true, rotates: false, revocationBy: 'nobody' },
  },
  {
    slug: 'withings',
    simulate: createWithingsSimulator,
    profile: {
      separator: ',',
      tokenField: ['action', 'requesttoken'],
      tokenAnswer: (body, account) => ({ status: 0, body: { ...body, userid: Number(account) } }),
      tokenRefusal: () => ({ status: 200, body: { status: 503, body: {}, error: 'Invalid Params' } }),
    },
  },
  {
    slug: 'oura',
    simulate: createOuraSimulator,
    profile: {
      accessSeconds: 2_592_000,
      callback: (scopes) => ({ scope: scopes.join(' ') }),
      tokenRefusal: () => ({ status: 400, body: { error: 'invalid_request' } }),
      revocation: { method: 'POST', path: '/revoke', status: 200 },
    },
  },
  {
    slug: 'whoop',
    simulate: createWhoopSimulator,
    profile: {},
    endedBy: { method: 'DELETE', path: /^\/v2\/user\/access$/ },
    // WHOOP's accounts are numbers.
    named: (account) =>
      String([...account].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 10_000)),
  },
  {
    slug: 'polar',
    simulate: createPolarSimulator,
    profile: {
      clientAuthentication: 'basic',
      neverRefreshes: true,
      tokenAnswer: (body, account) => ({ ...body, x_user_id: Number(account) }),
    },
    endedBy: { method: 'DELETE', path: /^\/v3\/users\/\d+$/ },
  },
  {
    slug: 'wahoo',
    simulate: createWahooSimulator,
    profile: {},
    endedBy: { method: 'DELETE', path: /^\/v1\/permissions$/ },
  },
  {
    slug: 'suunto',
    simulate: (options) => createSuuntoSimulator({ ...options, subscriptionKey: 'the key' }),
    profile: {
      clientAuthentication: 'basic',
      tokenAnswer: (body, account) => ({ ...body, user: account }),
      revocation: { method: 'GET', path: '/oauth/deauthorize', status: 200, by: 'client_id' },
    },
    apiKey: 'the key',
  },
  { slug: 'dexcom', simulate: createDexcomSimulator, profile: {} },
  {
    slug: 'smart',
    simulate: (options, authorization) => createSmartSimulator({ ...options, authorization }),
    profile: {
      clientAuthentication: 'basic',
      pkce: true,
      // Without `openid` this server leaves out `offline_access`, which SMART allows without `openid`.
      tokenAnswer: (body, account) => ({
        ...body,
        patient: account,
        scope: `${String(body['scope'])} offline_access`,
      }),
    },
    named: (account, api) => `${api}/Patient/${account}`,
  },
  {
    slug: 'strava',
    simulate: createStravaSimulator,
    profile: {
      separator: ',',
      callback: (scopes) => ({ scope: scopes.join(',') }),
      tokenAnswer: (body, account) => ({ ...body, athlete: { id: Number(account) } }),
      revocationBy: 'basic',
    },
  },
  {
    slug: 'garmin',
    simulate: createGarminSimulator,
    profile: {
      pkce: true,
      accessSeconds: 86_400,
      // Every application gets these scopes, whatever the person has ticked.
      tokenAnswer: (body) => ({
        ...body,
        scope: 'PARTNER_WRITE PARTNER_READ CONNECT_READ CONNECT_WRITE',
        refresh_token_expires_in: 7_775_998,
      }),
    },
    endedBy: { method: 'DELETE', path: /^\/user\/registration$/ },
  },
  {
    slug: 'concept2',
    simulate: createConcept2Simulator,
    profile: {
      separator: ',',
      accessSeconds: 604_800,
      tokenField: ['scope', 'user:read,results:read'],
      tokenAnswer: (body) => ({ ...body, scope: undefined }),
      tokenRefusal: () => ({
        status: 400,
        body: { message: 'The refresh token is invalid.', status_code: 400 },
      }),
    },
  },
  {
    slug: 'intervals_icu',
    simulate: createIntervalsIcuSimulator,
    profile: {
      separator: ',',
      neverRefreshes: true,
      tokenAnswer: (body, account) => ({
        token_type: 'Bearer',
        access_token: body['access_token'],
        scope: body['scope'],
        athlete: { id: account, name: 'Ada Example' },
      }),
      tokenRefusal: () => ({ status: 404, body: { status: 404, error: 'Code not found (expired?)' } }),
    },
    endedBy: { method: 'DELETE', path: /^\/disconnect-app$/ },
  },
  { slug: 'ultrahuman', simulate: createUltrahumanSimulator, profile: {} },
];
