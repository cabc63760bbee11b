// What Garmin's notices say, and which of them are refused.
import { describe, expect, it } from 'vitest';
import { garmin } from '../../src/adapters/garmin.js';

describe('a notice', () => {
  const told = (body: unknown) =>
    garmin.notices?.read({
      method: 'POST',
      headers: new Headers(),
      query: new URLSearchParams(),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const api = 'https://apis.garmin.com/wellness-api/rest';
  const callbackURL = `${api}/dailies?token=t`;

  it('says where something is, and nothing more', () => {
    expect(
      told({ dailies: [{ userId: '1', callbackURL, steps: 5 }], sleeps: [{ userId: '2', callbackURL }] }),
    ).toEqual([
      { account: '1', is: 'changed', offer: { collection: 'dailies', to: callbackURL } },
      { account: '2', is: 'changed', offer: { collection: 'sleeps', to: callbackURL } },
    ]);
    expect(told({ manuallyUpdatedActivities: [{ userId: '1', callbackURL }] })).toMatchObject([
      { offer: { collection: 'activities' } },
    ]);
  });

  it('says who has left, and who has changed what they share', () => {
    expect(told({ deregistrations: [{ userId: '1' }] })).toEqual([{ account: '1', is: 'ended' }]);
    expect(
      told({ userPermissionsChange: [{ userId: '1', summaryId: 'x', permissions: ['HEALTH_EXPORT'] }] }),
    ).toEqual([{ account: '1', is: 'changed' }]);
  });

  it('of what is not read is no news', () => {
    expect(told({ epochs: [{ userId: '1', callbackURL }], activityFiles: [{ userId: '1' }] })).toEqual([]);
    expect(told({})).toEqual([]);
  });

  it.each([
    ['with the data itself', { dailies: [{ userId: '1', steps: 4210, startTimeInSeconds: 1_773_097_200 }] }],
    ['of nobody', { dailies: [{ callbackURL }] }],
    ['without an account', { deregistrations: [{ userId: '' }] }],
    ['without an address', { dailies: [{ userId: '1', callbackURL: 'dailies' }] }],
    ['with one of the past', { dailies: [{ userId: '1', callbackURL: `${api}/backfill/dailies?token=t` }] }],
    ['with one that hides', { dailies: [{ userId: '1', callbackURL: `${api}/%62ackfill/dailies` }] }],
    ['that is no list', { dailies: { userId: '1', callbackURL } }],
    ['that is no object', []],
    ['that is no JSON', 'dailies'],
  ])('%s is refused', (_, body) => {
    expect(() => told(body)).toThrow();
  });

  it('that is odd in some entries tells of the others, and where it is odd', () => {
    const misfits: string[] = [];
    const body = JSON.stringify({
      dailies: [{ userId: '1', steps: 5 }, null, { userId: '2', callbackURL }],
      deregistrations: [{ userId: 7 }],
    });
    const request = { method: 'POST', headers: new Headers(), query: new URLSearchParams(), body };
    expect(garmin.notices?.read(request, (misfit) => misfits.push(misfit))).toEqual([
      { account: '2', is: 'changed', offer: { collection: 'dailies', to: callbackURL } },
    ]);
    expect(misfits).toEqual([
      'dailies.callbackURL invalid_type',
      'dailies. invalid_type',
      'deregistrations.userId invalid_type',
    ]);
  });

  it('is proved by nothing', () => {
    const request = { method: 'POST', headers: new Headers(), query: new URLSearchParams(), body: '{}' };
    expect(garmin.notices?.verify(request, 'secret', new Date())).toBe('hint');
  });
});
