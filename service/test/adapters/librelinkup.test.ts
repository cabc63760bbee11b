import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { librelinkup } from '../../src/adapters/librelinkup.js';
import type { PasswordSignIn } from '../../src/adapters/sign-in.js';
import { assertInContract, itemsOf } from './mapping.js';

const signIn = librelinkup.signIn as PasswordSignIn;
const client = { clientId: 'llu.test', clientSecret: '', clientVersion: '4.16.0' };
// From the samples that public clients show.
const reading = {
  FactoryTimestamp: '12/30/2022 4:47:40 PM',
  Timestamp: '12/30/2022 5:47:40 PM',
  ValueInMgPerDl: 115,
};
const read = (...readings: object[]) =>
  itemsOf(librelinkup, 'glucose', {
    answers: { glucose: { data: { graphData: readings.map((each) => ({ ...reading, ...each })) } } },
  });

it('reads a measurement', () => {
  const items = read({});
  expect(items).toEqual([
    {
      day: '2022-12-30',
      id: String(Date.parse('2022-12-30T16:47:40Z')),
      item: {
        calendar_date: '2022-12-30',
        timezone_offset: 3600,
        timestamp: '2022-12-30T17:47:40+01:00',
        value: 6.38,
        unit: 'mmol/L',
      },
    },
  ]);
  for (const { item } of items) assertInContract('glucose', item);
});

it.each([
  ['midnight', '1/1/2023 12:00:05 AM', '1/1/2023 12:00:05 AM', '2023-01-01T00:00:05Z', '2023-01-01'],
  ['noon', '1/1/2023 12:00:05 PM', '1/1/2023 12:00:05 PM', '2023-01-01T12:00:05Z', '2023-01-01'],
  [
    'the day after',
    '12/31/2022 11:30:00 PM',
    '1/1/2023 5:00:00 AM',
    '2023-01-01T05:00:00+05:30',
    '2023-01-01',
  ],
  [
    'the day before, by a clock that is some minutes off',
    '1/1/2023 2:00:00 AM',
    '12/31/2022 9:03:00 PM',
    '2022-12-31T21:00:00-05:00',
    '2022-12-31',
  ],
])('finds %s on the person’s clock', (_, FactoryTimestamp, Timestamp, timestamp, day) => {
  expect(read({ FactoryTimestamp, Timestamp })).toMatchObject([
    { day, item: { timestamp, calendar_date: day } },
  ]);
});

it('has two items for the hour that clocks show twice', () => {
  const twice = ['10/30/2022 12:30:00 AM', '10/30/2022 1:30:00 AM'].map((FactoryTimestamp) => ({
    FactoryTimestamp,
    Timestamp: '10/30/2022 2:30:00 AM',
  }));
  expect(read(...twice).map(({ item }) => item['timezone_offset'])).toEqual([7200, 3600]);
  expect(new Set(read(...twice).map(({ id }) => id)).size).toBe(2);
});

it('leaves out a measurement without a value', () => {
  expect(read({ ValueInMgPerDl: null })).toEqual([]);
});

it.each([
  undefined,
  { data: {} },
  { data: { graphData: [{ ...reading, FactoryTimestamp: '2022-12-30T16:47:40Z' }] } },
  { data: { graphData: [{ ...reading, Timestamp: '13/30/2022 4:47:40 PM' }] } },
  { data: { graphData: [{ ...reading, Timestamp: '2/30/2022 4:47:40 PM' }] } },
  { data: { graphData: [{ ...reading, Timestamp: '2/3/2022 13:47:40 PM' }] } },
])('refuses an answer that is %o', (body) => {
  const context = { window: { from: '2022-12-30', until: '2022-12-30' }, account: 'a/b', cursor: null };
  expect(() => librelinkup.collections['glucose']?.read(body, context)).toThrow(z.core.$ZodError);
});

/** The requests of a sign-in that gets these answers, and its outcome. */
async function enter(...answers: readonly unknown[]) {
  const asked: object[] = [];
  const api = {
    send: (request: object) => {
      asked.push(request);
      return Promise.resolve(answers[asked.length - 1]);
    },
  };
  const by = { username: 'ada@example.com', password: 'secret' };
  return { asked, outcome: await signIn.signIn(by, { api, client, now: 0 }) };
}
const entered = {
  status: 0,
  data: { user: { id: 'ada' }, authTicket: { token: 'the-token', expires: 1_687_970_889 } },
};
const followed = (...patients: string[]) => ({ data: patients.map((patientId) => ({ patientId })) });

it('signs in by what the settings say of the app, and then sees whom the account follows', async () => {
  const { asked, outcome } = await enter(entered, followed('ada'));
  const app = { product: 'llu.test', version: '4.16.0' };
  expect(asked).toEqual([
    {
      to: '/llu/auth/login',
      json: { email: 'ada@example.com', password: 'secret' },
      headers: app,
      as: 'nobody',
    },
    {
      to: '/llu/connections',
      headers: {
        ...app,
        authorization: 'Bearer the-token',
        // The SHA-256 of `ada`.
        'account-id': 'fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029',
      },
      as: 'nobody',
    },
  ]);
  expect(outcome).toEqual({
    type: 'success',
    account: 'ada/ada',
    session: { token: 'the-token', expiresAt: 1_687_970_889_000, kept: { userId: 'ada' } },
  });
});

it.each([
  ['its own readings', ['grace', 'ada'], { type: 'success', account: 'ada/ada' }],
  ['those of the only one', ['grace'], { type: 'success', account: 'ada/grace' }],
  ['nobody’s of several', ['grace', 'linus'], { type: 'error', errorType: 'required_scopes_not_granted' }],
  ['nobody’s of none', [], { type: 'error', errorType: 'required_scopes_not_granted' }],
])('reads %s', async (_, patients, expected) => {
  expect((await enter(entered, followed(...patients))).outcome).toMatchObject(expected);
});

it('is sent elsewhere', async () => {
  const { outcome } = await enter({ status: 0, data: { redirect: true, region: 'de' } });
  expect(outcome).toEqual({ type: 'elsewhere', region: 'de' });
});

it('refuses ids that would lead to another path', async () => {
  const bad = { data: { ...entered.data, user: { id: '../other' } } };
  await expect(enter(bad)).rejects.toThrow(z.core.$ZodError);
  await expect(enter(entered, followed('a/b'))).rejects.toThrow(z.core.$ZodError);
});

it('takes another session from beside the data, and keeps its own without one', async () => {
  const session = { token: 'old', expiresAt: 1000, kept: { userId: 'ada' } };
  const { renewal } = signIn;
  if (renewal.by !== 'session') throw new TypeError('by the password');
  const renew = (answer: object) =>
    renewal.renew(session, { api: { send: () => Promise.resolve(answer) }, client, now: 0 });
  const ticket = { token: 'new', expires: 2_000_000_000 };
  expect(await renew({ ...followed('ada'), ticket })).toEqual({
    token: 'new',
    expiresAt: 2_000_000_000_000,
    kept: { userId: 'ada' },
  });
  expect(await renew(followed('ada'))).toEqual(session);
});

it.each([
  [200, { status: 0 }, undefined],
  [200, { status: 2, error: { message: 'notAuthenticated' } }, 'token'],
  [200, { status: 4, data: { step: { type: 'tou' } } }, 'scope'],
  [403, { data: { minimumVersion: '4.16.0' }, status: 920 }, 'application'],
  [403, { message: 'RequiredHeaderMissing' }, 'application'],
  [429, { status: 429 }, 'later'],
  [430, undefined, 'later'],
  [200, { status: 3 }, 'later'],
  [401, { message: 'MissingCachedUser' }, undefined],
])('takes %i with %o for %s', (status, body, kind) => {
  expect(librelinkup.classify?.({ status, headers: new Headers(), body })?.kind).toBe(kind);
});
