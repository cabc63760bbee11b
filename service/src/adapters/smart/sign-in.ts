// How people sign in to a server that supports SMART App Launch 2 (hl7.org/fhir/smart-app-launch), when the app is started
// outside of it.
import * as z from 'zod/mini';
import type { OauthSignIn, TokenAnswer, Urls } from '../sign-in.js';

export const readPatient = 'patient/Patient.r';
export const searchObservations = 'patient/Observation.rs';

/** An address that a server publishes. */
const address = z.string().check(z.regex(/^https?:\/\/[^/]/));
const Configuration = z.looseObject({
  authorization_endpoint: address,
  token_endpoint: address,
  revocation_endpoint: z.nullish(address),
});

function readConfiguration(document: unknown, base: string | null): Urls | undefined {
  const read = Configuration.safeParse(document);
  if (!read.success || base === null) return undefined;
  const { authorization_endpoint: authorize, token_endpoint: token, revocation_endpoint: revoke } = read.data;
  // Only a server that is itself reached without TLS may name such an address.
  const isClear = [authorize, token, revoke ?? ''].some((each) => each.startsWith('http:'));
  if (isClear && !base.startsWith('http:')) return undefined;
  return { authorize, token, ...(revoke == null ? {} : { revoke }), api: base };
}

/**
 * Whether a granted scope allows reading a type. Servers use the words of SMART 1 (`read`) or
 * of SMART 2 (letters of `cruds`), for all types or one, and may limit a scope to a category.
 */
function covers(scope: string, type: string, letters: string): boolean {
  const [name = '', query] = scope.split('?');
  const [, granted = '', rights = ''] = /^(?:patient|user)\/(\w+|\*)\.(\*|[a-z]+)$/.exec(name) ?? [];
  if (granted !== type && granted !== '*') return false;
  if (query !== undefined && !query.includes('vital-signs')) return false;
  if (rights === '*' || rights === 'read') return true;
  return /^c?r?u?d?s?$/.test(rights) && [...letters].every((letter) => rights.includes(letter));
}

function grantedScopes(token: TokenAnswer): readonly string[] | null {
  if (token.scope === undefined) return null;
  const granted = token.scope.split(' ').filter((scope) => scope !== '');
  return [
    ...new Set([
      ...granted,
      // The context that was asked for may be granted without being listed.
      ...(typeof token['patient'] === 'string' ? ['launch/patient'] : []),
      ...(granted.some((scope) => covers(scope, 'Patient', 'r')) ? [readPatient] : []),
      ...(granted.some((scope) => covers(scope, 'Observation', 'rs')) ? [searchObservations] : []),
    ]),
  ];
}

const PatientContext = z.looseObject({ patient: z.string().check(z.regex(/^[A-Za-z0-9\-.]{1,64}$/)) });

export const signIn: OauthSignIn = {
  type: 'oauth',
  urls: {
    at({ base }) {
      if (base === null) throw new TypeError('no address of a server');
      return `${base}/.well-known/smart-configuration`;
    },
    read: (document, { base }) => readConfiguration(document, base),
  },
  needsBase: true,
  // According to SMART App Launch, a confidential client with a secret uses HTTP Basic.
  clientAuthentication: 'basic',
  pkce: true,
  scopes: { required: ['launch/patient'], optional: [searchObservations, readPatient, 'offline_access'] },
  scopeSeparator: ' ',
  authorizeParameters: ({ base }) => ({ aud: base ?? '' }),
  grantedScopes: ({ token }) => grantedScopes(token),
  // A patient's id is unique only within the server, so the account is the patient's full address.
  readAccount: async ({ token, where }) => `${where.base}/Patient/${z.parse(PatientContext, token).patient}`,
  // Servers may rotate refresh tokens or not. Assumed, if a server does not say how long tokens live: an hour, the most
  // that SMART advises.
  refresh: { rotates: true, aheadSeconds: 60, lifeSeconds: 3600 },
  revoke: ({ accessToken, refreshToken }) => ({
    method: 'POST',
    to: { address: 'revoke' },
    form: { token: refreshToken ?? accessToken },
    as: 'application',
  }),
};
