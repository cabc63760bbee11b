import { describe, expect, it } from 'vitest';
import { intervalsIcu } from '../../src/adapters/intervals-icu.js';

const { notices } = intervalsIcu;
const now = new Date('2026-04-16T12:00:00Z');
const secret = 'shown on the page of the application';
const notice = (body: unknown) => ({
  method: 'POST',
  headers: new Headers(),
  query: new URLSearchParams(),
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const read = (...events: object[]) =>
  notices?.read(
    notice({
      secret,
      events: events.map((event) => ({
        athlete_id: 'i317960',
        timestamp: '2026-04-16T11:39:11.429+00:00',
        ...event,
      })),
    }),
  );

describe('notices of Intervals.icu', () => {
  it('carry the secret of the application’s page', () => {
    const sent = { secret, events: [] };
    expect(notices?.verify(notice(sent), secret, now)).toBe('signed');
    expect(notices?.verify(notice(sent), null, now)).toBe('hint');
    for (const wrong of [
      { ...sent, secret: 'other' },
      { events: [] },
      { ...sent, secret: null },
      [],
      'no JSON',
      '',
    ])
      expect(notices?.verify(notice(wrong), secret, now), JSON.stringify(wrong)).toBe('forged');
  });

  it('tell of workouts, of the day if it is known', () => {
    const changed = { account: 'i317960', is: 'changed', resources: ['workouts'] };
    const activity = { id: 'i140242265', start_date_local: '2026-04-16T06:52:46', name: 'Ride' };
    for (const type of ['ACTIVITY_UPLOADED', 'ACTIVITY_UPDATED', 'ACTIVITY_ANALYZED'])
      expect(read({ type, activity }), type).toEqual([
        { ...changed, from: '2026-04-16', until: '2026-04-16' },
      ]);
    // A notice of a deleted workout contains nothing but the id.
    expect(read({ type: 'ACTIVITY_DELETED', activity: { id: 'i140242265', commute: false } })).toEqual([
      changed,
    ]);
    expect(read({ type: 'ACTIVITY_UPLOADED' })).toEqual([changed]);
  });

  it('tell of days', () => {
    const changed = {
      account: 'i317960',
      is: 'changed',
      resources: ['activity', 'body', 'blood_pressure', 'respiratory_rate'],
    };
    const records = [{ id: '2026-04-15', weight: 77.36 }, { id: '2026-04-13' }];
    expect(read({ type: 'WELLNESS_UPDATED', records })).toEqual([
      { ...changed, from: '2026-04-13', until: '2026-04-15' },
    ]);
    expect(read({ type: 'WELLNESS_UPDATED', records: [] })).toEqual([changed]);
    const told = new Set(['workouts', ...changed.resources]);
    expect(Object.keys(intervalsIcu.resources).filter((name) => !told.has(name))).toEqual(['profile']);
  });

  it('tell of people who have left, and not of those who allow other things', () => {
    const scope = { type: 'APP_SCOPE_CHANGED', client_id: 315, scope: 'ACTIVITY:READ' };
    expect(read({ ...scope, deauthorized: true })).toEqual([{ account: 'i317960', is: 'ended' }]);
    expect(read({ ...scope, deauthorized: false }, scope)).toEqual([]);
  });

  it('may be several at once, of several people, and of what nobody reads', () => {
    const others = [
      'TEST',
      'FITNESS_UPDATED',
      'ACTIVITY_ACHIEVEMENTS',
      'SPORT_SETTINGS_UPDATED',
      'CALENDAR_UPDATED',
    ];
    expect(
      read(
        ...others.map((type) => ({ type, records: [{ id: '2026-09-15' }] })),
        { type: 'APP_SCOPE_CHANGED', deauthorized: true, athlete_id: 2_049_151 },
        { type: 'ACTIVITY_UPLOADED' },
      ),
    ).toMatchObject([
      { account: '2049151', is: 'ended' },
      { account: 'i317960', is: 'changed' },
    ]);
  });

  it.each([
    ['no events', { secret }],
    ['an event of nobody', { events: [{ type: 'ACTIVITY_UPLOADED' }] }],
    ['an event of no kind', { events: [{ athlete_id: 'i1' }] }],
    [
      'a day that is none',
      { events: [{ athlete_id: 'i1', type: 'WELLNESS_UPDATED', records: [{ id: 'today' }] }] },
    ],
    ['no JSON', 'secret=x'],
  ])('are not as documented with %s', (_, body) => {
    expect(() => notices?.read(notice(body))).toThrowError(
      expect.objectContaining({ name: expect.stringContaining('Zod') }),
    );
  });
});
