// The addresses of a FHIR server, what it grants, and whose account it is.
import { expect, it } from 'vitest';
import { smart } from '../../src/adapters/smart.js';
import type { Discovery, OauthSignIn } from '../../src/adapters/sign-in.js';
import { createSmartSimulator } from './simulators/smart.js';

const signIn = smart.signIn as OauthSignIn;

const discovery = signIn.urls as Discovery;
const where = { base: 'https://fhir.test/r4', region: null };

it('finds the addresses of a server', async () => {
  const authorization = {
    authorize: 'https://a.test/authorize',
    token: 'https://a.test/token',
    revoke: 'https://a.test/revoke',
  };
  const simulator = createSmartSimulator({ accountOf: () => undefined, until: '2026-04-05', authorization });
  expect(discovery.at(where)).toBe('https://fhir.test/r4/.well-known/smart-configuration');
  const answer = await simulator.app.fetch(new Request('https://fhir.test/.well-known/smart-configuration'));
  expect(discovery.read(await answer.json(), where)).toEqual({ ...authorization, api: where.base });
});

it.each([
  ['no document', undefined],
  ['no token address', { authorization_endpoint: 'https://a.test/authorize' }],
  ['a path for an address', { authorization_endpoint: '/authorize', token_endpoint: 'https://a.test/token' }],
  [
    'an address in the clear',
    { authorization_endpoint: 'https://a.test/authorize', token_endpoint: 'http://a.test/token' },
  ],
  [
    'an address to revoke at in the clear',
    {
      authorization_endpoint: 'https://a.test/authorize',
      token_endpoint: 'https://a.test/token',
      revocation_endpoint: 'http://a.test/revoke',
    },
  ],
  ['another scheme', { authorization_endpoint: 'javascript:1', token_endpoint: 'https://a.test/token' }],
])('finds no addresses in %s', (_, document) => {
  expect(discovery.read(document, where)).toBeUndefined();
});

it('needs the address of a server', () => {
  expect(() => discovery.at({ base: null, region: null })).toThrow('no address');
  expect(signIn.authorizeParameters?.(where)).toEqual({ aud: where.base });
});

it('goes without an address to revoke at', () => {
  const document = {
    authorization_endpoint: 'https://a.test/authorize',
    token_endpoint: 'https://a.test/token',
  };
  expect(discovery.read(document, where)).toEqual({
    authorize: document.authorization_endpoint,
    token: document.token_endpoint,
    api: where.base,
  });
});

it.each([
  [undefined, null],
  ['launch/patient patient/Patient.r', ['launch/patient', 'patient/Patient.r']],
  ['patient/Patient.rs', ['launch/patient', 'patient/Patient.r']],
  ['patient/Patient.read', ['launch/patient', 'patient/Patient.r']],
  ['patient/*.rs', ['launch/patient', 'patient/Patient.r', 'patient/Observation.rs']],
  ['patient/*.read', ['launch/patient', 'patient/Patient.r', 'patient/Observation.rs']],
  ['patient/*.*', ['launch/patient', 'patient/Patient.r', 'patient/Observation.rs']],
  ['patient/Observation.cruds', ['launch/patient', 'patient/Observation.rs']],
  ['patient/Observation.r', ['launch/patient']],
  ['patient/Observation.write', ['launch/patient']],
  [
    'patient/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|vital-signs',
    ['launch/patient', 'patient/Observation.rs'],
  ],
  [
    'patient/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|laboratory',
    ['launch/patient'],
  ],
  ['system/*.rs patient/Condition.rs', ['launch/patient']],
])('reads the granted scopes %s', (scope, expected) => {
  const token = { access_token: 'a', patient: 'ada', ...(scope === undefined ? {} : { scope }) };
  const granted = signIn.grantedScopes?.({ callback: new URLSearchParams(), token });
  const ours = ['launch/patient', 'patient/Patient.r', 'patient/Observation.rs'];
  expect(granted?.filter((each) => ours.includes(each)) ?? null).toEqual(
    expected === null ? null : expect.arrayContaining(expected),
  );
  if (expected) expect(new Set(granted).size).toBe(granted?.length);
  if (expected) expect(granted?.filter((each) => ours.includes(each))).toHaveLength(expected.length);
});

it('says which patient of which server it is', async () => {
  const api = { send: () => Promise.reject(new Error('nothing to ask')) };
  const read = (token: object) => signIn.readAccount({ token: { access_token: 'a', ...token }, api, where });
  await expect(read({ patient: 'a-1.b' })).resolves.toBe('https://fhir.test/r4/Patient/a-1.b');
  for (const patient of [undefined, '', '../Patient', 'a/b', 7])
    await expect(read({ patient })).rejects.toThrow('patient');
});

it('ends the grant with the token that lasts longest', () => {
  const tokens = { account: `${where.base}/Patient/ada`, accessToken: 'access', refreshToken: 'refresh' };
  expect(signIn.revoke?.(tokens)).toMatchObject({ form: { token: 'refresh' }, as: 'application' });
  expect(signIn.revoke?.({ ...tokens, refreshToken: null })).toMatchObject({ form: { token: 'access' } });
});
